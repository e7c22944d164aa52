import { type Advice, ServiceError } from '../../shared/errors';
import type { JsonResponse } from '../../shared/http/json';
import { errorText, refusalOf } from '../../shared/http/refusal';
import { isObject, type JsonObject } from '../../shared/json';
import { isSuccess, statusClassOf } from '../../shared/status';
import { joinedTexts, sentence, shownText } from '../../shared/text';
import type { Accepted, NotSentAgain } from '../message/result';

interface Expected {
	hasNonce: boolean;
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
 * @throws ServiceError for a refusal, and for a response of any other form
 */
export function readResponse(response: JsonResponse, expected: Expected): Accepted | NotSentAgain {
	const { status, body } = response;
	const { advice } = expected;
	const { success, ...fields } = isObject(body) ? body : ({} as JsonObject);
	if (success === true && status < 400) return acceptedResult(fields);

	const envelopeStatus = statusIn(response);
	const refusal = refusalOf({ ...response, status: envelopeStatus, advice });
	// With "Request failed with status code N", the service passes on the error of another server. That says
	// nothing about the notification.
	const isPassedOn = refusal.status !== envelopeStatus;
	if (success !== false && status < 400 && !isPassedOn) throw unexpected(body, advice);
	// The body says yes, but the HTTP status says no, so the users may have been notified.
	if (success === true) throw refusal.with({ delivery: 'unknown' });
	// Only `success: false` is a refusal of the service itself.
	if (success !== false || isPassedOn) throw refusal;

	return refused(fields, { refusal, status, expected });
}

interface Refused {
	refusal: ServiceError;
	/** Of HTTP. */
	status: number;
	expected: Expected;
}

/**
 * What a refusal in the service's own form means.
 * @throws ServiceError unless it says that the service has the notification already
 */
function refused(fields: JsonObject, { refusal, status, expected }: Refused): NotSentAgain {
	const { hasNonce, alreadySentWords, advice } = expected;
	const texts = textsIn(fields);
	const known = alreadySentWords.map(plainWords);
	if (hasNonce && texts.some((text) => text !== '' && known.includes(plainWords(text)))) {
		const reason = 'The service already has a notification with this nonce';
		return { status: 'alreadySent', reason };
	}
	const said = shownText(errorText(fields));
	const mayMeanNonce = hasNonce && /nonce|duplicate|already/i.test(said);
	throw refusal.with({
		message: joinedTexts(
			['The service refused the notification', texts[0]?.slice(0, MAX_HEADLINE)],
			': ',
		),
		description: joinedTexts([
			sentence(`It said: ${said}`),
			advice[status],
			mayMeanNonce ? NONCE_ADVICE : '',
		]),
	});
}

/** The HTTP status. Inside an HTTP 200, an envelope (section 7.4) that passes on a refusal has a status of its own. */
function statusIn({ status, body }: JsonResponse): number {
	if (!isObject(body) || body['success'] !== undefined || status >= 400) return status;
	return Number(body['status']) || status;
}

function unexpected(body: unknown, { address = '' }: Advice): ServiceError {
	const sent = `Expected was { "success": true }, and it sent: ${shownText(body)}. ${address}`;
	return new ServiceError('badAnswer', 'The service sent an unexpected response', sent);
}

const MAX_HEADLINE = 100;
const NONCE_ADVICE =
	'If this means that the service already has the notification with this nonce, enter these words, without commas, in the credential under More Settings > Already Sent Words.';

/** The fields of the response other than `success`. */
function acceptedResult(fields: JsonObject): Accepted {
	const others = { ...fields };
	const takeIds = (name: string): string | null => {
		const ids = [others[name]].flat();
		const areIds = ids.every((id) => typeof id === 'string' || typeof id === 'number');
		if (areIds || isEmpty(others[name])) delete others[name];
		return areIds ? ids.join(', ') || null : null;
	};
	return {
		status: 'accepted',
		notificationId: takeIds('id'),
		messageIds: takeIds('message_ids'),
		response: Object.keys(others).length > 0 ? jsonOf(others) : null,
		saysMore: Object.entries(others).some(saysMoreThanIds),
	};
}

/** Always JSON, unlike `asJson`, so that a node that follows can parse it. */
function jsonOf(fields: JsonObject): string {
	try {
		return JSON.stringify(fields);
	} catch {
		return '"It is too deeply nested to show."';
	}
}

function saysMoreThanIds([name, value]: [string, unknown]): boolean {
	const isAnId = /(?:^|_)ids?$|Ids?$/.test(name);
	const isScalar = typeof value === 'number' || typeof value === 'string';
	const isStatusOfHttp = name === 'status' && isScalar && isSuccess(Number(value));
	return !isAnId && !isStatusOfHttp && !isEmpty(value);
}

function isEmpty(value: unknown): boolean {
	if (value === null || value === undefined) return true;
	if (typeof value === 'string') return value.trim() === '';
	return typeof value === 'object' && Object.keys(value).length === 0;
}

/** All texts in a response, at any depth. */
function textsIn(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function plainWords(text: string): string {
	const words = text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ');
	return words.trim();
}
