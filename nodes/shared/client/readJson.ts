import { ServiceError } from '../errors';
import { shownText } from '../shownText';
import { parseJson } from './losslessJson';
import { type Refusal, refusalOf } from './refusal';
import { wholeBody } from './responseBody';
import { retryAfterMs } from './retryTiming';
import { saidText } from './saidText';
import type { Secret } from './secret';
import type { Answer } from './send';
import type { JsonAnswer, ServiceRequest } from './serviceRequest';

const MAX_BYTES = 256 * 2 ** 20;
const NO_CONTENT = 204;
/** What the decoder puts in place of bytes that are no letter. */
const REPLACED = '\uFFFD';

export interface ReadJsonOptions {
	secret: Secret;
	request: Pick<ServiceRequest, 'advice' | 'needsNoBody'>;
}

/**
 * An answer that should be JSON, parsed and without the token.
 *
 * @throws ServiceError where it is something else
 */
export async function readJson(
	{ status, headers, chunks }: Pick<Answer, 'status' | 'headers' | 'chunks'>,
	{ secret, request }: ReadJsonOptions,
): Promise<JsonAnswer> {
	const bytes = await wholeBody(chunks, MAX_BYTES);
	const text = new TextDecoder('utf-8').decode(bytes);
	const wait = retryAfterMs(headers['retry-after'], Date.now());
	const mayBeEmpty = status === NO_CONTENT || request.needsNoBody?.(status);
	if (text.trim() === '' && mayBeEmpty) return { status, body: null, retryAfterMs: wait };
	let parsed: unknown;
	try {
		parsed = parseJson(text);
	} catch {
		throw notJson({
			status,
			text: secret.masked(text),
			advice: request.advice,
			retryAfterMs: wait,
		});
	}
	if (text.includes(REPLACED) && !isUtf8(bytes)) throw notUtf8();
	return { status, body: secret.maskedJson(text, parsed), retryAfterMs: wait };
}

function isUtf8(bytes: Uint8Array): boolean {
	try {
		new TextDecoder('utf-8', { fatal: true }).decode(bytes);
		return true;
	} catch {
		return false;
	}
}

function notUtf8(): ServiceError {
	return new ServiceError({
		kind: 'badAnswer',
		message: 'The response of the service is not valid UTF-8 text',
		description: 'Nothing of it was passed on. Try again, or ask whoever runs the service.',
	});
}

function notJson(refusal: Refusal): ServiceError {
	const { status, text } = refusal;
	if (status >= 400) return refusalOf(refusal);
	return new ServiceError({
		kind: 'badAnswer',
		message: 'The response did not come from the service',
		description: `It is not JSON: ${shownText(saidText(text))}. Check the base URL in the credential.`,
	});
}
