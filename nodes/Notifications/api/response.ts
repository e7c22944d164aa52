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

/** What refuses the token, or stands in front of the service, does not know section 2.7. */
export function mayHoldResponse(status: number): boolean {
	return status >= 400 && !['token', 'pace', 'gateway'].includes(statusClassOf(status));
}

/** Section 2.7, with any HTTP status. @throws ServiceError for everything else */
export function readResponse(response: JsonResponse, expected: Expected): NotificationResponse {
	const { status, body, mayBeDone } = response;
	const { success, ...more } = isObject(body) ? body : {};
	if (success === true && status < 400) return { status: 'accepted', more };
	const { userCount, hasNonces, alreadySentWords, advice } = expected;
	// An envelope (7.4) in HTTP 200 passes on the refusal of another server, too.
	const code = (success === undefined && status < 400 && Number(more['status'])) || status;
	const refusal = refusalOf({ ...response, status: code, advice });
	const isPassedOn = refusal.status !== code;
	if (success !== false && status < 400 && !isPassedOn) throw unexpected(body, advice);

	const { reason = more } = more;
	const isKnown = hasNonces && isOneOf(alreadySentWords, reason);
	// Of several users, the service may mean any.
	if (isKnown && userCount === 1) return { status: 'alreadySent' };
	// It says both yes and no.
	if (success === true) throw refusal.with({ mayBeDone: true });
	// Not in the words of the service.
	if (success !== false || isPassedOn) throw refusal;

	const { details = [], ...words } = isObject(reason) ? reason : {};
	// Those of a refusal are empty.
	delete words['id'];
	delete words['message_ids'];
	const said = errorText(isObject(reason) ? words : reason);
	const error = refusal.with({
		mayBeDone: mayBeDone || undefined,
		message: 'The service refused the notification',
		description: joinedTexts([
			said === '' ? 'It gave no reason.' : sentence(`It said: ${shownText(said)}`),
			advice[status],
			hasNonces && !isKnown && /nonce|duplicate|already/i.test(said) ? NONCE_ADVICE : '',
		]),
	});
	return { status: 'refused', error, details: detailsIn(details) };
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

/** Whether the whole code, the whole text, or both as an error shows them, is one of the words, whatever the case and punctuation. */
function isOneOf(words: string[], reason: unknown): boolean {
	const texts = isObject(reason) ? [...Object.values(reason), errorText(reason)] : [reason];
	// One of punctuation alone would be every empty text.
	const known = words.map(plainWords).filter((word) => word !== '');
	return texts.some((text) => typeof text === 'string' && known.includes(plainWords(text)));
}

function plainWords(text: string): string {
	const words = text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ');
	return words.trim();
}
