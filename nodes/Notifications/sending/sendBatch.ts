import { asError, ServiceError } from '../../shared/errors';
import type { Fields } from '../../shared/field';
import { concernOf, nextStep } from '../../shared/http/retry';
import { asJson, joinedTexts } from '../../shared/shownText';
import type { Message } from '../message/message';
import type { NotificationsApi } from '../transport/notificationsApi';
import type { NotificationRefusal, NotificationResponse } from '../transport/response';
import type { Batch } from './batch';

export type Outcome =
	| { status: 'accepted'; response: Fields | undefined }
	| { status: 'alreadySent' }
	| { status: 'failed'; error: ServiceError; mayHaveBeenSent: boolean };

export interface SendBatchOptions {
	api: NotificationsApi;
	signal: AbortSignal;
	/** Lets n8n do other work. */
	pause(): Promise<void> | undefined;
	/** Called before the first request: from now on users may be notified. */
	onStart(): void;
	onOutcome(message: Message, outcome: Outcome): void;
	/** The refusal of a larger request that had these users. */
	refusedWhole?: ServiceError;
}

/**
 * A refused batch is split in halves until the users at fault stand alone, but only where every
 * user has a nonce, so that nobody is notified again. Every message gets one outcome.
 */
export async function sendBatch(batch: Batch, options: SendBatchOptions): Promise<void> {
	const { messages, hasNonces } = batch;
	const response = await responseTo(batch, options);
	if (response.isAccepted) return await acceptAll(messages, response.response, options);
	if (hasNonces && messages.length > 1 && response.isAboutUsers) {
		const half = Math.ceil(messages.length / 2);
		for (const part of [messages.slice(0, half), messages.slice(half)]) {
			const refusedWhole = response.error;
			await sendBatch({ ...batch, messages: part }, { ...options, refusedWhole });
		}
		return;
	}
	const isAlreadySent = hasNonces && messages.length === 1 && response.isKnownNonce;
	const outcome: Outcome = isAlreadySent
		? { status: 'alreadySent' }
		: failedOutcome(response, batch, options.refusedWhole);
	for (const message of messages) options.onOutcome(message, outcome);
}

async function responseTo(
	{ messages, ...target }: Batch,
	{ api, signal, onStart, refusedWhole }: SendBatchOptions,
): Promise<NotificationResponse> {
	try {
		await api.ready();
		onStart();
		const users = messages.map(({ user }) => user);
		return await api.send({ ...target, users }, refusedWhole);
	} catch (caught) {
		signal.throwIfAborted();
		const error = caught instanceof ServiceError ? caught : notSentByN8n(asError(caught));
		// Other users would wait in vain as long.
		const isPaused = nextStep(error, 'always') === 'pause';
		const isAboutUsers = !isPaused && concernOf(error.status ?? 0) === 'content';
		return { isAccepted: false, error, isKnownNonce: false, isAboutUsers };
	}
}

function notSentByN8n({ message }: Error): ServiceError {
	const about = { message: 'n8n could not send the request', description: message };
	return new ServiceError({ kind: 'noAnswer', ...about });
}

/** A longer response is shown on the first item of its request alone. */
const MAX_REPEATED_RESPONSE = 1000;

/** Each gets a copy of its own, since nodes that follow may change it. */
async function acceptAll(
	messages: Message[],
	response: Fields | undefined,
	{ pause, onOutcome }: SendBatchOptions,
): Promise<void> {
	const isLong = response && asJson(response).length > MAX_REPEATED_RESPONSE;
	for (const [place, message] of messages.entries()) {
		await pause();
		const own = isLong && place > 0 ? undefined : structuredClone(response);
		onOutcome(message, { status: 'accepted', response: own });
	}
}

function failedOutcome(
	{ error, isAboutUsers }: NotificationRefusal,
	{ messages: { length: count }, hasNonces }: Batch,
	refusedWhole: ServiceError | undefined,
): Outcome {
	// The service may have notified some users before it came to the one at fault.
	const isUnclear = ['permission', 'other'].includes(concernOf(error.status ?? 0));
	const isPartly = count > 1 && (isAboutUsers || (error.kind === 'refused' && isUnclear));
	const isOpen = isPartly || error.mayBeDone || refusedWhole?.mayBeDone === true;
	const message = isOpen ? `${error.message}, but ${MAY_BE_SENT}` : error.message;
	const mayHaveBeenSent = isOpen || refusedWhole !== undefined;
	const why = isAboutUsers && !hasNonces ? NOT_ONE_BY_ONE : '';
	const advice = joinedTexts([
		refusedWhole ? AFTER_WHOLE : '',
		mayHaveBeenSent ? (hasNonces ? SAFE_AGAIN : CHECK_FIRST) : '',
		count > 1 ? `The request had ${count} users, and every user in it failed${why}.` : '',
	]);
	return { status: 'failed', error: error.withMessage(message, advice), mayHaveBeenSent };
}

const MAY_BE_SENT = 'the notification may have been sent';
const AFTER_WHOLE =
	'The service refused a request with more users before, and may have notified some of them. With Options > Batch Size 1 this is known.';
const SAFE_AGAIN =
	'It is safe to run this again, with Send Once > Per Day only on the same day: nobody receives the same notification twice.';
const CHECK_FIRST = 'Check who received it before you run this again, or use Send Once.';
const NOT_ONE_BY_ONE = ', because users without a nonce cannot be tried again one by one';
