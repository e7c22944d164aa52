import { ServiceError } from '../../shared/errors';
import { type Fields, isFields } from '../../shared/field';
import type { JsonResponse } from '../../shared/http/client';
import { type Advice, refusalOf } from '../../shared/http/refusal';
import { concernOf } from '../../shared/http/retry';
import { asJson, joinedTexts, sentence, shownText } from '../../shared/shownText';

export type NotificationResponse =
	{ isAccepted: true; response: Fields | undefined } | NotificationRefusal;

export interface NotificationRefusal {
	isAccepted: false;
	error: ServiceError;
	isKnownNonce: boolean;
	/** Whether smaller requests may get through, or find out which users are at fault. */
	isAboutUsers: boolean;
}

export interface ResponseOptions {
	hasNonces: boolean;
	alreadySentWords: string[];
	advice: Advice;
}

/** What refuses the token, or stands in front of the service, does not know section 2.7. */
export function mayHoldResponse(status: number): boolean {
	return status >= 400 && !['token', 'pace', 'gateway'].includes(concernOf(status));
}

/** Section 2.7, with any HTTP status. @throws ServiceError for everything else */
export function readResponse(
	{ status, body, retryAfterMs, mayBeDone }: JsonResponse,
	{ hasNonces, alreadySentWords, advice }: ResponseOptions,
): NotificationResponse {
	const { success, ...response } = isFields(body) ? body : {};
	if (success === true && status < 400) {
		return { isAccepted: true, response: isEmpty(response) ? undefined : response };
	}
	if (success !== false) {
		if (status < 400) throw unexpected(body);
		throw refusalOf({ status, text: asJson(body), retryAfterMs, advice });
	}
	const { reason, ...others } = response;
	const texts = reasonTexts(reason ?? (isEmpty(others) ? '' : others));
	const said = texts.join(': ');
	const error = new ServiceError({
		...{ kind: 'refused', status, retryAfterMs, mayBeDone: mayBeDone || undefined },
		message: 'The service refused the notification',
		description: joinedTexts([
			said === '' ? 'It gave no reason.' : sentence(`It said: ${shownText(said)}`),
			advice[status],
			hasNonces && /nonce|duplicate|already/i.test(said) ? NONCE_ADVICE : '',
		]),
	});
	const isKnownNonce = hasWords(texts, alreadySentWords);
	return { isAccepted: false, error, isKnownNonce, isAboutUsers: true };
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

/** A text, or `{ error, description }`; anything else is shown as JSON. */
export function reasonTexts(reason: unknown): string[] {
	if (typeof reason === 'string') return reason.trim() === '' ? [] : [reason.trim()];
	if (isFields(reason) && Object.keys(reason).length === 2) {
		const { error, description } = reason;
		const isCode = typeof error === 'string' || typeof error === 'number';
		if (isCode && typeof description === 'string') return [String(error), description];
	}
	return [asJson(reason)];
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

function isEmpty(fields: Fields): boolean {
	return Object.keys(fields).length === 0;
}
