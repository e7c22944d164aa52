import { asError, ServiceError } from '../../shared/errors';
import type { Batch } from '../batching/batches';
import type { Message } from '../message/message';
import { type NotificationAnswer, refusedFor } from '../transport/notificationAnswer';
import type { NotificationsApi } from '../transport/notificationsApi';
import { saysNonceIsKnown } from '../transport/reasonWords';
import type { UserFailure } from '../transport/userFailures';

/** Requests that finding the users at fault in one batch may take at most. */
const MAX_REQUESTS = 60;

export type Outcome =
	| { status: 'accepted'; response?: Record<string, unknown> | undefined }
	/** The service says that it knows the nonce, so it was sent before. */
	| { status: 'alreadySent' }
	| { status: 'failed'; error: ServiceError; mayHaveBeenSent: boolean };

export interface BatchOptions {
	api: NotificationsApi;
	isolateFailures: boolean;
	signal: AbortSignal;
	onOutcome(message: Message, outcome: Outcome): void;
}

type Accepted = Extract<NotificationAnswer, { isAccepted: true }>;
/** A request of which at least one user is at fault, or of which nothing is known. */
interface Failure {
	error: ServiceError;
	/** Whether another set of users might not meet it. */
	isAboutUsers: boolean;
	isNonceKnown: boolean;
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
	const maySplit = isolateFailures && isSafe;
	let requestsLeft = maySplit ? MAX_REQUESTS - 1 : 0;

	const isolate = async (messages: Message[], isNonceKnown: boolean): Promise<boolean> => {
		// Who was sent to before is no failure, however many there are.
		const isAllowed = isNonceKnown ? maySplit : requestsLeft >= 2;
		if (messages.length === 1 || !isAllowed) return false;
		// Both are set aside, or what is split deeper would take the turn of the second half.
		requestsLeft -= isNonceKnown ? 0 : 2;
		const half = Math.ceil(messages.length / 2);
		await send(messages.slice(0, half));
		await send(messages.slice(half));
		return true;
	};

	const send = async (messages: Message[]): Promise<void> => {
		const isPart = messages.length < batch.messages.length;
		const result = await trySending({ ...batch, messages, isPart }, options);
		if ('failures' in result) {
			const isUncertain = result.failures.some(({ isCertain }) => !isCertain);
			if (isUncertain && (await isolate(messages, false))) return;
			const outcomes = outcomesOf(messages.length, result);
			messages.forEach((message, place) => options.onOutcome(message, outcomes[place] as Outcome));
			return;
		}
		const { error, isAboutUsers, isNonceKnown } = result;
		if (isAboutUsers && (await isolate(messages, isNonceKnown))) return;
		const outcome = failedOutcome(result, messages.length === 1 && isSafe);
		if (outcome.status === 'failed' && messages.length > 1) {
			outcome.error = asWhole(error, messages.length, isSafe);
		}
		for (const message of messages) options.onOutcome(message, outcome);
	};
	await send(batch.messages);
}

async function trySending(
	{ accountId, flowId, template, messages, isPart }: Batch & { isPart: boolean },
	{ api, signal }: BatchOptions,
): Promise<Accepted | Failure> {
	signal.throwIfAborted();
	try {
		const users = messages.map(({ user }) => user);
		const answer = await api.send({ accountId, flowId, template, users, isPart });
		if (answer.isAccepted) return answer;
		const { error, isNonceKnown } = answer;
		return { error: withDoubt(error), isAboutUsers: true, isNonceKnown };
	} catch (error) {
		signal.throwIfAborted();
		const failure =
			error instanceof ServiceError
				? error
				: new ServiceError({
						kind: 'noAnswer',
						message: 'n8n could not send the request',
						description: `${asError(error).message}.`,
					});
		const isAboutUsers = mayBeAboutUsers(failure);
		return { error: withDoubt(failure), isAboutUsers, isNonceKnown: false };
	}
}

/** An outcome for each user of a request that was accepted. */
function outcomesOf(count: number, { response, failures }: Accepted): Outcome[] {
	const nowhere = failures.filter(({ places }) => places.length === 0);
	return Array.from({ length: count }, (_, place): Outcome => {
		const [failure = nowhere[0]] = failures.filter(({ places }) => places.includes(place));
		if (!failure) return { status: 'accepted', response };
		if (failure.isCertain && saysNonceIsKnown(failure.words)) return { status: 'alreadySent' };
		const isSaid = failure.places.length > 0;
		const error = isSaid ? refusedFor(failure.words) : unnamed(failure, count);
		return { status: 'failed', error: withReservation(error, failure), mayHaveBeenSent: !isSaid };
	});
}

/** Nobody may count as notified while the service says that somebody was not. */
function unnamed({ words }: UserFailure, users: number): ServiceError {
	return refusedFor(words).withMessage(
		'The service did not say which users it could not notify: the notification may have been sent',
		`The request had ${users} users.`,
	);
}

function withReservation(error: ServiceError, { places, isCertain }: UserFailure): ServiceError {
	return isCertain || places.length === 0
		? error
		: error.withAdvice(
				`The service named user ${places.join(', ')} of the request, which was counted from 0. Set Options > Batch Size to 1 to be certain.`,
			);
}

/** @param isAlone whether the failure is that of one user, who has a nonce */
function failedOutcome({ error, isNonceKnown }: Failure, isAlone: boolean): Outcome {
	if (isAlone && isNonceKnown) return { status: 'alreadySent' };
	return { status: 'failed', error, mayHaveBeenSent: isUnknown(error) };
}

/** A refusal by HTTP alone that another set of users might not meet. */
function mayBeAboutUsers({ kind, status = 0 }: ServiceError): boolean {
	const isElsewhere = status >= 300 && status < 400;
	const isOfAll = [401, 403, 404, 408, 429].includes(status);
	return kind === 'refused' && status < 500 && !isElsewhere && !isOfAll;
}

/** Whether the service carried the request out is not known. */
function isUnknown({ kind, status = 0 }: ServiceError): boolean {
	return kind === 'noAnswer' || kind === 'badAnswer' || (kind === 'refused' && status >= 500);
}

function withDoubt(error: ServiceError): ServiceError {
	if (!isUnknown(error)) return error;
	return error.withMessage(
		`${error.message}: the notification may have been sent`,
		'With a nonce it is safe to run this again; without one, check first whether the user got it.',
	);
}

function asWhole(error: ServiceError, users: number, isSafe: boolean): ServiceError {
	const why = isSafe ? '' : ', because users without a nonce cannot be tried again one by one';
	return error.withAdvice(`The request had ${users} users, and every user in it failed${why}.`);
}
