import { asError, ServiceError } from '../shared/errors';
import type { JsonObject } from '../shared/jsonObject';
import { asJson, joinedTexts, sentence, shownText } from '../shared/text';
import { isSuccess, statusClassOf } from '../shared/http/status';
import type { Failed, Message, NotificationRequest, Outcome } from './message/message';
import { digitsOf, withoutNumbersOf } from './message/shownPhone';
import type { Detail } from './api/response';

/** A longer response, or one too deeply nested to copy, is shown on the first item of its request alone. */
const MAX_REPEATED_RESPONSE = 1_000;

/** @param more what the service said beside `success` */
export function acceptedOutcomes({ messages }: NotificationRequest, more: JsonObject): Outcome[] {
	const fields = messages.length === 1 ? fieldsOfOne(more) : inResponse(more);
	const json = asJson(fields);
	const isRepeated = json.startsWith('{') && json.length <= MAX_REPEATED_RESPONSE;
	// Each has a copy of its own, since nodes that follow may change it.
	const copy = () => (isRepeated ? (JSON.parse(json) as object) : {});
	return messages.map((message, place) => ({
		status: 'accepted',
		message,
		more: place === 0 ? fields : copy(),
	}));
}

/**
 * Whether a success says anything that is neither an ID nor empty, such as a list of users who failed.
 * @param more what the service said beside `success`
 */
export function saysMoreThanIds(more: JsonObject): boolean {
	return Object.entries(more).some(([name, value]) => {
		const isAnId = /(?:^|_)ids?$|Ids?$/.test(name);
		// Its own status repeats that of HTTP.
		const isSuccessStatus = name === 'status' && isSuccess(Number(value));
		return !isAnId && !isSuccessStatus && !isEmpty(value);
	});
}

function isEmpty(value: unknown): boolean {
	if (value === null || value === undefined) return true;
	if (typeof value === 'string') return value.trim() === '';
	return typeof value === 'object' && Object.keys(value).length === 0;
}

/** The IDs that came with it are its own. */
function fieldsOfOne({ id, message_ids: messageIds, ...others }: JsonObject): JsonObject {
	const notificationId = isId(id) ? { notificationId: String(id) } : {};
	const ofMessages = Array.isArray(messageIds) && messageIds.length > 0 ? { messageIds } : {};
	return { ...notificationId, ...ofMessages, ...inResponse(others) };
}

const isId = (value: unknown) => ['string', 'number'].includes(typeof value) && value !== '';

const inResponse = (response: JsonObject) => (Object.keys(response).length > 0 ? { response } : {});

export function alreadySentOutcome(message: Message): Outcome {
	const reason = 'The service already has a notification with this nonce';
	return { status: 'alreadySent', message, more: { reason } };
}

const MAY_BE_SENT = 'the notification may have been sent';
const SAFE_AGAIN =
	'It is safe to run this again, with Send Once > Once a Day only on the same day: nobody receives the same notification twice.';
const CHECK_FIRST = 'Check who received it before you run this again, or use Send Once.';
const WITH_ONE =
	'With Options > Users per Request 1, it is known which user is at fault, and no other user fails.';

/** @param details what the service found wrong, if the refusal is its own */
export function failedOutcomes(
	{ messages, hasNonces }: NotificationRequest,
	{ error, details }: { error: ServiceError; details?: Detail[] },
): Failed[] {
	const { length: count } = messages;
	// The service may have notified some users before it came to the one at fault.
	const isPartly = count > 1 && (details !== undefined || isOfContent(error));
	const mayHaveBeenSent = error.delivery === 'unknown' || isPartly;
	const text = mayHaveBeenSent ? `${error.message}, but ${MAY_BE_SENT}` : error.message;
	const runAgain = hasNonces ? SAFE_AGAIN : CHECK_FIRST;
	const advice = joinedTexts([
		mayHaveBeenSent ? runAgain : '',
		count > 1 ? `The request had ${count} users, and every user in it failed. ${WITH_ONE}` : '',
	]);
	const shownTo = shownToOne(messages, error.description, details);
	return messages.map((message) => {
		const warnings = details === undefined ? '' : warningsOf(message);
		const own = error
			.with({ message: text, description: shownTo(message) })
			.withAdvice(joinedTexts([warnings, advice]));
		return { status: 'failed', message, error: own, mayHaveBeenSent };
	});
}

/** What may be the reason of a refusal, as sentences. */
function warningsOf({ templateWarnings, contentWarnings }: Message): string {
	return joinedTexts([...templateWarnings, ...contentWarnings].map(sentence));
}

function isOfContent({ kind, status = 0 }: ServiceError): boolean {
	const concerns = ['content', 'permission', 'other'];
	return kind === 'refused' && concerns.includes(statusClassOf(status));
}

/** What the service said, as one of several users may see it: without the numbers and details of the others. */
function shownToOne(messages: Message[], description: string, details: Detail[] = []) {
	const numbers = messages.map(({ user }) => user.phone);
	const phones = new Set(numbers.map(digitsOf));
	const hide = messages.length === 1 ? undefined : withoutNumbersOf(numbers);
	const shown = (text: string) => sentence(hide?.(text) ?? text);
	// By user; those that are about no user of the request, or about all, under the empty text.
	const byPhone = new Map<string, string>();
	for (const { phone, text } of details) {
		const user = phones.has(digitsOf(phone)) ? digitsOf(phone) : '';
		byPhone.set(user, joinedTexts([byPhone.get(user), shown(text)]));
	}
	const said = shown(description);
	return ({ user }: Message) =>
		joinedTexts([said, byPhone.get(digitsOf(user.phone)), byPhone.get('')]);
}

/** The service sends a nonce once, so a duplicate gets the same result as the first message. */
export function outcomeOfDuplicate(message: Message, first: Message, outcome: Outcome): Outcome {
	const { itemIndex } = first;
	if (outcome.status !== 'failed') {
		const reason = `Item ${itemIndex} has the same nonce, and the service sends each nonce once`;
		return { status: 'skipped', message, more: { reason } };
	}
	const failed = `Not sent, because item ${itemIndex} with the same nonce failed`;
	const said = `That item says: ${shownText(asError(outcome.error).message)}`;
	const error = new ServiceError('refused', failed, said);
	return { status: 'failed', message, error, mayHaveBeenSent: outcome.mayHaveBeenSent };
}
