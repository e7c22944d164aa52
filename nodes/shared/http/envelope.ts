import { z } from 'zod';
import { ServiceError } from '../errors';
import { asJson, shownText } from '../shownText';
import type { JsonResponse } from './json';
import { type Advice, refusalOf } from './refusal';
import { concernOf, isSuccess } from './retry';

/** 2.2: the envelope around every analytics response. */
const envelopeSchema = z.object({}).passthrough();

export interface Expected<T> {
	schema: z.ZodType<T, z.ZodTypeDef, unknown>;
	what: string;
	advice?: Advice | undefined;
}

/** 2.2 and 7.4. @throws ServiceError if the envelope refuses, or holds something else */
export function openEnvelope<T>(response: JsonResponse, { schema, what, advice }: Expected<T>): T {
	const payload = schema.safeParse(dataOf(response, what, advice));
	if (payload.success) return payload.data;
	return unexpected(response.body, what, payload.error.issues);
}

/** An error inside HTTP 200 is likely, so a status counts as a text, too, and may only be absent beside data. */
function dataOf(
	{ status: httpStatus, body }: JsonResponse,
	what: string,
	advice?: Advice,
): unknown {
	const envelope = envelopeSchema.safeParse(body);
	if (!envelope.success) return unexpected(body, what, envelope.error.issues);

	const { data, status } = envelope.data;
	const isNumber = typeof status === 'string' && /^\s*\d+\s*$/.test(status);
	const code = isNumber ? Number(status) : status;
	if (typeof code !== 'number') {
		const isAbsent = status === undefined || status === null;
		if (isAbsent && data !== undefined && data !== null) return data;
		return unexpected(body, what, [{ path: ['status'], message: 'Not a status' }]);
	}
	const refused = (by: number) => refusalOf({ status: by, text: asJson(body), advice });
	if (!isSuccess(code)) throw refused(code);
	// A list that is empty now may be filled later.
	const notReady = [code, httpStatus].find((each) => concernOf(each) === 'notReady');
	if (notReady !== undefined && asJson(data ?? []) === '[]') throw refused(notReady);
	return data;
}

type Issue = { path: ReadonlyArray<PropertyKey>; message: string };

function unexpected(value: unknown, what: string, [issue]: Issue[]): never {
	const place = issue?.path.length ? `${issue.path.map(String).join('.')}: ` : '';
	throw new ServiceError({
		kind: 'badAnswer',
		message: `The service sent an unexpected response instead of ${what}`,
		description: `${place}${issue?.message ?? 'unexpected'}. The response: ${shownText(value)}`,
	});
}

/** Null is an empty list. */
export function listOf<T>(record: z.ZodType<T, z.ZodTypeDef, unknown>) {
	return z.preprocess((data) => data ?? [], z.array(record));
}
