import type { CallOptions, RateLimiter } from './rateLimiter';

/**
 * When a request may be sent again after a failure. After "too many requests", it may be with each of these, because nothing
 * was done.
 */
export type RetryPolicy =
	| 'always' // repeating it does no harm
	| 'ifNotDone' // only if the service certainly did not carry it out
	| 'never';

/** A request to the service: what is sent, when it may be sent, and how much of a response is waited for. */
export interface ServiceRequest {
	method: 'GET' | 'POST';
	url: string;
	body?: object;
	/** How the response may be packed for the way. By default, in all ways that n8n unpacks. */
	acceptEncoding?: 'identity';
	/** What the user can do if it fails. */
	advice: Advice;

	/** The calls that it is counted with: each try waits for its turn among them. */
	budget: Omit<CallOptions, 'signal'> & { limiter: Pick<RateLimiter, 'acquire'> };
	/** Ends the waits before tries and between them, but not a try that is under way. By default, only Stop does. */
	mayStart?: AbortSignal;
	retryPolicy: RetryPolicy;
	/** A time of `performance.now()` after which it is neither sent again nor waited for. */
	deadline?: number | undefined;
	/**
	 * How long a response may take, and from the first failure on, all further tries. By default, these are ten times the
	 * idle timeout, and half an hour.
	 */
	totalTimeoutMs?: number;

	/** How large a JSON response may be. The default is 4 MB. */
	maxBytes?: number;
	/** Whether the caller reads the body of this HTTP status itself, as it does that of any 2xx. */
	readsStatus?(status: number): boolean;
}

/**
 * What the user can do about a failure, in the words on the screen. These pages know neither the credential nor the fields of
 * the nodes, so the caller passes the advice along with each request. A key that is a number is the HTTP status that the
 * advice is for.
 */
export type Advice = Readonly<Partial<Record<number | AdviceTopic, string>>>;

type AdviceTopic =
	| 'address' // which field holds the address of the service
	| 'token' // how to enter a valid token
	| 'permission' // what to check if the token is valid but does not allow this
	| 'rateLimit' // what to do about too many requests
	| 'refused' // which fields of the node to check
	| 'silence' // how to wait longer for the service to send something
	| 'deadline' // how to allow more time for a whole response
	| 'tooLarge'; // how to get a smaller response
