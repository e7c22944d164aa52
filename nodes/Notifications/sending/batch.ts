import { asError, InputError, ServiceError } from '../../shared/errors';
import type { Message } from '../message/message';
import { type NotificationAnswer, refusedFor, saysNonceIsKnown } from '../transport/answer';
import type { NotificationRequest, NotificationsApi } from '../transport/notificationsApi';

export interface Batch {
	index: number;
	accountId: string;
	flowId: string;
	template: string;
	messages: Message[];
}

export function toBatches(messages: readonly Message[], size: number): Batch[] {
	const batches: Batch[] = [];
	const open = new Map<string, Batch>();
	for (const message of messages) {
		const { accountId, flowId, template, user } = message;
		const key = JSON.stringify([accountId, flowId, template, user.nonce !== '']);
		let batch = open.get(key);
		if (!batch || batch.messages.length >= size) {
			batch = { index: batches.length, accountId, flowId, template, messages: [] };
			batches.push(batch);
			open.set(key, batch);
		}
		batch.messages.push(message);
	}
	return batches;
}

/** The service sends each nonce once (section 2.6). */
export class Nonces {
	readonly #first = new Map<string, Message>();

	/** @throws InputError where the service would take the message for another one */
	earlier(message: Message): Message | undefined {
		const { nonce } = message.user;
		const first = this.#first.get(nonce);
		if (!first) {
			if (nonce !== '') this.#first.set(nonce, message);
			return undefined;
		}
		if (first.person === message.person && first.template === message.template) return first;
		throw new InputError(
			`The ID "${nonce.slice(0, 40)}" is also used by item ${first.itemIndex} with a different phone or template`,
			'The service sends one notification for each nonce. Choose Send Once > Per ID, or give each item an ID of its own.',
		);
	}
}

export type Outcome =
	| { status: 'accepted'; response?: Record<string, unknown> | undefined }
	| { status: 'alreadySent' }
	| { status: 'failed'; error: ServiceError; mayHaveBeenSent: boolean };

export interface BatchOptions {
	api: NotificationsApi;
	signal: AbortSignal;
	onOutcome(message: Message, outcome: Outcome): void;
}

type Accepted = Extract<NotificationAnswer, { isAccepted: true }>;
type Before = Partial<NotificationRequest>;
type UserFailure = Accepted['failures'][number];
interface Failure {
	error: ServiceError;
	/** Whether another set of users might not meet it. */
	isAboutUsers: boolean;
	isNonceKnown: boolean;
}

/**
 * A refused batch is split in halves until the users at fault stand alone, but only where every
 * user has a nonce, so that nobody is notified again. Every message gets one outcome.
 */
export async function sendBatch(batch: Batch, options: BatchOptions): Promise<void> {
	const isSafe = batch.messages.every(({ user }) => user.nonce !== '');

	const send = async (messages: Message[], before?: Before): Promise<void> => {
		const result = await trySending({ ...batch, messages }, { ...options, before });
		const isRefused = 'error' in result;
		const failures = isRefused ? [] : result.failures;
		const failed = isRefused ? failedOutcome(result, messages.length, isSafe) : undefined;
		const again: Message[] = [];
		for (const [place, message] of messages.entries()) {
			const failure = failures.find(({ places }) => places.includes(place));
			// Which user is meant by a phone that several have shows when each is sent alone.
			const isOpen = isRefused ? result.isAboutUsers : failure && failure.places.length > 1;
			if (isOpen && isSafe && messages.length > 1) again.push(message);
			else options.onOutcome(message, failed ?? outcomeOf(message, result as Accepted, failure));
		}
		const { mayBeDone = true, status = 0 } = isRefused ? result.error : {};
		const half = Math.ceil(again.length / 2);
		for (const part of [again.slice(0, half), again.slice(half)]) {
			if (part.length > 0) await send(part, { mayBeDone, wasWaited: status >= 500 });
		}
	};
	await send(batch.messages);
}

/** Which refusals by HTTP alone another set of users might not meet. */
const ABOUT_USERS = [400, 409, 413, 422];
/** About the request itself, so nobody was notified. */
const ABOUT_ALL = [401, 404, 405, 407, 410, 415, 429];

async function trySending(
	{ accountId, flowId, template, messages }: Batch,
	{ api, signal, before }: BatchOptions & { before: Before | undefined },
): Promise<Accepted | Failure> {
	signal.throwIfAborted();
	try {
		const users = messages.map(({ user }) => user);
		const answer = await api.send({ accountId, flowId, template, users, ...before });
		return answer.isAccepted ? answer : { ...answer, isAboutUsers: true };
	} catch (caught) {
		signal.throwIfAborted();
		const isKnown = caught instanceof ServiceError;
		const message = 'n8n could not send the request';
		const description = `${asError(caught).message}.`;
		const error = isKnown ? caught : new ServiceError({ kind: 'noAnswer', message, description });
		const isAboutUsers = ABOUT_USERS.includes(error.status ?? 0);
		// The whole that was refused may have been carried out in part.
		const isInDoubt = before !== undefined && (before.mayBeDone || !isAboutUsers);
		const told = isInDoubt ? error.with({ mayBeDone: true }) : error;
		return { error: told, isAboutUsers, isNonceKnown: false };
	}
}

function outcomeOf({ user }: Message, answer: Accepted, failure?: UserFailure): Outcome {
	if (!failure) return { status: 'accepted', response: answer.response };
	const { words, places } = failure;
	const hasNonce = user.nonce !== '';
	const isKnown = /^duplicate\w*(:|$)/i.test(words) || saysNonceIsKnown(words);
	if (isKnown && hasNonce) return { status: 'alreadySent' };
	const mayHaveBeenSent = answer.mayBeDone || places.length > 1;
	const error = mayHaveBeenSent ? withDoubt(refusedFor(words), hasNonce) : refusedFor(words);
	return { status: 'failed', error, mayHaveBeenSent };
}

function failedOutcome(failure: Failure, users: number, isSafe: boolean): Outcome {
	const { error, isAboutUsers, isNonceKnown } = failure;
	const { status = 0 } = error;
	if (isNonceKnown && isSafe && users === 1) return { status: 'alreadySent' };
	// The service may have notified some before it came to the user at fault.
	const isAfterUsers = isAboutUsers || (status >= 400 && !ABOUT_ALL.includes(status));
	const mayHaveBeenSent = isUnknown(error) || (users > 1 && !isSafe && isAfterUsers);
	const told = mayHaveBeenSent ? withDoubt(error, isSafe) : error;
	const isWhole = isAboutUsers && !isSafe;
	const why = isWhole ? ', because users without a nonce cannot be tried again one by one' : '';
	const whole = `The request had ${users} users, and every user in it failed${why}.`;
	return { status: 'failed', error: users > 1 ? told.withAdvice(whole) : told, mayHaveBeenSent };
}

/** "Later" is no word about users. */
function isUnknown({ kind, status = 0, retryAfterMs, mayBeDone }: ServiceError): boolean {
	if (mayBeDone || kind === 'noAnswer' || kind === 'badAnswer') return true;
	const isLater = retryAfterMs !== undefined && status !== 429;
	return kind === 'refused' && (status >= 500 || isLater);
}

function withDoubt(error: ServiceError, isSafe: boolean): ServiceError {
	return error.withMessage(
		`${error.message}, but the notification may have been sent`,
		isSafe
			? 'It is safe to run this again, with Send Once > Per Day only on the same day: nobody receives the same notification twice.'
			: 'Check who received it before you run this again, or use Send Once.',
	);
}
