import { type Delivery, meaningOf } from './status';
import { sentence } from './text';

/*
 * What goes wrong is one of two errors. `nodeErrors.ts` turns them into n8n's own. Any other error is
 * a bug.
 */

/** Something that went wrong on this side: in a field, in the credential, or in n8n, such as its storage that is full. */
export class InputError extends Error {
	override readonly name = 'InputError';

	constructor(
		message: string,
		readonly description?: string,
	) {
		super(message);
	}
}

export type FailureKind =
	| 'notSent' // no connection was made, so the service cannot have received the request
	| 'noAnswer' // it is not known whether the service received the request
	| 'refused' // the status of HTTP, or that of the envelope, says no, or the service itself does
	| 'badAnswer' // the response, or the file, is not what docs/service.md describes
	| 'jobFailed' // the service reports that the bulk copy job failed (section 7.3)
	| 'jobNotReady'; // the job took longer than the user wanted to wait

export interface FailureDetails {
	status?: number | undefined;
	retryAfterMs?: number | undefined;
	/** Whether another try would certainly end in the same way. */
	isFinal?: boolean | undefined;
	/** Whether another host than the service refused, such as the storage of its files. */
	isOfOtherHost?: boolean | undefined;
	/** If it is not given, kind and status decide. */
	delivery?: Delivery | undefined;
}

/** The service or the network did not deliver what was asked for. */
export class ServiceError extends Error {
	override readonly name = 'ServiceError';
	readonly status: number | undefined;
	readonly retryAfterMs: number | undefined;
	readonly isFinal: boolean;
	readonly isOfOtherHost: boolean;
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
		this.isFinal = details.isFinal === true;
		this.isOfOtherHost = details.isOfOtherHost === true;
		this.delivery = details.delivery ?? deliveryOf(kind, details.status);
	}

	withAdvice(advice: string): ServiceError {
		return this.with({ description: `${sentence(this.description)} ${advice}`.trim() });
	}

	/** @returns a copy with these properties changed */
	with({
		message = this.message,
		description = this.description,
		...details
	}: FailureDetails & { message?: string; description?: string }): ServiceError {
		return new ServiceError(this.kind, message, description, { ...this, ...details });
	}
}

function deliveryOf(kind: FailureKind, status: number | undefined): Delivery {
	if (kind === 'refused') return meaningOf(status).delivery ?? 'notDone';
	return kind === 'noAnswer' || kind === 'badAnswer' ? 'unknown' : 'notDone';
}

/** What was caught, as an Error: JavaScript lets any value be thrown. */
export function asError(error: unknown): Error {
	// In a sandbox, an error of Node.js comes from another realm, so it is no instance of this realm's Error.
	const isFromOtherRealm = Object.prototype.toString.call(error) === '[object Error]';
	if (error instanceof Error || isFromOtherRealm) return error as Error;
	return new Error(String(error));
}
