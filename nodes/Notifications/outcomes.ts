import type { ServiceError, UserDetail } from '../shared/errors';
import type { JsonObject } from '../shared/json';
import { joinedTexts, sentence } from '../shared/text';
import { isSuccess, statusClassOf } from '../shared/status';
import type { Message, NotificationRequest } from './message/message';
import { digitsOf, withoutNumbersOf } from './message/shownPhone';
import type { Failure, ItemOutcome } from './run';

/** A longer response is only shown on the first item of its request. */
const MAX_REPEATED_CHARACTERS = 1_000;

/** @param response the fields of the response other than `success` */
export function acceptedOutcomes(
	{ messages }: NotificationRequest,
	response: JsonObject,
): ItemOutcome[] {
	const first = messages.length === 1 ? fieldsOfOne(response) : inResponse(response);
	// Written once for all messages, since a response may be long.
	const json = messages.length === 1 ? '{}' : jsonOfShort(first);
	return messages.map((message, place) => {
		// Each item has its own copy, because a node that follows may change its items.
		const fields = place === 0 ? first : (JSON.parse(json) as object);
		return { value: { status: 'accepted', message, fields } };
	});
}

/** The fields as JSON: an empty object for a response that is too long, or too deeply nested to be written. */
function jsonOfShort(fields: object): string {
	try {
		const json = JSON.stringify(fields);
		return json.length <= MAX_REPEATED_CHARACTERS ? json : '{}';
	} catch {
		return '{}';
	}
}

/**
 * Whether a success says anything that is neither an ID nor empty, such as a list of users who failed.
 * @param response the fields of the response other than `success`
 */
export function saysMoreThanIds(response: JsonObject): boolean {
	return Object.entries(response).some(([name, value]) => {
		const isAnId = /(?:^|_)ids?$|Ids?$/.test(name);
		return !isAnId && !isSuccessStatus(name, value) && !isEmpty(value);
	});
}

/** Whether a field repeats the status of HTTP, as a number or a text. */
function isSuccessStatus(name: string, value: unknown): boolean {
	const isScalar = typeof value === 'number' || typeof value === 'string';
	return name === 'status' && isScalar && isSuccess(Number(value));
}

function isEmpty(value: unknown): boolean {
	if (value === null || value === undefined) return true;
	if (typeof value === 'string') return value.trim() === '';
	return typeof value === 'object' && Object.keys(value).length === 0;
}

/** In a request with one user, `id` and `message_ids` belong to that user. */
function fieldsOfOne({ id, message_ids: messageIds, ...others }: JsonObject): JsonObject {
	const notificationId = isId(id) ? { notificationId: String(id) } : {};
	const ofMessages = Array.isArray(messageIds) && messageIds.length > 0 ? { messageIds } : {};
	return { ...notificationId, ...ofMessages, ...inResponse(others) };
}

function isId(value: unknown): boolean {
	return ['string', 'number'].includes(typeof value) && value !== '';
}

function inResponse(response: JsonObject): JsonObject {
	return Object.keys(response).length > 0 ? { response } : {};
}

export function alreadySentOutcome(message: Message): ItemOutcome {
	const reason = 'The service already has a notification with this nonce';
	return { value: { status: 'alreadySent', message, fields: { reason } } };
}

const MAY_BE_SENT = 'the notification may have been sent';
const SAFE_AGAIN =
	'It is safe to run this again, with Send Once > Once a Day only on the same day: nobody receives the same notification twice.';
const CHECK_FIRST = 'Check who received it before you run this again, or use Send Once.';
const WITH_ONE =
	'With Options > Users per Request 1, it is known which user is at fault, and no other user fails.';

/** The error of a request, for each of its messages. No user sees the number of another. */
export function failedOutcomes(
	{ messages, hasNonces }: NotificationRequest,
	error: ServiceError,
): Failure[] {
	const { userDetails } = error;
	const { length: count } = messages;
	// The service may have notified some users before it came to the one at fault.
	const mayBePartly = count > 1 && (userDetails !== undefined || isOfContent(error));
	const mayHaveBeenSent = error.delivery === 'unknown' || mayBePartly;
	const text = mayHaveBeenSent ? `${error.message}, but ${MAY_BE_SENT}` : error.message;
	const runAgain = hasNonces ? SAFE_AGAIN : CHECK_FIRST;
	const advice = joinedTexts([
		mayHaveBeenSent ? runAgain : '',
		count > 1 ? `The request had ${count} users, and every user in it failed. ${WITH_ONE}` : '',
	]);
	const shownTo = shownToOne(messages, error.description, userDetails);
	return messages.map((message) => {
		const warnings = userDetails === undefined ? '' : warningsOf(message);
		const own = error
			.with({ message: text, description: shownTo(message) })
			.withAdvice(joinedTexts([warnings, advice]));
		return { message, error: own, mayHaveBeenSent };
	});
}

/** The warnings of a message, as sentences: one of them may be the reason of a refusal. */
function warningsOf({ templateWarnings, contentWarnings }: Message): string {
	return joinedTexts([...templateWarnings, ...contentWarnings].map(sentence));
}

/** Whether a refusal may be about the content of the request, such as one of its users. */
function isOfContent({ kind, status = 0 }: ServiceError): boolean {
	const classes = ['content', 'permission', 'other'];
	return kind === 'refused' && classes.includes(statusClassOf(status));
}

/**
 * What the service said, in the form that one of several users may see: without the numbers of the others, and
 * without the details about them.
 */
function shownToOne(
	messages: Message[],
	description: string,
	userDetails: readonly UserDetail[] = [],
): (message: Message) => string {
	const numbers = messages.map(({ user }) => user.phone);
	const phones = new Set(numbers.map(digitsOf));
	const hide = messages.length === 1 ? undefined : withoutNumbersOf(numbers);
	const shown = (text: string) => sentence(hide?.(text) ?? text);
	// The details about each user. Those about nobody in the request, or about all, have the empty text as their key.
	const byPhone = new Map<string, string>();
	for (const { phone, text } of userDetails) {
		const user = phones.has(digitsOf(phone)) ? digitsOf(phone) : '';
		byPhone.set(user, joinedTexts([byPhone.get(user), shown(text)]));
	}
	const said = shown(description);
	return ({ user }: Message) =>
		joinedTexts([said, byPhone.get(digitsOf(user.phone)), byPhone.get('')]);
}
