import { z } from 'zod';
import { ServiceError } from '../errors';
import { startingWith } from '../startingWith';
import { openEnvelope } from './envelope';
import { type Advice, refusalOf } from './refusal';
import { startOfBody, streamOf } from './responseBody';
import type { Secret } from './secret';
import type { Answer } from './send';
import type { OpenFile } from './serviceRequest';

const MAX_TEXT_BYTES = 64 * 2 ** 10;
/** "Accepted" and "no content" are no files. */
const NO_FILE = [202, 204];
const BRACE = '{'.charCodeAt(0);

export interface ReadFileOptions {
	secret: Secret;
	advice: Advice | undefined;
}

/**
 * An answer that should be a file, as one that can be read. The service may still say no in it.
 *
 * @throws ServiceError where it says that the file is not there now
 */
export async function readFile(
	{ status, body, chunks, discard }: Answer,
	{ secret, advice }: ReadFileOptions,
): Promise<OpenFile> {
	if (NO_FILE.includes(status)) {
		const text = secret.masked(await startOfBody(chunks, MAX_TEXT_BYTES));
		throw refusalOf({ status, text, advice });
	}
	const fileOf = (all: AsyncGenerator<Uint8Array>): OpenFile => ({
		chunks: all,
		toStream: (bytes) => streamOf(body, bytes),
		async close() {
			await all.return(undefined);
			// If nobody has begun to read, the one above does nothing.
			await chunks.return(undefined);
			discard();
		},
	});
	const first = await chunks.next();
	const all = startingWith(first, chunks);
	if (first.done || first.value[0] !== BRACE) return fileOf(all);

	// No file begins like this. What else it says is for the reader of the file to tell.
	const text = await startOfBody(all, MAX_TEXT_BYTES);
	const refusal = tooManyCalls(secret.masked(text), { status, advice });
	if (refusal) throw refusal;
	const read = { done: false as const, value: Buffer.from(text) };
	return fileOf(startingWith(read, chunks));
}

/** "Too many" in an envelope (section 2.2). Whatever else it says may be about the job that failed. */
function tooManyCalls(
	text: string,
	{ status, advice }: { status: number; advice: Advice | undefined },
): ServiceError | undefined {
	try {
		const answer = { status, body: JSON.parse(text) as unknown };
		openEnvelope(answer, { schema: z.unknown(), what: 'a file', ...(advice ? { advice } : {}) });
	} catch (error) {
		return error instanceof ServiceError && error.status === 429 ? error : undefined;
	}
	return undefined;
}
