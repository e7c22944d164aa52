import { asError, ServiceError } from '../../shared/errors';
import type { Batch } from '../batching/batches';
import type { Message } from '../message/message';
import type { NotificationsApi } from '../transport/notificationsApi';

/** Requests that finding the users at fault in one batch may take at most. */
const MAX_REQUESTS = 60;

export type Outcome =
	{ status: 'sent' } | { status: 'failed'; error: ServiceError; mayHaveBeenSent: boolean };

export interface BatchOptions {
	api: NotificationsApi;
	isolateFailures: boolean;
	signal: AbortSignal;
	onOutcome(message: Message, outcome: Outcome): void;
}

/**
 * Sends a batch. One that the service refuses is split in halves until the users at fault stand
 * alone, but only where every user has a nonce: who was notified already is then not notified again.
 *
 * Every message gets exactly one outcome.
 */
export async function sendBatch(batch: Batch, options: BatchOptions): Promise<void> {
	const { isolateFailures } = options;
	const isSafe = batch.messages.every(({ user }) => user.nonce !== '');
	let requestsLeft = isolateFailures && isSafe ? MAX_REQUESTS - 1 : 0;

	const send = async (messages: Message[]): Promise<void> => {
		const failure = await trySending({ ...batch, messages }, options);
		if (!failure) {
			for (const message of messages) options.onOutcome(message, { status: 'sent' });
			return;
		}
		if (messages.length > 1 && isAboutUsers(failure) && requestsLeft >= 2) {
			// Both are set aside, or what is split deeper would take the turn of the second half.
			requestsLeft -= 2;
			const half = Math.ceil(messages.length / 2);
			await send(messages.slice(0, half));
			await send(messages.slice(half));
			return;
		}
		const error = messages.length > 1 ? asWhole(failure, messages.length, isSafe) : failure;
		const mayHaveBeenSent = isUnknown(failure);
		for (const message of messages) {
			options.onOutcome(message, { status: 'failed', error, mayHaveBeenSent });
		}
	};
	await send(batch.messages);
}

async function trySending(
	{ accountId, flowId, template, messages }: Batch,
	{ api, signal }: BatchOptions,
): Promise<ServiceError | undefined> {
	signal.throwIfAborted();
	try {
		await api.send({ accountId, flowId, template, users: messages.map(({ user }) => user) });
		return undefined;
	} catch (error) {
		signal.throwIfAborted();
		if (error instanceof ServiceError) return isUnknown(error) ? mayHaveBeenSent(error) : error;
		return mayHaveBeenSent(
			new ServiceError({
				kind: 'noAnswer',
				message: 'n8n could not send the request',
				description: `${asError(error).message}.`,
			}),
		);
	}
}

/** A refusal that another set of users might not meet. */
function isAboutUsers({ kind, status = 0 }: ServiceError): boolean {
	const isElsewhere = status >= 300 && status < 400;
	const isOfAll = [401, 403, 404, 408, 429].includes(status);
	return kind === 'refused' && status < 500 && !isElsewhere && !isOfAll;
}

/** Whether the service carried the request out is not known. */
function isUnknown({ kind, status = 0 }: ServiceError): boolean {
	return kind === 'noAnswer' || kind === 'badAnswer' || (kind === 'refused' && status >= 500);
}

function mayHaveBeenSent(error: ServiceError): ServiceError {
	return error.withMessage(
		`${error.message}: the notification may have been sent`,
		'With a nonce it is safe to run this again; without one, check first whether the user got it.',
	);
}

function asWhole(error: ServiceError, users: number, isSafe: boolean): ServiceError {
	const why = isSafe ? '' : ', because users without a nonce cannot be tried again one by one';
	return error.withAdvice(`The request had ${users} users, and every user in it failed${why}.`);
}
