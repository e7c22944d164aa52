import { z } from 'zod';
import { ServiceError } from '../errors';
import { shownText } from '../shownText';
import { type Advice, refusalOf } from './refusal';

/** 2.2: the envelope around every analytics answer. */
const envelopeSchema = z
	.object({
		data: z.unknown(),
		message: z.string().nullish(),
		status: z.number(),
	})
	.passthrough();

export interface Expected<T> {
	schema: z.ZodType<T, z.ZodTypeDef, unknown>;
	/** What was asked for, for the error message: "the status of the job". */
	what: string;
	advice?: Advice;
}

/**
 * Takes the payload out of an envelope (section 2.2).
 *
 * @throws ServiceError if the envelope's own status is not 200 (7.4), or if the payload is not
 *   what the specification describes; the error shows what was received instead
 */
export function openEnvelope<T>(answer: unknown, { schema, what, advice }: Expected<T>): T {
	const envelope = envelopeSchema.safeParse(answer);
	if (!envelope.success) return unexpected(answer, what, envelope.error.issues);

	const { data, status, message } = envelope.data;
	if (status !== 200) {
		throw refusalOf({ status, text: message ?? shownText(answer), advice });
	}
	const payload = schema.safeParse(data);
	return payload.success ? payload.data : unexpected(data, what, payload.error.issues);
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
