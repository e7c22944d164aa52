import { eventLoopYielder } from '../../shared/abort';
import { Gunzip, GzipError, isGzip } from './gunzip';
import { BomFilter } from './utf8';

/** Far more than 3 million rows have; a bomb ends there. */
const MAX_BYTES = 2 ** 35;
const MAGIC_BYTES = 3;
const SLICE_BYTES = 1 << 16;

export interface BulkFile {
	chunks: AsyncIterable<Uint8Array>;
	/** It is not, if it is an error description, or was unpacked on the way. */
	isPacked: boolean;
	/** How many bytes were taken from `chunks`, compressed as they came. */
	bytesRead(): number;
}

/** Looks at the first bytes of a file, none of which are lost. @throws GzipError if the file is empty */
export async function openFile(chunks: AsyncIterable<Uint8Array>): Promise<BulkFile> {
	const iterator = chunks[Symbol.asyncIterator]();
	let start: Uint8Array = new Uint8Array();
	while (start.length < MAGIC_BYTES) {
		const next = await iterator.next();
		if (next.done) break;
		start = start.length === 0 ? next.value : Buffer.concat([start, next.value]);
	}
	if (start.length === 0) throw new GzipError('The file is empty (0 bytes).');
	let bytesRead = start.length;
	async function* all(): AsyncGenerator<Uint8Array> {
		try {
			yield start;
			for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
				bytesRead += next.value.length;
				yield next.value;
			}
		} finally {
			await iterator.return?.();
		}
	}
	return { chunks: all(), isPacked: isGzip(start), bytesRead: () => bytesRead };
}

/**
 * The bytes of the CSV without byte order marks, in blocks of at most about 64 KB, which are valid until the
 * next one and may be empty. n8n can do other work between them. @throws GzipError
 */
export async function* unpacked(
	{ chunks, isPacked }: BulkFile,
	signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
	const gunzip = new Gunzip({ maxBytes: MAX_BYTES });
	const marks = new BomFilter();
	const yieldToEventLoop = eventLoopYielder(signal);
	let { members } = gunzip;
	for await (const chunk of chunks) {
		for (const block of isPacked ? gunzip.inflate(chunk) : slices(chunk)) {
			await yieldToEventLoop();
			if (gunzip.members > members) {
				members = gunzip.members;
				yield marks.beginPart();
			}
			yield marks.filter(block);
		}
	}
	yield marks.end();
	if (isPacked) gunzip.end();
}

function* slices(chunk: Uint8Array): Generator<Uint8Array> {
	for (let at = 0; at < chunk.length; at += SLICE_BYTES) {
		yield chunk.subarray(at, at + SLICE_BYTES);
	}
}

export interface CopiedFile {
	/** Whoever reads it takes the chunks of the original. */
	file: BulkFile;
	/** The bytes of the file, as they came, that were read since the last call. */
	takeRead(): Uint8Array[];
}

/** For whoever keeps a file as it is while it is read: what was not read is not kept. */
export function copyWhileRead({ chunks, ...file }: BulkFile): CopiedFile {
	const read: Uint8Array[] = [];
	async function* copied(): AsyncGenerator<Uint8Array> {
		for await (const chunk of chunks) {
			read.push(chunk);
			yield chunk;
		}
	}
	return { file: { ...file, chunks: copied() }, takeRead: () => read.splice(0) };
}
