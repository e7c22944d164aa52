import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import type { Answer } from './answers';
import { DAMAGES } from './gzipDamage';

/** Faults of which the answer is the right one, but not rightly sent. */
export type Spoiling =
	/** `atByte` counts from the end if it is negative. */
	| { kind: 'resetMidBody'; fraction?: number; atByte?: number }
	/** The line ends after so many bytes, all of which arrive; a shorter body comes whole. */
	| { kind: 'breakOff'; afterBytes: number }
	| { kind: 'stallBody'; fraction: number }
	| { kind: 'drip'; bytesPerSecond: number; pieceBytes?: number }
	| { kind: 'chunked'; bytes: number }
	/** No length is given, so that the end of the connection is the end of the body. */
	| { kind: 'untilClose'; fraction: number }
	| { kind: 'cutJson' }
	| { kind: 'wrongContentType' }
	| { kind: 'wrongContentLength'; delta: number }
	/** Of a file, its own compression, perhaps labelled; what is not compressed gets a Content-Encoding. */
	| { kind: 'gzip'; damage: keyof typeof DAMAGES; isLabelled?: boolean };

interface SpoilContext {
	request: IncomingMessage;
	response: ServerResponse;
	wait(ms: number): Promise<void>;
}

export async function spoil(
	fault: Spoiling,
	{ status, headers, body: whole }: Answer,
	{ request, response, wait }: SpoilContext,
): Promise<void> {
	const body = whole instanceof Readable ? await buffer(whole) : Buffer.from(whole);
	const until = (fraction: number) => body.subarray(0, Math.floor(body.length * fraction));
	const head = (length: number, changes: Record<string, string> = {}) =>
		response.writeHead(status, { ...headers, 'Content-Length': length, ...changes });
	const writePieces = async (size: number, pause: () => Promise<void>) => {
		for (let at = 0; at < body.length && !response.destroyed; at += size) {
			response.write(body.subarray(at, at + size));
			await pause();
		}
		response.end();
	};

	switch (fault.kind) {
		case 'resetMidBody': {
			const { atByte, fraction = 0.5 } = fault;
			head(body.length).write(atByte === undefined ? until(fraction) : body.subarray(0, atByte));
			// What was written must have left before the connection is reset.
			await wait(30);
			request.socket.resetAndDestroy();
			return;
		}
		case 'breakOff':
			head(body.length).write(body.subarray(0, fault.afterBytes));
			if (body.length > fault.afterBytes) request.socket.destroySoon();
			else response.end();
			return;
		case 'stallBody':
			head(body.length).write(until(fault.fraction));
			return;
		case 'drip': {
			const { bytesPerSecond, pieceBytes = 1 } = fault;
			head(body.length);
			await writePieces(pieceBytes, () => wait((1000 * pieceBytes) / bytesPerSecond));
			return;
		}
		case 'chunked':
			response.writeHead(status, { ...headers, 'Transfer-Encoding': 'chunked' });
			await writePieces(fault.bytes, async () => {});
			return;
		case 'untilClose':
			response.useChunkedEncodingByDefault = false;
			response.writeHead(status, { ...headers, Connection: 'close' }).end(until(fault.fraction));
			return;
		case 'cutJson':
			head(until(0.5).length).end(until(0.5));
			return;
		case 'wrongContentType':
			head(body.length, { 'Content-Type': 'image/png' }).end(body);
			return;
		case 'wrongContentLength':
			head(body.length + fault.delta).flushHeaders();
			request.socket.write(body);
			request.socket.end();
			return;
		case 'gzip': {
			const isFile = body[0] === 0x1f && body[1] === 0x8b;
			const bytes = DAMAGES[fault.damage](isFile ? body : gzipSync(body));
			const isLabelled = !isFile || fault.isLabelled;
			head(bytes.length, isLabelled ? { 'Content-Encoding': 'gzip' } : {}).end(bytes);
		}
	}
}
