import { ServiceError } from '../../shared/errors';
import { quoteOf, type ReadResponse, refusalOf } from '../../shared/http/refusal';
import type { Advice } from '../../shared/http/request';
import { isObject, type JsonObject } from '../../shared/values';
import { statusClassOf } from '../../shared/status';
import { asJson, joinedTexts, sentence, shownText } from '../../shared/text';
import type { Accepted } from '../message/message';

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
export function readResponse(response: ReadResponse): Accepted {
	const { status, body, advice = {} } = response;
	const { success, ...fields } = isObject(body) ? body : ({} as JsonObject);
	if (success === true && status < 400) return acceptedResult(fields);

	const ownStatus = ownStatusOf(response);
	const refusal = refusalOf({ ...response, status: ownStatus });
	// With "Request failed with status code N", the service passes on the error of another server.
	const isPassedOn = refusal.status !== ownStatus;
	if (success === false && !isPassedOn) {
		throw refusal.with({
			message: 'The service refused the notification',
			description: joinedTexts([sentence(`It said: ${quoteOf(fields)}`), advice[status]]),
		});
	}
	// The body says yes, but the HTTP status says no, so the user may have been notified.
	if (success === true) throw refusal.with({ delivery: 'unknown' });
	throw status >= 400 || isPassedOn ? refusal : unexpected(body, advice);
}

/** The HTTP status. Inside an HTTP 200, an envelope (section 7.4) that passes on a refusal has a status of its own. */
function ownStatusOf({ status, body }: ReadResponse): number {
	if (!isObject(body) || body['success'] !== undefined || status >= 400) return status;
	return Number(body['status']) || status;
}

function unexpected(body: unknown, { address = '' }: Advice): ServiceError {
	const sent = `Expected { "success": true }, but the service sent: ${shownText(body)}. ${address}`;
	return new ServiceError('badAnswer', 'The service sent an unexpected response', sent);
}

/** The fields of the response other than `success`. */
function acceptedResult(fields: JsonObject): Accepted {
	const others = { ...fields };
	const takeIds = (name: string): string | null => {
		const ids = [others[name]].flat();
		if (!ids.every((id) => typeof id === 'string' || typeof id === 'number')) return null;
		delete others[name];
		return ids.join(', ') || null;
	};
	const [notificationId, messageIds] = [takeIds('id'), takeIds('message_ids')];
	const said = Object.entries(others).filter(([name, value]) => !isId(name) && !isEmpty(value));
	return {
		status: 'accepted',
		notificationId,
		messageIds,
		said: said.length > 0 ? asJson(Object.fromEntries(said)) : null,
	};
}

/** Whether a field is an ID, such as that of the request. A list of IDs may be of users who receive nothing. */
function isId(name: string): boolean {
	return /(?:^|_)id$|Id$/.test(name);
}

function isEmpty(value: unknown): boolean {
	if (value === null || value === undefined) return true;
	if (typeof value === 'string') return value.trim() === '';
	return typeof value === 'object' && Object.keys(value).length === 0;
}
