import { sentence } from './text';
import { type Delivery, deliveryOfRefusal } from './http/delivery';

/** The errors of everything below the nodes; `nodeErrors.ts` turns them into n8n's own. */

/** Something that the user can fix in the node or the credential. */
export class InputError extends Error {
	override readonly name = 'InputError';

	constructor(
		message: string,
		readonly description?: string,
	) {
		super(message);
	}
}

/** Something went wrong on this side: n8n's storage is full, or the nodes have a bug. */
export class LocalError extends Error {
	override readonly name = 'LocalError';

	constructor(
		message: string,
		readonly description: string,
		readonly data: Record<string, string | number> = {},
	) {
		super(message);
	}

	withAdvice(advice: string): LocalError {
		return new LocalError(this.message, `${sentence(this.description)} ${advice}`, this.data);
	}
}

export type FailureKind =
	| 'notSent' // no connection was made, so the service cannot have received the request
	| 'noAnswer' // whether the service received the request is not known
	| 'refused' // the HTTP status or that of the envelope says no
	| 'badAnswer' // not what the specification describes, or a damaged file
	| 'jobFailed' // section 7.3
	| 'jobNotReady'; // it took longer than the user wanted to wait

export interface FailureDetails {
	status?: number | undefined;
	retryAfterMs?: number | undefined;
	/** The bulk copy job, with which the user can continue. */
	jobId?: string | undefined;
	/** Whether another try would surely end in the same way. */
	isFinal?: boolean | undefined;
	/** Of all tries together; by kind and status if not given. */
	delivery?: Delivery | undefined;
}

export class ServiceError extends Error {
	override readonly name = 'ServiceError';
	readonly status: number | undefined;
	readonly retryAfterMs: number | undefined;
	readonly jobId: string | undefined;
	readonly isFinal: boolean;
	readonly delivery: Delivery;

	constructor(
		readonly kind: FailureKind,
		message: string,
		readonly description = '',
		details: FailureDetails = {},
	) {
		super(message);
		this.status = details.status;
		this.retryAfterMs = details.retryAfterMs;
		this.jobId = details.jobId;
		this.isFinal = details.isFinal === true;
		this.delivery = details.delivery ?? deliveryOf(kind, details.status);
	}

	withJob(jobId: string, advice: string): ServiceError {
		const message = this.message.includes(jobId) ? this.message : `${this.message} (job ${jobId})`;
		return this.with({ jobId, message }).withAdvice(advice);
	}

	withAdvice(advice: string): ServiceError {
		return this.with({ description: `${sentence(this.description)} ${advice}`.trim() });
	}

	with({
		message = this.message,
		description = this.description,
		...details
	}: FailureDetails & { message?: string; description?: string }): ServiceError {
		return new ServiceError(this.kind, message, description, { ...this, ...details });
	}
}

function deliveryOf(kind: FailureKind, status = 0): Delivery {
	if (kind === 'refused') return deliveryOfRefusal(status);
	return kind === 'noAnswer' || kind === 'badAnswer' ? 'unknown' : 'notSent';
}

export function asError(error: unknown): Error {
	// An error of another realm, such as Node's own in a sandbox, is no instance of this realm's Error.
	const isOther = Object.prototype.toString.call(error) === '[object Error]';
	return error instanceof Error || isOther ? (error as Error) : new Error(String(error));
}
