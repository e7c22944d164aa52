import { ServiceError, type ServiceErrorDetails } from '../../shared/errors';
import { type Fields, isFields } from '../../shared/field';
import type { JsonResponse } from '../../shared/http/client';
import { type Advice, refusalOf, type Repeat, wordsIn } from '../../shared/http/refusal';
import { asJson, joinedTexts, shownText } from '../../shared/shownText';
import type { User } from '../message/message';
import { personOf } from '../message/phone';

export type NotificationAnswer =
	| { isAccepted: true; response: Fields | undefined; failures: UserFailure[]; mayBeDone: boolean }
	| { isAccepted: false; error: ServiceError; isNonceKnown: boolean };

export interface UserFailure {
	/** More than one where users share a phone. */
	places: number[];
	words: string;
}

/** Of what stands in front of the service, or about the token alone. */
const OTHERS = [401, 408, 413, 429, 502, 503, 504];

const TOO_MANY = /requests|calls|rate[\s_-]*limit[\s_-]*exceeded|throttled/i;

/** Which HTTP statuses may carry an answer in the form of section 2.7; redirects never do. */
export function mayBeAnswer(status: number): boolean {
	return status >= 400 && !OTHERS.includes(status);
}

export function isEmptySuccess(status: number): boolean {
	return status === 201 || status === 202 || status === 204;
}

/** `success: false` is a refusal, whatever HTTP says. @throws ServiceError for all but an answer */
export function readAnswer(
	{ status, body, retryAfterMs, mayBeDone = false }: JsonResponse,
	{ users, ...asked }: { users: User[]; advice: Advice; repeat: Repeat },
): NotificationAnswer {
	const isEmpty = body === null && isEmptySuccess(status);
	if (isEmpty) return { isAccepted: true, response: undefined, failures: [], mayBeDone };
	const success = isFields(body) ? readSuccess(body['success']) : undefined;
	if (!isFields(body) || success === undefined || (success && status >= 400)) {
		if (status >= 400) throw refusalOf({ status, text: asJson(body), retryAfterMs, ...asked });
		throw new ServiceError({
			kind: 'badAnswer',
			mayBeDone: true,
			message: 'The response did not come from the notification service',
			description: `The response: ${shownText(body)}. Check the base URL in the credential.`,
		});
	}
	const { reason, ...others } = body;
	delete others['success'];
	const words = reasonWords(reason);
	if (success) {
		const given = words === '' ? others : { reason, ...others };
		const response = Object.keys(given).length === 0 ? undefined : given;
		const failures = failuresIn(others, placesBy(users));
		return { isAccepted: true, response, failures, mayBeDone };
	}
	const said = words || reasonWords(others);
	// "Too many requests" may be said with any status, but a quota or a field may be meant.
	const isLater = status >= 400 || retryAfterMs !== undefined || TOO_MANY.test(said);
	const refusal = refusalOf({ status: Math.max(status, 400), text: said, retryAfterMs, ...asked });
	if (isLater && refusal.status === 429) throw refusal;
	const error = refusedFor(said, { status, retryAfterMs, mayBeDone });
	return { isAccepted: false, error, isNonceKnown: saysNonceIsKnown(said) };
}

export function refusedFor(
	words: string,
	about: Pick<ServiceErrorDetails, 'status' | 'retryAfterMs' | 'mayBeDone'> = {},
): ServiceError {
	return new ServiceError({
		kind: 'refused',
		...about,
		message: 'The service refused the notification',
		description: words === '' ? 'It gave no reason.' : `It said: ${shownText(words)}`,
	});
}

/** The specification shows a text and `{ error, description }` (2.7). */
export function reasonWords(reason: unknown): string {
	const json = asJson(reason ?? null);
	try {
		const asText = (_: string, value: unknown) =>
			typeof value === 'number' ? String(value) : value;
		const texts: unknown = JSON.parse(json, asText);
		const words = [...new Set(wordsIn(texts))].join(': ');
		return words || json.replace(/"[^"]*":(null|"")|^null$|[{}[\],"]/g, '');
	} catch {
		return json; // too deeply nested
	}
}

