import type { ServiceError } from '../../shared/errors';
import { concernOf, nextStep } from '../../shared/http/retry';
import { asJson, joinedTexts } from '../../shared/shownText';
import type { Message } from '../message/message';
import type { NotificationsApi } from '../transport/notificationsApi';
import type { NotificationRefusal } from '../transport/response';

/** The messages of one request. */
export interface Batch {
	requestIndex: number;
	accountId: string;
	flowId: string;
	template: string;
	/** Of all its users, or of none. */
	hasNonces: boolean;
	messages: Message[];
	/** From now on, users may be notified. */
	isStarted: boolean;
}

/** In the order of their first messages, each with at most `size`. */
export async function toBatches(
	messages: readonly Message[],
	size: number,
	pause: () => Promise<void> | undefined,
): Promise<Batch[]> {
	const batches: Batch[] = [];
	const open = new Map<string, Batch>();
	for (const message of messages) {
		await pause();
		const { accountId, flowId, template, user } = message;
		const to = { accountId, flowId, template, hasNonces: user.nonce !== '' };
		const key = JSON.stringify(to);
		let batch = open.get(key);
		if (!batch || batch.messages.length >= size) {
			batch = { requestIndex: batches.length, ...to, messages: [], isStarted: false };
			batches.push(batch);
			open.set(key, batch);
		}
		batch.messages.push(message);
	}
	return batches;
}

export type BatchResult = { message: Message; requestIndex: number } & (
	| { status: 'accepted' | 'alreadySent'; fields: object }
	| { status: 'failed'; error: ServiceError; mayHaveBeenSent: boolean }
);

export interface SendBatchOptions {
	api: NotificationsApi;
	/** The refusal of a larger request that had these users. */
	refusedWhole?: ServiceError;
}

/**
 * One result for each message. A refused batch is split in halves until the users at fault stand
 * alone, but only where every user has a nonce, so that nobody is notified again.
 */
export async function* sendBatch(
	batch: Batch,
	{ api, refusedWhole }: SendBatchOptions,
): AsyncGenerator<BatchResult> {
	const { messages, hasNonces, requestIndex } = batch;
	await api.ready();
	batch.isStarted = true;
	const users = messages.map(({ user }) => user);
	const response = await api.send({ ...batch, users }, refusedWhole);
	if ('fields' in response) {
		const isLong = asJson(response.fields).length > MAX_REPEATED_RESPONSE;
		for (const [place, message] of messages.entries()) {
			// Each has a copy of its own, since nodes that follow may change it.
			const fields = isLong && place > 0 ? {} : structuredClone(response.fields);
			yield { message, requestIndex, status: 'accepted', fields };
		}
	} else if (hasNonces && messages.length > 1 && response.isAboutUsers) {
		const half = Math.ceil(messages.length / 2);
		for (const part of [messages.slice(0, half), messages.slice(half)]) {
			yield* sendBatch({ ...batch, messages: part }, { api, refusedWhole: response.error });
		}
	} else {
		const isAlreadySent = messages.length === 1 && response.isKnownNonce;
		const outcome = isAlreadySent ? ALREADY_SENT : failedOutcome(response, batch, refusedWhole);
		for (const message of messages) yield { message, requestIndex, ...outcome };
	}
}

const ALREADY_SENT = {
	status: 'alreadySent' as const,
	fields: { reason: 'The service already has a notification with this nonce' },
};

/** A longer response is shown on the first item of its request alone. */
const MAX_REPEATED_RESPONSE = 1000;

function failedOutcome(
	{ error, isAboutUsers }: NotificationRefusal,
	{ messages: { length: count }, hasNonces }: Batch,
	refusedWhole: ServiceError | undefined,
) {
	// The service may have notified some users before it came to the one at fault.
	const isUnclear =
		error.kind === 'refused' &&
		nextStep(error, 'always') !== 'pause' &&
		['permission', 'other'].includes(concernOf(error.status ?? 0));
	const isPartly = count > 1 && (isAboutUsers || isUnclear);
	const isOpen = isPartly || error.mayBeDone || refusedWhole?.mayBeDone === true;
	const message = isOpen ? `${error.message}, but ${MAY_BE_SENT}` : error.message;
	const mayHaveBeenSent = isOpen || refusedWhole !== undefined;
	const why = isAboutUsers && !hasNonces ? NOT_ONE_BY_ONE : '';
	const advice = joinedTexts([
		refusedWhole ? AFTER_WHOLE : '',
		mayHaveBeenSent ? (hasNonces ? SAFE_AGAIN : CHECK_FIRST) : '',
		count > 1 ? `The request had ${count} users, and every user in it failed${why}.` : '',
	]);
	const status = 'failed' as const;
	return { status, error: error.withMessage(message, advice), mayHaveBeenSent };
}

const MAY_BE_SENT = 'the notification may have been sent';
const AFTER_WHOLE =
	'The service refused a request with more users before, and may have notified some of them. With Options > Batch Size 1 this is known.';
const SAFE_AGAIN =
	'It is safe to run this again, with Send Once > Per Day only on the same day: nobody receives the same notification twice.';
const CHECK_FIRST = 'Check who received it before you run this again, or use Send Once.';
const NOT_ONE_BY_ONE = ', because users without a nonce cannot be tried again one by one';
