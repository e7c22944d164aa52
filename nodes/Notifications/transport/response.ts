import { ServiceError } from '../../shared/errors';
import { isObject, type JsonObject } from '../../shared/field';
import type { JsonResponse } from '../../shared/http/client';
import { type Advice, refusalOf } from '../../shared/http/refusal';
import { concernOf } from '../../shared/http/retry';
import { asJson, joinedTexts, sentence, shownText } from '../../shared/shownText';

/** What came of a request, however it ended: accepted, with what the service said besides, or not. */
export type NotificationResponse = { fields: { response?: JsonObject } } | NotificationRefusal;

export interface NotificationRefusal {
	error: ServiceError;
	/** By Already Sent Words. */
	isKnownNonce: boolean;
	/** Whether smaller requests may get through, or find out which users are at fault. */
	isAboutUsers: boolean;
}

export const ADVICE: Advice = {
	403: 'Check the API Token in the credential, and whether your account may send this template from this flow.',
	404: 'Check Account ID, Flow ID and Template. If your service has no /notifications in its path, enter the Notifications Base URL in the credential up to /api/v1.',
	405: 'Check the Notifications Base URL in the credential.',
	413: 'Lower Options > Batch Size.',
	429: 'Raise Options > Batch Interval, or try again later.',
};

/** What refuses the token, or stands in front of the service, does not know section 2.7. */
export function mayHoldResponse(status: number): boolean {
	return status >= 400 && !['token', 'pace', 'gateway'].includes(concernOf(status));
}

/** Section 2.7, with any HTTP status. @throws ServiceError for everything else */
export function readResponse(
	{ status, body, retryAfterMs, mayBeDone }: JsonResponse,
	{ hasNonces, alreadySentWords }: { hasNonces: boolean; alreadySentWords: string[] },
): NotificationResponse {
	const { success, ...response } = isObject(body) ? body : {};
	if (success === true && status < 400) {
		return { fields: Object.keys(response).length > 0 ? { response } : {} };
	}
	if (success !== false) {
		if (status < 400) throw unexpected(body);
		const refusal = refusalOf({ status, text: asJson(body), retryAfterMs, advice: ADVICE });
		// It says both yes and no.
		throw success === true ? refusal.with({ mayBeDone: true }) : refusal;
	}
	const texts = reasonTexts(response);
	const said = texts.join(': ');
	const error = new ServiceError({
		...{ kind: 'refused', status, retryAfterMs, mayBeDone: mayBeDone || undefined },
		message: 'The service refused the notification',
		description: joinedTexts([
			said === '' ? 'It gave no reason.' : sentence(`It said: ${shownText(said)}`),
			ADVICE[status],
			hasNonces && /nonce|duplicate|already/i.test(said) ? NONCE_ADVICE : '',
		]),
	});
	const isKnownNonce = hasNonces && hasWords(texts, alreadySentWords);
	return { error, isKnownNonce, isAboutUsers: true };
}

const NONCE_ADVICE =
	'If this means that the service already has the notification with this nonce, enter these words in the credential under More Settings > Already Sent Words.';

function unexpected(body: unknown): ServiceError {
	return new ServiceError({
		kind: 'badAnswer',
		message: 'The service sent an unexpected response',
		description: `Expected was { "success": true }, and it sent: ${shownText(body)}. Check the Notifications Base URL in the credential.`,
	});
}

/** A text, or the values of an object such as `{ error, description }`. */
function reasonTexts({ reason, ...others }: JsonObject): string[] {
	const said = reason ?? others;
	const values = isObject(said) ? Object.values(said) : [said];
	return values
		.map((value) => (typeof value === 'string' ? value.trim() : asJson(value)))
		.filter((text) => text !== '');
}

/** As whole words, whatever their case and punctuation. */
export function hasWords(texts: string[], wanted: string[]): boolean {
	const known = wanted.map(plainWords).filter((words) => words.trim() !== '');
	return texts.map(plainWords).some((text) => known.some((words) => text.includes(words)));
}

function plainWords(text: string): string {
	return ` ${text
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.trim()} `;
}
