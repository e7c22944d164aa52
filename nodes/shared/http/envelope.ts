import { z } from 'zod';
import { ServiceError } from '../errors';
import { isNothing, isObject } from '../values';
import type { Schema } from '../fields/field';
import { isSuccess, statusClassOf } from '../status';
import { joinedTexts, shownText } from '../text';
import { type ReadResponse, refusalOf } from './refusal';

export interface Expected<T> {
	schema: Schema<T>;
	/** What the response should have been, for the error, such as "the records of the query". */
	what: string;
}

/** The payload of an envelope (sections 2.2 and 7.4). @throws ServiceError if the envelope says no, or has another form */
export function openEnvelope<T>(response: ReadResponse, { schema, what }: Expected<T>): T {
	const payload = schema.safeParse(dataOf(response, what));
	if (payload.success) return payload.data;
	const { path = [], message = '' } = payload.error.issues[0] ?? {};
	throw unexpectedPayload(
		response.body,
		what,
		joinedTexts([path.map(String).join('.'), message], ': '),
	);
}

/** The value of `data`. Inside an HTTP 200, the envelope may have a status of its own. */
function dataOf(response: ReadResponse, what: string): unknown {
	const { body } = response;
	if (!isObject(body)) throw unexpectedPayload(body, what, 'Not an object');
	const { status: ofEnvelope = null, data = null } = body;
	const isEmpty = isNothing(data);
	// Without a status, an empty list may belong to a refusal, whose words have a name that is not known.
	if (ofEnvelope === null && !isEmpty) return data;

	const refused = (by: number) => refusalOf({ ...response, status: by });
	const status = asStatus(ofEnvelope);
	if (status !== undefined && !isSuccess(status)) throw refused(status);
	// "Not ready" with an empty list means that the list may be filled later.
	const pending = [status, response.status].find((each) => statusClassOf(each) === 'notReady');
	if (isEmpty && pending !== undefined) throw refused(pending);
	if (!('data' in body)) throw unexpectedPayload(body, what, 'It has no key "data"');
	if (status === undefined) throw unexpectedPayload(body, what, 'It has no valid status');
	return data;
}

/** A status may be written as text. It counts as well, because an error inside HTTP 200 must not be missed. */
function asStatus(value: unknown): number | undefined {
	if (typeof value === 'number') return value;
	return typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : undefined;
}

function unexpectedPayload(body: unknown, what: string, problem: string): ServiceError {
	const message = `The service sent an unexpected response instead of ${what}`;
	return new ServiceError('badAnswer', message, `${problem}. The response: ${shownText(body)}`);
}

/** A list of records. Null stands for an empty one. */
export function listOf<T>(record: Schema<T>): Schema<T[]> {
	return z.preprocess((data) => data ?? [], z.array(record));
}
