import { type Advice, refusalOf } from '../../shared/client/refusal';
import type { JsonAnswer } from '../../shared/client/serviceRequest';
import { ServiceError } from '../../shared/errors';
import { asJson, shownText } from '../../shared/shownText';
import type { User } from '../message/message';
import { reasonWords, saysNonceIsKnown, saysTooManyCalls } from './reasonWords';
import { isFields, readSuccess, type UserFailure, userFailures } from './userFailures';

/** What the service said to a request (section 2.7). */
export type NotificationAnswer =
	| {
			isAccepted: true;
			/** What it said beyond `success`. */
			response: Record<string, unknown> | undefined;
			failures: UserFailure[];
	  }
	| { isAccepted: false; error: ServiceError; isNonceKnown: boolean };

/** Statuses of what stands in front of the service, or that are about the token alone, not about users. */
const OTHERS = [401, 408, 413, 429, 502, 503, 504];

/** Which HTTP statuses may carry an answer in the form of section 2.7; redirects never do. */
export function mayBeAnswer(status: number): boolean {
	return status >= 400 && !OTHERS.includes(status);
}

/** Which HTTP statuses are a success even without a body. */
export function isEmptySuccess(status: number): boolean {
	return status === 201 || status === 202 || status === 204;
}

/**
 * Reads the body before the status: `success: false` is a refusal, whatever HTTP says.
 *
 * @throws ServiceError for what is no answer of the notification service, and for "too many requests"
 */
export function readAnswer(
	{ status, body, retryAfterMs }: JsonAnswer,
	{ users, advice }: { users: User[]; advice: Advice },
): NotificationAnswer {
	if (body === null && isEmptySuccess(status))
		return { isAccepted: true, response: undefined, failures: [] };
	const success = isFields(body) ? readSuccess(body['success']) : undefined;
	if (!isFields(body) || success === undefined) {
		if (status >= 400) throw refusalOf({ status, text: asJson(body), advice, retryAfterMs });
		throw new ServiceError({
			kind: 'badAnswer',
			message: 'The response did not come from the notification service',
			description: `The response: ${shownText(body)}. Check the base URL in the credential.`,
		});
	}
	const { reason, ...others } = body;
	delete others['success'];
	const words = reasonWords(reason);
	if (!success) {
		if (saysTooManyCalls(words)) throw refusalOf({ status: 429, text: words, retryAfterMs });
		const said = words || reasonWords(others);
		const error = refusedFor(said, { status, retryAfterMs });
		return { isAccepted: false, error, isNonceKnown: saysNonceIsKnown(said) };
	}
	if (status >= 400) throw refusalOf({ status, text: '', advice, retryAfterMs });
	const response = words === '' ? others : { reason, ...others };
	return {
		isAccepted: true,
		response: Object.keys(response).length > 0 ? response : undefined,
		failures: userFailures(others, users),
	};
}

/** The error for a refusal of the service, in its own words. */
export function refusedFor(
	words: string,
	about: { status?: number; retryAfterMs?: number | undefined } = {},
): ServiceError {
	return new ServiceError({
		kind: 'refused',
		...about,
		message: 'The service refused the notification',
		description: words === '' ? 'It gave no reason.' : `It said: ${shownText(words)}`,
	});
}
