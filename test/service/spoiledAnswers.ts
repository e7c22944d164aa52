import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Answer } from './answers.ts';
import { damaged, type GzipDamage, isGzip } from './gzipDamage.ts';

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
	| { kind: 'gzip'; damage: GzipDamage; isLabelled?: boolean };

interface SpoilContext {
	request: IncomingMessage;
	response: ServerResponse;
	wait(ms: number): Promise<void>;
}

export async function spoil(
	fault: Spoiling,
	{ status, headers, body: whole }: Answer,
	{ request, response, wait }: SpoilContext,
): Promise<true> {
	const body = typeof whole === 'string' ? Buffer.from(whole) : whole;
	const head = (length: number, changes: Record<string, string> = {}) =>
		response.writeHead(status, { ...headers, 'Content-Length': length, ...changes });

	switch (fault.kind) {
		case 'resetMidBody': {
			head(body.length);
			response.write(body.subarray(0, placeOf(fault, body.length)));
			// What was written must have left before the connection is reset.
			await wait(30);
			request.socket.resetAndDestroy();
			return true;
		}
		case 'breakOff':
			if (body.length <= fault.afterBytes) {
				head(body.length).end(body);
				return true;
			}
			head(body.length).write(body.subarray(0, fault.afterBytes));
			request.socket.destroySoon();
			return true;
		case 'stallBody':
			head(body.length);
			response.write(body.subarray(0, Math.floor(body.length * fault.fraction)));
			return true;
		case 'drip': {
			const { bytesPerSecond, pieceBytes = 1 } = fault;
			head(body.length);
			for (let at = 0; at < body.length && !response.destroyed; at += pieceBytes) {
				response.write(body.subarray(at, at + pieceBytes));
				await wait((1000 * pieceBytes) / bytesPerSecond);
			}
			response.end();
			return true;
		}
		case 'chunked':
			response.writeHead(status, { ...headers, 'Transfer-Encoding': 'chunked' });
			for (let at = 0; at < body.length && !response.destroyed; at += fault.bytes) {
				response.write(body.subarray(at, at + fault.bytes));
			}
			response.end();
			return true;
		case 'untilClose':
			response.useChunkedEncodingByDefault = false;
			response.writeHead(status, { ...headers, Connection: 'close' });
			response.end(body.subarray(0, Math.floor(body.length * fault.fraction)));
			return true;
		case 'cutJson': {
			const half = body.subarray(0, Math.floor(body.length / 2));
			head(half.length).end(half);
			return true;
		}
		case 'wrongContentType':
			head(body.length, { 'Content-Type': 'image/png' }).end(body);
			return true;
		case 'wrongContentLength':
			head(body.length + fault.delta).flushHeaders();
			request.socket.write(body);
			request.socket.end();
			return true;
		case 'gzip': {
			const isFile = isGzip(body);
			const bytes = damaged(isFile ? body : gzipSync(body), fault.damage);
			const isLabelled = !isFile || fault.isLabelled === true;
			head(bytes.length, isLabelled ? { 'Content-Encoding': 'gzip' } : {}).end(bytes);
			return true;
		}
	}
}

function placeOf(
	{ fraction = 0.5, atByte }: Extract<Spoiling, { kind: 'resetMidBody' }>,
	length: number,
): number {
	if (atByte === undefined) return Math.floor(length * fraction);
	return atByte < 0 ? length + atByte : atByte;
}
