import { ServiceError, type UserDetail, type Advice } from '../../shared/errors';
import { errorText, refusalOf } from '../../shared/http/refusal';
import type { JsonResponse } from '../../shared/http/json';
import { isObject, type JsonObject } from '../../shared/json';
import { joinedTexts, sentence, shownText } from '../../shared/text';
import { statusClassOf } from '../../shared/status';

/** What the service says if it does not refuse. */
export type NotificationResponse =
	/** With the fields of the response other than `success`. */
	| { status: 'accepted'; response: JsonObject }
	/** The service refuses, but in the Already Sent Words of the credential. */
	| { status: 'alreadySent' };

interface Expected {
	userCount: number;
	hasNonces: boolean;
	alreadySentWords: string[];
	advice: Advice;
}

/**
 * Whether a response with this HTTP status may be in the service's own form (section 2.7). A server that refuses
 * the token, or one in front of the service, does not use that form.
 */
export function mayHoldResponse(status: number): boolean {
	return status >= 400 && !['token', 'rateLimit', 'gateway'].includes(statusClassOf(status));
}

/**
 * Reads a response with any HTTP status (section 2.7).
 * @throws ServiceError for a refusal, with `userDetails` if it has the service's own form; and for a response of
 * any other form
 */
export function readResponse(response: JsonResponse, expected: Expected): NotificationResponse {
	const { status, body } = response;
	const { success, ...fields } = fieldsOf(body);
	if (success === true && status < 400) return { status: 'accepted', response: fields };

	const envelopeStatus = statusIn(response);
	const refusal = refusalOf({ ...response, status: envelopeStatus, advice: expected.advice });
	// With "Request failed with status code N", the service passes on the error of another server. That says
	// nothing about the notification.
	const isPassedOn = refusal.status !== envelopeStatus;
	if (success !== false && status < 400 && !isPassedOn) throw unexpected(body, expected.advice);

	const reason = reasonIn(fields);
	const isKnown = expected.hasNonces && isOneOf(expected.alreadySentWords, reason);
	// With several users, the words may be about any of them, so no single one is known to be notified.
	if (isKnown && expected.userCount === 1) return { status: 'alreadySent' };
	// The body says yes, but the HTTP status says no, so the users may have been notified.
	if (success === true) throw refusal.with({ delivery: 'unknown' });
	// Only `success: false` is a refusal of the service itself.
	if (success !== false || isPassedOn) throw refusal;
	throw ownRefusal(reason, { response, expected, refusal, isKnown });
}

function fieldsOf(body: unknown): JsonObject {
	return isObject(body) ? body : {};
}

/** The reason of a refusal: `reason`, or everything beside `success` if there is none. */
function reasonIn(fields: JsonObject): unknown {
	return fields['reason'] === undefined ? fields : fields['reason'];
}

/** The HTTP status. Inside an HTTP 200, an envelope (section 7.4) that passes on a refusal has a status of its own. */
function statusIn({ status, body }: JsonResponse): number {
	if (!isObject(body) || body['success'] !== undefined || status >= 400) return status;
	return Number(body['status']) || status;
}

interface Refusal {
	response: JsonResponse;
	expected: Expected;
	refusal: ServiceError;
	/** Whether the service already has a notification with one of the nonces. */
	isKnown: boolean;
}

/** The error for a refusal in the service's own form. */
function ownRefusal(reason: unknown, about: Refusal): ServiceError {
	const { response, expected, refusal, isKnown } = about;
	const { details = [], ...words } = fieldsOf(reason);
	// The service also sends these in a refusal, where they are empty.
	delete words['id'];
	delete words['message_ids'];
	const said = errorText(isObject(reason) ? words : reason);
	const mayMeanNonce = expected.hasNonces && !isKnown && /nonce|duplicate|already/i.test(said);
	return refusal.with({
		message: joinedTexts(['The service refused the notification', codeIn(words)], ': '),
		description: joinedTexts([
			said === '' ? 'It gave no reason.' : sentence(`It said: ${shownText(said)}`),
			expected.advice[response.status],
			mayMeanNonce ? NONCE_ADVICE : '',
		]),
		userDetails: userDetailsIn(details),
	});
}

/** A phone number has at least this many digits. */
const PHONE_DIGITS = 7;
const MAX_CODE_CHARACTERS = 60;

/**
 * The code of a refusal, such as TEMPLATE_NOT_FOUND, for the headline of its error: a list of executions shows
 * nothing else. All users of a request get the same headline. A code with as many digits as a phone number is
 * therefore left out, because it might show the phone of one user to another.
 */
function codeIn({ error, code }: JsonObject): string {
	if (isObject(error)) return codeIn(error);
	const codes = [error, code].filter(
		(value) => typeof value === 'string' || typeof value === 'number',
	);
	const shown = codes.map((value) => String(value).trim()).find((value) => value !== '') ?? '';
	const digits = shown.replace(/\D/g, '');
	return digits.length >= PHONE_DIGITS ? '' : shown.slice(0, MAX_CODE_CHARACTERS);
}

const NONCE_ADVICE =
	'If this means that the service already has the notification with this nonce, enter these words, without commas, in the credential under More Settings > Already Sent Words.';

function unexpected(body: unknown, { address = '' }: Advice): ServiceError {
	const sent = `Expected was { "success": true }, and it sent: ${shownText(body)}. ${address}`;
	return new ServiceError('badAnswer', 'The service sent an unexpected response', sent);
}

function userDetailsIn(details: unknown): UserDetail[] {
	const list: unknown[] = Array.isArray(details) ? details : [details];
	return list.flatMap((detail) => {
		const { phone, type, parameter, description } = isObject(detail) ? detail : { type: detail };
		const texts = [errorText(parameter), errorText(description) || errorText(type)];
		const text = joinedTexts(texts, ': ');
		return text === '' ? [] : [{ phone: errorText(phone), text }];
	});
}

/**
 * Whether a refusal says one of the words. Its code, its text, or both as an error shows them must be the same as
 * the word, apart from case and punctuation.
 */
function isOneOf(words: string[], reason: unknown): boolean {
	const { error } = fieldsOf(reason);
	const texts = isObject(reason)
		? [...Object.values(reason), ...Object.values(fieldsOf(error)), errorText(reason)]
		: [reason];
	// A word that consists of punctuation would match every empty text.
	const known = words.map(plainWords).filter((word) => word !== '');
	return texts.some((text) => typeof text === 'string' && known.includes(plainWords(text)));
}

function plainWords(text: string): string {
	const words = text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ');
	return words.trim();
}
