/**
 * The errors that everything below the nodes throws. The nodes turn them into n8n's own error
 * classes in one place (`toNodeError.ts`), so that no other file needs n8n's context to fail well.
 */

/** Something that the user can fix in the node or the credential. */
export class InputError extends Error {
	override readonly name = 'InputError';

	constructor(
		message: string,
		/** What to do, in the words of the editor. */
		readonly description?: string,
	) {
		super(message);
	}
}

/**
 * Something that went wrong on this side: n8n's storage is full, or the nodes have a bug. The
 * service and the network are not to blame.
 */
export class LocalError extends Error {
	override readonly name = 'LocalError';

	/**
	 * @param description the cause in its own words, and what to do
	 * @param data the same as fields of the failed item, for what follows in the workflow
	 */
	constructor(
		message: string,
		readonly description: string,
		readonly data: Record<string, string | number> = {},
	) {
		super(message);
	}
}

/**
 * Why a call to the service failed.
 *
 * - `notSent`: no connection was made, so the service cannot have received the request.
 * - `noAnswer`: the request was sent, and whether the service received it is not known.
 * - `refused`: the service answered, and the answer is a "no" (HTTP status, envelope status).
 * - `badAnswer`: the answer is not what the specification describes, or a file is damaged.
 * - `jobFailed`: a bulk copy job ended with an error (section 7.3).
 * - `jobNotReady`: a bulk copy job took longer than the user wanted to wait.
 */
export type FailureKind =
	'notSent' | 'noAnswer' | 'refused' | 'badAnswer' | 'jobFailed' | 'jobNotReady';

export interface ServiceErrorDetails {
	kind: FailureKind;
	/** What happened, in one sentence without a technical code. */
	message: string;
	/** What to do, and the technical detail. */
	description?: string;
	/** HTTP status, or the `status` of the envelope. */
	status?: number;
	/** Milliseconds that the service asked to wait (Retry-After). */
	retryAfterMs?: number | undefined;
	/** Known as soon as a bulk copy job was started, so that the user can continue with it. */
	jobId?: string | undefined;
}

/** A call to the service that did not return what it should. */
export class ServiceError extends Error {
	override readonly name = 'ServiceError';
	readonly kind: FailureKind;
	readonly description: string | undefined;
	readonly status: number | undefined;
	readonly retryAfterMs: number | undefined;
	readonly jobId: string | undefined;

	constructor({ kind, message, description, status, retryAfterMs, jobId }: ServiceErrorDetails) {
		super(message);
		this.kind = kind;
		this.description = description;
		this.status = status;
		this.retryAfterMs = retryAfterMs;
		this.jobId = jobId;
	}

	/** The same error, naming the job that it belongs to and what can be done about it. */
	withJob(jobId: string, advice: string): ServiceError {
		const message = this.message.includes(jobId) ? this.message : `${this.message} (job ${jobId})`;
		return this.#with({
			message,
			jobId,
			description: `${this.description ?? ''} ${advice}`.trim(),
		});
	}

	/** The same error in other words, with one more sentence on what to do. */
	withMessage(message: string, advice: string): ServiceError {
		return this.#with({ message, description: `${this.description ?? ''} ${advice}`.trim() });
	}

	/** The same error with all its texts changed, such as by leaving out what is secret. */
	mapTexts(change: (text: string) => string): ServiceError {
		const { message, description } = this;
		return this.#with({
			message: change(message),
			...(description === undefined ? {} : { description: change(description) }),
		});
	}

	/** The same error with one more sentence on what to do. */
	withAdvice(advice: string): ServiceError {
		return this.#with({ description: `${this.description ?? ''} ${advice}`.trim() });
	}

	#with(changes: Partial<ServiceErrorDetails>): ServiceError {
		const { kind, message, description, status, retryAfterMs, jobId } = this;
		return new ServiceError({
			kind,
			message,
			...(description === undefined ? {} : { description }),
			...(status === undefined ? {} : { status }),
			retryAfterMs,
			jobId,
			...changes,
		});
	}
}

/** Whatever was thrown, as an error. */
export function asError(error: unknown): Error {
	return error instanceof Error ? error : new Error(String(error));
}