/** The notification itself, not "another message" or "a message". */
const IT = String.raw`((nonce|idempotency( key)?)s?( ([a-z]+ )?[^\s\d]*\d\S*)*|(notification|message) with (this|the same) (id|key)|(?<!\b(an?|another|other|\d+) )(notification|message))`;
const KNOWN = '(used|in use|sent|exists?|created|delivered|processed)';
const IS_KNOWN = new RegExp(
	String.raw`\b(${IT} ((is |was |has |have )?(been )?(already|previously) (been )?${KNOWN}|(is |was |has been )?${KNOWN} (already|before))|already used nonce)\b`,
);
const IS_DUPLICATE = new RegExp(
	String.raw`\b(duplicated? ${IT}(?! (template|param|label))|${IT} (is |was )?(a )?duplicated?)\b`,
);
/** About the form of a nonce, or a limit. */
const OTHER_TROUBLE = /\b(invalid|limit|quota|cap|times)\b/;

export function saysNonceIsKnown(words: string): boolean {
	// DUPLICATE_NONCE, duplicateNonce
	const text = words
		.slice(0, 1000)
		.replace(/([a-z])([A-Z])/g, '$1 $2')
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.toLowerCase();
	return !OTHER_TROUBLE.test(text) && (IS_KNOWN.test(text) || IS_DUPLICATE.test(text));
}

const FAILED =
	/^(failed|failures?|errors?|rejected|invalid|unsent|notsent|undelivered|notdelivered|skipped|duplicates?)(users?|phones?|numbers?|recipients?|nonces?|notifications?|list|items?)?$/;
const PHONE_NAMES = /^(phone(number)?|msisdn|to|recipient|number|user)$/;
const NOT_WORDS = /^(phone(number)?|msisdn|to|recipient|number|user|nonce|index|success|status)$/;

/**
 * The users that a success names as not notified. The specification (2.7) knows no such thing, but
 * nobody may count as notified who was not. A count, for one, is about nobody.
 */
function failuresIn(body: Fields, places: Places, isOfFailed = false, depth = 4): UserFailure[] {
	if (depth === 0) return [];
	return Object.entries(body).flatMap(([name, value]) => {
		const areFailures = isOfFailed || FAILED.test(bare(name));
		if (isFields(value)) return failuresIn(value, places, areFailures, depth - 1);
		const entries = Array.isArray(value) ? value.filter(isFields) : [];
		return entries.flatMap((entry): UserFailure[] => {
			const fields = isFields(entry['user']) ? { ...entry, ...entry['user'] } : entry;
			const success = readSuccess(fields['success']);
			const status = FAILED.test(bare(fields['status'])) ? String(fields['status']) : '';
			const isFailure = success === false || status || (areFailures && success !== true);
			const found = isFailure ? placesOf(fields, places) : [];
			const words = joinedTexts([status, wordsAbout(fields)], ': ') || name;
			return found.length > 0 ? [{ places: found, words }] : [];
		});
	});
}

/** By nonce, and by the person that a phone reaches. */
type Places = Map<string, number[]>;

function placesBy(users: User[]): Places {
	const places: Places = new Map();
	for (const [place, { nonce, phone }] of users.entries()) {
		for (const key of [nonce && `nonce ${nonce}`, personOf(phone)]) {
			places.set(key, [...(places.get(key) ?? []), place]);
		}
	}
	return places;
}

function placesOf(entry: Fields, places: Places): number[] {
	const byNonce = places.get(`nonce ${String(entry['nonce'])}`);
	const phone = Object.entries(entry).find(
		([name, value]) => PHONE_NAMES.test(bare(name)) && typeof value !== 'object',
	);
	return byNonce ?? places.get(personOf(`+${String(phone?.[1]).replace(/\D/g, '')}`)) ?? [];
}

function wordsAbout(entry: Fields): string {
	const about = Object.entries(entry).filter(([name]) => !NOT_WORDS.test(bare(name)));
	return reasonWords(Object.fromEntries(about));
}

function readSuccess(value: unknown): boolean | undefined {
	if (!['string', 'number', 'boolean'].includes(typeof value)) return undefined;
	const text = String(value).trim().toLowerCase();
	if (text === 'true' || text === '1') return true;
	return text === 'false' || text === '0' ? false : undefined;
}

/** failedUsers, failed_users */
function bare(name: unknown): string {
	return typeof name === 'string' ? name.replace(/[^a-z]/gi, '').toLowerCase() : '';
}
