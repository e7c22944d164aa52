import { z } from 'zod';
import { ServiceError } from '../errors';
import { asJson, shownText } from '../shownText';
import { type Advice, refusalOf } from './refusal';
import type { JsonAnswer } from './serviceRequest';

/** 2.2: the envelope around every analytics answer. Only what has one meaning is taken. */
const envelopeSchema = z
	.object({
		data: z.unknown().optional(),
		message: z.unknown().optional(),
		status: z.unknown().optional(),
	})
	.passthrough();

const NO_CONTENT = 204;

export interface Expected<T> {
	schema: z.ZodType<T, z.ZodTypeDef, unknown>;
	/** What was asked for, for the error message: "the status of the job". */
	what: string;
	advice?: Advice;
}

/**
 * Takes the payload out of an envelope (section 2.2).
 *
 * @throws ServiceError if the envelope's own status says no (7.4), or if the payload is not what was
 *   asked for; the error shows what was received instead
 */
export function openEnvelope<T>(answer: JsonAnswer, { schema, what, advice }: Expected<T>): T {
	const payload = schema.safeParse(dataOf(answer, what, advice));
	if (payload.success) return payload.data;
	return unexpected(answer.body, what, payload.error.issues);
}

/** @returns undefined or null where the service has nothing */
function dataOf({ status: httpStatus, body }: JsonAnswer, what: string, advice?: Advice): unknown {
	if (httpStatus === NO_CONTENT) return undefined;
	const envelope = envelopeSchema.safeParse(body);
	if (!envelope.success) return unexpected(body, what, envelope.error.issues);

	const { data, status, message } = envelope.data;
	const code = statusCode(status);
	if (code === undefined) {
		const isAbsent = status === undefined || status === null;
		if (isAbsent && data !== undefined && data !== null) return data;
		return unexpected(body, what, [{ path: ['status'], message: 'Not a status' }]);
	}
	if (code >= 200 && code < 300) return data;
	throw refusalOf({ status: code, text: textOf(message) || shownText(body), advice });
}

/** A number, also as text. */
function statusCode(status: unknown): number | undefined {
	if (typeof status === 'number') return status;
	const isNumber = typeof status === 'string' && /^\s*\d+\s*$/.test(status);
	return isNumber ? Number(status) : undefined;
}

function textOf(message: unknown): string {
	if (message === undefined || message === null) return '';
	return typeof message === 'string' ? message : asJson(message);
}

interface Issue {
	path: ReadonlyArray<PropertyKey>;
	message: string;
}

function unexpected(value: unknown, what: string, issues: Issue[]): never {
	const [issue] = issues;
	const place = issue?.path.map(String).join('.') ?? '';
	throw new ServiceError({
		kind: 'badAnswer',
		message: `The service sent an unexpected response instead of ${what}`,
		description: `${place === '' ? '' : `${place}: `}${issue?.message ?? 'unexpected'}. The response: ${shownText(value)}`,
	});
}

/** A list of records, however a list of none or of one is written. */
export function listOf<T>(record: z.ZodType<T, z.ZodTypeDef, unknown>) {
	return z.preprocess((data) => {
		if (data === undefined || data === null) return [];
		// An empty object may be no record, or one of a form that nobody expects.
		const isOne = typeof data === 'object' && !Array.isArray(data) && Object.keys(data).length > 0;
		return isOne ? [data] : data;
	}, z.array(record));
}

/** One record, which may stand in a list. */
export function oneOf<T>(record: z.ZodType<T, z.ZodTypeDef, unknown>) {
	return z.preprocess(
		(data) => (Array.isArray(data) && data.length === 1 ? (data as unknown[])[0] : data),
		record,
	);
}
