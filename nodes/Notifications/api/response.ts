import { ServiceError } from '../../shared/errors';
import type { Advice } from '../../shared/http/advice';
import { errorText } from '../../shared/http/errorText';
import type { JsonResponse } from '../../shared/http/json';
import { refusalOf } from '../../shared/http/refusal';
import { isObject, type JsonObject } from '../../shared/jsonObject';
import { joinedTexts, sentence, shownText } from '../../shared/text';
import { statusClassOf } from '../../shared/http/status';

export type NotificationResponse =
	/** With what came beside `success`. */
	| { status: 'accepted'; more: JsonObject }
	/** By Already Sent Words. */
	| { status: 'alreadySent' }
	| { status: 'refused'; error: ServiceError; details: Detail[] };

/** What is wrong with a parameter of a user. */
export interface Detail {
	/** Empty where the service names none. */
	phone: string;
	text: string;
}

interface Expected {
	userCount: number;
	hasNonces: boolean;
	alreadySentWords: string[];
	advice: Advice;
}

/**
 * Whether a response with this HTTP status may be the service's own (section 2.7). What refuses the
 * token, or stands in front of the service, does not know that form.
 */
export function mayHoldResponse(status: number): boolean {
	return status >= 400 && !['token', 'pace', 'gateway'].includes(statusClassOf(status));
}

/** Reads a response of any HTTP status (section 2.7). @throws ServiceError for what is not of its form */
export function readResponse(response: JsonResponse, expected: Expected): NotificationResponse {
	const { status, body } = response;
	const { success, ...more } = fieldsOf(body);
	if (success === true && status < 400) return { status: 'accepted', more };

	const ownStatus = statusIn(response);
	const refusal = refusalOf({ ...response, status: ownStatus, advice: expected.advice });
	// "Request failed with status code N": the service reports what another server said to it.
	const isPassedOn = refusal.status !== ownStatus;
	if (success !== false && status < 400 && !isPassedOn) throw unexpected(body, expected.advice);

	const reason = reasonIn(more);
	const isKnown = expected.hasNonces && isOneOf(expected.alreadySentWords, reason);
	// Of several users, the service may mean any.
	if (isKnown && expected.userCount === 1) return { status: 'alreadySent' };
	// It says both yes and no.
	if (success === true) throw refusal.with({ delivery: 'unknown' });
	// Not in the words of the service.
	if (success !== false || isPassedOn) throw refusal;
	return refusedBecause(reason, { response, expected, refusal, isKnown });
}

function fieldsOf(body: unknown): JsonObject {
	return isObject(body) ? body : {};
}

/** All that came beside `success`, where there is no `reason`. */
function reasonIn(more: JsonObject): unknown {
	return more['reason'] === undefined ? more : more['reason'];
}

/** The status of the response; in HTTP 200, that of an envelope (7.4) that passes a refusal on. */
function statusIn({ status, body }: JsonResponse): number {
	if (!isObject(body) || body['success'] !== undefined || status >= 400) return status;
	return Number(body['status']) || status;
}

interface Refusal {
	response: JsonResponse;
	expected: Expected;
	refusal: ServiceError;
	/** The service has a notification with one of the nonces. */
	isKnown: boolean;
}

function refusedBecause(reason: unknown, about: Refusal): NotificationResponse {
	const { response, expected, refusal, isKnown } = about;
	const { details = [], ...words } = fieldsOf(reason);
	// Those of a refusal are empty.
	delete words['id'];
	delete words['message_ids'];
	const said = errorText(isObject(reason) ? words : reason);
	const mayMeanNonce = expected.hasNonces && !isKnown && /nonce|duplicate|already/i.test(said);
	const error = refusal.with({
		// An earlier try may have notified the users all the same.
		delivery: response.delivery === 'unknown' ? 'unknown' : undefined,
		message: joinedTexts(['The service refused the notification', codeIn(words)], ': '),
		description: joinedTexts([
			said === '' ? 'It gave no reason.' : sentence(`It said: ${shownText(said)}`),
			expected.advice[response.status],
			mayMeanNonce ? NONCE_ADVICE : '',
		]),
	});
	return { status: 'refused', error, details: detailsIn(details) };
}

/** A phone number has at least as many. */
const PHONE_DIGITS = 7;
/** Of characters. */
const MAX_CODE = 60;

/**
 * The code of a refusal, such as TEMPLATE_NOT_FOUND, for the headline of its error, which is all that a
 * list of executions shows. All users of a request have the same headline, so a code with as many
 * digits as a phone number is left out: it might show the phone of one user to another.
 */
function codeIn({ error, code }: JsonObject): string {
	if (isObject(error)) return codeIn(error);
	const codes = [error, code].filter(
		(value) => typeof value === 'string' || typeof value === 'number',
	);
	const shown = codes.map((value) => String(value).trim()).find((value) => value !== '') ?? '';
	const digits = shown.replace(/\D/g, '');
	return digits.length >= PHONE_DIGITS ? '' : shown.slice(0, MAX_CODE);
}

const NONCE_ADVICE =
	'If this means that the service already has the notification with this nonce, enter these words, without commas, in the credential under More Settings > Already Sent Words.';

function unexpected(body: unknown, { address = '' }: Advice): ServiceError {
	const sent = `Expected was { "success": true }, and it sent: ${shownText(body)}. ${address}`;
	return new ServiceError('badAnswer', 'The service sent an unexpected response', sent);
}

function detailsIn(details: unknown): Detail[] {
	const list: unknown[] = Array.isArray(details) ? details : [details];
	return list.flatMap((detail) => {
		const { phone, type, parameter, description } = isObject(detail) ? detail : { type: detail };
		const texts = [errorText(parameter), errorText(description) || errorText(type)];
		const text = joinedTexts(texts, ': ');
		return text === '' ? [] : [{ phone: errorText(phone), text }];
	});
}

/**
 * Whether the whole code, the whole text, or both as an error shows them, is one of the words, whatever
 * the case and punctuation.
 */
function isOneOf(words: string[], reason: unknown): boolean {
	const { error } = fieldsOf(reason);
	const texts = isObject(reason)
		? [...Object.values(reason), ...Object.values(fieldsOf(error)), errorText(reason)]
		: [reason];
	// A word of punctuation only would match every empty text.
	const known = words.map(plainWords).filter((word) => word !== '');
	return texts.some((text) => typeof text === 'string' && known.includes(plainWords(text)));
}

function plainWords(text: string): string {
	const words = text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ');
	return words.trim();
}
