import { z } from 'zod';
import { ServiceError } from '../errors';
import { isObject, type Schema } from '../params/param';
import { asJson, joinedTexts, shownText } from '../text';
import { statusClassOf, isSuccess } from './status';
import type { JsonResponse } from './json';
import { type Advice, refusalOf } from './refusal';

export interface Expected<T> {
	schema: Schema<T>;
	what: string;
	advice?: Advice | undefined;
}

const NO_DATA = 'It has no key "data"';

/** 2.2 and 7.4. @throws ServiceError if the envelope refuses, or holds something else */
export function openEnvelope<T>(response: JsonResponse, { schema, what, advice }: Expected<T>): T {
	const payload = schema.safeParse(dataOf(response, what, advice));
	if (payload.success) return payload.data;
	const { path = [], message = '' } = payload.error.issues[0] ?? {};
	throw unexpected(response.body, what, joinedTexts([path.map(String).join('.'), message], ': '));
}

/** An error inside HTTP 200 is likely, so a status counts as a text, too, and may only be absent beside data. */
function dataOf(response: JsonResponse, what: string, advice?: Advice): unknown {
	const { status: httpStatus, body } = response;
	if (!isObject(body)) throw unexpected(body, what, 'Not an object');
	const { data, status } = body;
	const isNumber = typeof status === 'string' && /^\s*\d+\s*$/.test(status);
	const code = isNumber ? Number(status) : status;
	if (typeof code !== 'number') {
		const isAbsent = status === undefined || status === null;
		if (isAbsent && data !== undefined && data !== null) return data;
		throw unexpected(body, what, data === undefined ? NO_DATA : 'status: Not a status');
	}
	const refused = (by: number) => refusalOf({ ...response, status: by, advice });
	if (!isSuccess(code)) throw refused(code);
	// A list that is empty now may be filled later.
	const notReady = [code, httpStatus].find((each) => statusClassOf(each) === 'notReady');
	if (notReady !== undefined && asJson(data ?? []) === '[]') throw refused(notReady);
	if (data === undefined) throw unexpected(body, what, NO_DATA);
	return data;
}

function unexpected(body: unknown, what: string, problem: string): ServiceError {
	const message = `The service sent an unexpected response instead of ${what}`;
	return new ServiceError('badAnswer', message, `${problem}. The response: ${shownText(body)}`);
}

/** Null is an empty list. */
export function listOf<T>(record: Schema<T>) {
	return z.preprocess((data) => data ?? [], z.array(record));
}
