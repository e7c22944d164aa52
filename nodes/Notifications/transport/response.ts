import { ServiceError } from '../../shared/errors';
import { type Fields, isFields } from '../../shared/field';
import type { JsonResponse } from '../../shared/http/client';
import { type Advice, refusalOf, type Repeat } from '../../shared/http/refusal';
import { asJson, joinedTexts, sentence, shownText } from '../../shared/shownText';

export type NotificationResponse =
	| { isAccepted: true; response: Fields | undefined }
	| { isAccepted: false; error: ServiceError; isKnownNonce: boolean };

export interface ResponseOptions {
	/** `always` where every user of the request has a nonce. */
	repeat: Repeat;
	advice: Advice;
	/** By which a refusal says that the service already has the notification. */
	alreadySentWords: string[];
}

/** Section 2.7, with any HTTP status. @throws ServiceError for everything else */
export function readResponse(
	{ status, body, retryAfterMs, mayBeDone }: JsonResponse,
	{ repeat, advice, alreadySentWords }: ResponseOptions,
): NotificationResponse {
	const { success, ...response } = isFields(body) ? body : {};
	if (success === true && status < 400) {
		return { isAccepted: true, response: isEmpty(response) ? undefined : response };
	}
	if (status >= 400) {
		const refusal = refusalOf({ status, text: asJson(body), retryAfterMs, advice, repeat });
		if (success !== false || refusal.status === 429) throw refusal;
	}
	if (success !== false) throw unexpected(body);

	const { reason, ...others } = response;
	const texts = reasonTexts(reason ?? (isEmpty(others) ? '' : others));
	const said = texts.join(': ');
	const advices = [
		said === '' ? 'It gave no reason.' : `It said: ${shownText(said)}`,
		ADVICE[status],
		repeat === 'always' && /nonce|duplicate|already/i.test(said) ? NONCE_ADVICE : undefined,
	];
	const error = new ServiceError({
		...{ kind: 'refused', status, retryAfterMs, mayBeDone: mayBeDone === true },
		message: 'The service refused the notification',
		description: joinedTexts(advices.map((text = '') => sentence(text))),
	});
	return { isAccepted: false, error, isKnownNonce: hasWords(texts, alreadySentWords) };
}

const ADVICE: Advice = {
	403: 'Check whether your account may send this template from this flow.',
	404: 'Check Account ID, Flow ID and Template.',
};
const NONCE_ADVICE =
	'If this means that the service already has the notification, enter these words in the credential under More Settings > Already Sent Words.';

function unexpected(body: unknown): ServiceError {
	return new ServiceError({
		kind: 'badAnswer',
		mayBeDone: true,
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
	const plain = (text: string) =>
		` ${text
			.toLowerCase()
			.replace(/[^\p{L}\p{N}]+/gu, ' ')
			.trim()} `;
	const known = wanted.map(plain).filter((words) => words.trim() !== '');
	return texts.some((text) => known.some((words) => plain(text).includes(words)));
}

function isEmpty(fields: Fields): boolean {
	return Object.keys(fields).length === 0;
}
