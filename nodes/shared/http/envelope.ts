import { z } from 'zod';
import { ServiceError } from '../errors';
import { isObject } from '../jsonObject';
import type { Schema } from '../params/param';
import { asJson, joinedTexts, shownText } from '../text';
import type { Advice } from './advice';
import type { JsonResponse } from './json';
import { refusalOf } from './refusal';
import { isSuccess, statusClassOf } from './status';

export interface Expected<T> {
	schema: Schema<T>;
	/** What the response should have been, for the error, such as "the records of the query". */
	what: string;
	advice?: Advice | undefined;
}

const NO_DATA = 'It has no key "data"';

/** The payload of an envelope (sections 2.2 and 7.4). @throws ServiceError if the envelope says no, or has another form */
export function openEnvelope<T>(response: JsonResponse, { schema, what, advice }: Expected<T>): T {
	const payload = schema.safeParse(dataOf(response, what, advice));
	if (payload.success) return payload.data;
	const { path = [], message = '' } = payload.error.issues[0] ?? {};
	throw unexpected(response.body, what, joinedTexts([path.map(String).join('.'), message], ': '));
}

/** The value of `data`. Inside an HTTP 200, the envelope may have a status of its own. */
function dataOf(response: JsonResponse, what: string, advice: Advice | undefined): unknown {
	const { body } = response;
	if (!isObject(body)) throw unexpected(body, what, 'Not an object');
	const { data } = body;
	const isNothing = data === undefined || data === null;
	const isStatusAbsent = body['status'] === undefined || body['status'] === null;
	if (isStatusAbsent && !isNothing) return data;

	const status = statusIn(body['status']);
	if (status === undefined) {
		throw unexpected(body, what, data === undefined ? NO_DATA : 'status: Not a status');
	}
	const refused = (by: number) => refusalOf({ ...response, status: by, advice });
	if (!isSuccess(status)) throw refused(status);
	// "Not ready" with an empty list means that the list may be filled later.
	const notReady = [status, response.status].find((each) => statusClassOf(each) === 'notReady');
	if (notReady !== undefined && isEmptyList(data)) throw refused(notReady);
	if (data === undefined) throw unexpected(body, what, NO_DATA);
	return data;
}

/** A status may be written as text. It counts as well, because an error inside HTTP 200 must not be missed. */
function statusIn(value: unknown): number | undefined {
	if (typeof value === 'number') return value;
	return typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : undefined;
}

function isEmptyList(data: unknown): boolean {
	return asJson(data ?? []) === '[]';
}

function unexpected(body: unknown, what: string, problem: string): ServiceError {
	const message = `The service sent an unexpected response instead of ${what}`;
	return new ServiceError('badAnswer', message, `${problem}. The response: ${shownText(body)}`);
}

/** A list of records. Null stands for an empty one. */
export function listOf<T>(record: Schema<T>): Schema<T[]> {
	return z.preprocess((data) => data ?? [], z.array(record));
}
