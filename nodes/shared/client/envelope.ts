import type { z } from 'zod';
import { ServiceError } from '../errors';
import { shortened } from '../shownText';
import { refusalOf } from './refusal';
import { envelopeSchema } from '../../Analytics/transport/schemas';

interface Expected<T> {
	schema: z.ZodType<T, z.ZodTypeDef, unknown>;
	/** What was asked for, for the error message: "the status of the job". */
	what: string;
	token: string;
}

/**
 * Takes the payload out of an envelope (section 2.2).
 *
 * @throws ServiceError if the envelope's own status is not 200 (7.4), or if the payload is not
 *   what the specification promises; the error shows what came instead
 */
export function openEnvelope<T>(answer: unknown, { schema, what, token }: Expected<T>): T {
	const envelope = envelopeSchema.safeParse(answer);
	if (!envelope.success) return unexpected(answer, what, token, envelope.error.issues);

	const { data, status, message } = envelope.data;
	if (status !== 200) {
		throw refusalOf({ status, text: message ?? shortened(answer, token), token });
	}
	const payload = schema.safeParse(data);
	return payload.success ? payload.data : unexpected(data, what, token, payload.error.issues);
}

interface Issue {
	path: ReadonlyArray<PropertyKey>;
	message: string;
}

function unexpected(value: unknown, what: string, token: string, issues: Issue[]): never {
	const [issue] = issues;
	const place = issue?.path.map(String).join('.') ?? '';
	throw new ServiceError({
		kind: 'badAnswer',
		message: `The service sent something else than ${what}`,
		description: `${place === '' ? '' : `${place}: `}${issue?.message ?? 'unexpected'}. What came: ${shortened(value, token)}`,
	});
}
