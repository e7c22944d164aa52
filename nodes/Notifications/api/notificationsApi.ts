import { CREDENTIAL } from '../../shared/credential/fields';
import {
	baseUrlOf,
	credentialAdvice,
	type CredentialSettings,
} from '../../shared/credential/settings';
import { asError, ServiceError, type Advice } from '../../shared/errors';
import {
	type RequestResult,
	ServiceClient,
	type ServiceClientOptions,
	type ServiceRequest,
} from '../../shared/http/client';
import { type Delivery, statusClassOf } from '../../shared/status';
import { type Call, type Limiter, limiterFor } from '../../shared/http/rateLimiter';
import type { Message } from '../message/message';
import type { Accepted } from '../message/result';
import { mayHoldResponse, readResponse } from './response';

/** 40 requests a second, as a client of the service allows itself. The documentation names no limit. */
const REQUESTS_IN_A_TENTH = 4;

const NOT_SENT =
	'This request was not sent, because the service had refused an earlier one of the same account so.';

interface NotificationsApiOptions extends Pick<ServiceClientOptions, 'context' | 'signal'> {
	credential: CredentialSettings;
}

/** The notifications endpoint (section 4.6), with the settings of the credential. */
export class NotificationsApi {
	readonly #client: ServiceClient;
	/** The address up to and including `/api/v1`. */
	readonly #root: string;
	readonly #advice: Advice;
	/**
	 * By account, the error with which later requests fail at once. It is set after "too many requests" has lasted
	 * for half an hour, or if the service asks to wait for longer than that.
	 */
	readonly #closed = new Map<string, ServiceError>();

	constructor({ context, signal, credential }: NotificationsApiOptions) {
		const { token, region, details } = credential;
		const timeoutMs = details.requestTimeout * 1000;
		const baseUrl = baseUrlOf(credential, 'notifications');
		this.#client = new ServiceClient({
			context,
			signal,
			credentialName: CREDENTIAL,
			token,
			timeoutMs,
		});
		// One example of the documentation leaves `/notifications` out (section 4.6). A base URL that ends with
		// `/api/v1` has that form.
		this.#root = baseUrl.endsWith('/api/v1') ? baseUrl : `${baseUrl}/notifications/api/v1`;
		const advice = credentialAdvice(region, 'notifications');
		this.#advice = {
			...advice,
			403: 'Check the API Token in the credential, and whether your account may send this template from this flow.',
			404: `Check Account ID, Flow ID and Template. ${advice.address}`,
			413: 'Send shorter parameters.',
			429: 'Try again later. Other programs may be sending from the same account.',
		};
	}

	/**
	 * Sends a request. It is only sent again if nobody can be notified twice by that: because the user has a
	 * nonce, or because the service certainly did not carry it out. Never throws.
	 * @param mayStart ends the wait for the request's turn, but not a request that is under way
	 * @returns the result, or the error: a ServiceError, or the reason of `mayStart`
	 */
	async send(message: Message, mayStart: AbortSignal): Promise<RequestResult<Accepted>> {
		const closed = this.#closed.get(message.accountId);
		if (closed) return { error: closed, delivery: 'notSent', tries: 0 };
		try {
			const hasNonce = message.user.nonce !== '';
			const serviceRequest: ServiceRequest = {
				method: 'POST',
				url: this.#urlFor(message),
				body: { type: message.template, users: [message.user] },
				retryPolicy: hasNonce ? 'always' : 'ifNotReceived',
				advice: this.#advice,
				budget: {
					limiter: this.#limiterOf(message, mayStart),
					callsPerWindow: REQUESTS_IN_A_TENTH,
					urgency: 0,
				},
				readsStatus: mayHoldResponse,
			};
			const sent = await this.#client.json(serviceRequest, readResponse);
			if ('value' in sent) return sent;
			if (sent.error instanceof ServiceError) this.#closeIfTooMany(message, sent.error);
			else if (!mayStart.aborted) return { ...sent, error: this.#ownFailure(sent) };
			return sent;
		} catch (error) {
			// A bug, before anything was sent.
			const unsent = { error, delivery: 'notSent' as const, tries: 0 };
			return { ...unsent, error: this.#ownFailure(unsent) };
		}
	}

	#urlFor({ accountId, flowId }: Message): string {
		const account = encodeURIComponent(accountId);
		const flow = encodeURIComponent(flowId);
		return `${this.#root}/accounts/${account}/bots/${flow}/notifications`;
	}

	/** The error for a failure of n8n or of this package, which is none of the service. */
	#ownFailure({ error, delivery }: { error: unknown; delivery: Delivery }): ServiceError {
		const failed = 'n8n failed to send the request, or to read its response';
		// The text must not show the token either.
		const said = this.#client.quote(asError(error).message);
		return new ServiceError('noAnswer', failed, said, { delivery });
	}

	#closeIfTooMany({ accountId }: Message, error: ServiceError): void {
		const isTooMany = error.kind === 'refused' && statusClassOf(error.status ?? 0) === 'rateLimit';
		if (!isTooMany || this.#closed.has(accountId)) return;
		// Later requests are not sent at all, whatever became of this one.
		this.#closed.set(accountId, error.with({ delivery: 'notSent' }).withAdvice(NOT_SENT));
	}

	/**
	 * All requests of an account share a limiter, so they take turns, and pause together after "too many requests".
	 * A request whose turn comes after the account was closed fails, unless it was sent before: then it may already
	 * have notified its users, and must not be reported as not sent.
	 */
	#limiterOf({ accountId }: Message, signal: AbortSignal): Limiter {
		const limiter = limiterFor(`${this.#root} ${accountId}`, 'notifications');
		let isFirstTry = true;
		const acquire: Limiter['acquire'] = async (options): Promise<Call> => {
			const call = await limiter.acquire({ ...options, signal });
			const closed = this.#closed.get(accountId);
			if (closed && isFirstTry) throw closed;
			isFirstTry = false;
			return call;
		};
		return { acquire };
	}
}
