import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGzip, gzipSync } from 'node:zlib';
import { type Answer, refusal, send, withRetryAfter } from './answers';
import type { ServiceOptions } from './options';
import type { Endpoint } from './requests';

/** What can go wrong between a client and the service. `apply`: the request is carried out all the same. */
export type Fault =
	| { kind: 'resetBeforeRead' | 'notHttp' }
	| { kind: 'resetAfterRead' | 'stall'; apply?: boolean }
	| { kind: 'delay'; ms: number }
	| {
			kind: 'status';
			status: number;
			headers?: Record<string, string>;
			body?: string;
			apply?: boolean;
	  }
	/** An error in the shape that the endpoint has for its errors, perhaps with seconds to wait. */
	| { kind: 'refusal'; status: number; retryAfter?: number; apply?: boolean }
	/** With `keepPath`, the location is an origin, and the path stays. */
	| { kind: 'redirect'; status: number; location: string; keepPath?: boolean }
	/** Spaces, one after the other, as long as somebody listens. */
	| { kind: 'endless'; everyMs?: number }
	| { kind: 'file'; bytes: Uint8Array }
	/** A file of zeros; JSON endpoints send it as Content-Encoding. */
	| { kind: 'bomb'; megabytes: number }
	| Spoiling;

/** Faults of which the answer is the right one, but not rightly sent. */
type Spoiling =
	/** Behind a fraction of the body, by default half of it. */
	| { kind: 'resetMidBody'; fraction?: number }
	| { kind: 'stallBody'; fraction: number }
	| { kind: 'drip'; bytesPerSecond: number }
	| { kind: 'cutJson' }
	/** Of a file, its own compression; what is not compressed gets a Content-Encoding. */
	| { kind: 'gzip'; damage: keyof typeof DAMAGES };

/** Faults that wait for the requests that they will hit. */
export class FaultPlan {
	private waiting: Array<{ endpoint: Endpoint; fault: Fault; times: number }> = [];

	/** The next `times` requests to the endpoint go wrong, in the order in which faults were added. */
	add(endpoint: Endpoint, fault: Fault, times = 1): void {
		this.waiting.push({ endpoint, fault, times });
	}

	take(endpoint: Endpoint): Fault | undefined {
		const next = this.waiting.find((entry) => entry.endpoint === endpoint);
		if (!next) return undefined;
		next.times -= 1;
		if (next.times <= 0) this.waiting = this.waiting.filter((entry) => entry !== next);
		return next.fault;
	}

	clear(): void {
		this.waiting = [];
	}
}

export interface FaultContext {
	endpoint: Endpoint;
	options: ServiceOptions;
	request: IncomingMessage;
	response: ServerResponse;
	carryOut(): Answer;
}

const WHERE = 0.6;

const DAMAGES = {
	twice: (gzip: Buffer) => gzipSync(gzip),
	truncated: (gzip: Buffer) => gzip.subarray(0, Math.floor(gzip.length * WHERE)),
	flippedBit(gzip: Buffer) {
		const copy = Buffer.from(gzip);
		copy[Math.floor(gzip.length * WHERE)]! ^= 0x10;
		return copy;
	},
};

const JSON_TYPE = { 'Content-Type': 'application/json' };
const GZIP_TYPE = { 'Content-Type': 'application/gzip' };
const ENCODED = { 'Content-Encoding': 'gzip' };

const wait = async (ms: number) =>
	await new Promise<void>((resolve) => setTimeout(resolve, ms).unref());

export async function applyFault(fault: Fault, context: FaultContext): Promise<void> {
	const { endpoint, options, request, response, carryOut } = context;
	const reply = async (status: number, body: Answer['body'] = '', headers = {}) =>
		await send(response, { status, headers, body });
	if ('apply' in fault && fault.apply) carryOut();
	switch (fault.kind) {
		case 'resetBeforeRead':
		case 'resetAfterRead':
			request.socket.resetAndDestroy();
			return;
		case 'notHttp':
			request.socket.end('220 mail.example.com ESMTP\r\n');
			return;
		case 'stall':
			return;
		case 'delay':
			await wait(fault.ms);
			return await send(response, carryOut());
		case 'status':
			return await reply(fault.status, fault.body, fault.headers);
		case 'refusal': {
			const { status, retryAfter } = fault;
			// Services do echo what they refuse, so that nobody may show it.
			const message = `${status} to ${request.headers.authorization ?? 'nobody'}, that is ${options.token}`;
			const answer = refusal(endpoint, { status, message });
			return await send(response, withRetryAfter(answer, retryAfter));
		}
		case 'redirect': {
			const Location = `${fault.location}${fault.keepPath ? request.url : ''}`;
			return await reply(fault.status, '', { Location });
		}
		case 'endless':
			response.writeHead(200, JSON_TYPE);
			while (!response.destroyed) {
				response.write(' ');
				await wait(fault.everyMs ?? 1_000);
			}
			return;
		case 'file':
			return await reply(200, fault.bytes, GZIP_TYPE);
		case 'bomb': {
			const isFile = endpoint === 'download';
			const headers = isFile ? GZIP_TYPE : { ...JSON_TYPE, ...ENCODED };
			return await reply(200, await compressedZeros(fault.megabytes), headers);
		}
		default:
			await spoil(fault, carryOut(), context);
	}
}

async function spoil(
	fault: Spoiling,
	{ status, headers, body: whole }: Answer,
	{ request: { socket }, response }: FaultContext,
): Promise<void> {
	const body = whole instanceof Readable ? await buffer(whole) : Buffer.from(whole);
	const until = (fraction: number) => body.subarray(0, Math.floor(body.length * fraction));
	const head = (length: number, changes: Record<string, string> = {}) =>
		response.writeHead(status, { ...headers, 'Content-Length': length, ...changes });

	switch (fault.kind) {
		case 'resetMidBody':
			head(body.length).write(until(fault.fraction ?? 0.5));
			// What was written must have left before the connection is reset.
			await wait(30);
			socket.resetAndDestroy();
			return;
		case 'stallBody':
			head(body.length).write(until(fault.fraction));
			return;
		case 'drip':
			head(body.length);
			for (let at = 0; at < body.length && !response.destroyed; at += 1) {
				response.write(body.subarray(at, at + 1));
				await wait(1000 / fault.bytesPerSecond);
			}
			response.end();
			return;
		case 'cutJson':
			head(until(0.5).length).end(until(0.5));
			return;
		case 'gzip': {
			const isFile = body[0] === 0x1f && body[1] === 0x8b;
			const bytes = DAMAGES[fault.damage](isFile ? body : gzipSync(body));
			head(bytes.length, isFile ? {} : ENCODED).end(bytes);
		}
	}
}

/** They take long to compress, and little memory to keep. */
const bombs = new Map<number, Promise<Buffer>>();

export async function compressedZeros(megabytes: number): Promise<Buffer> {
	const zeros = Array<Buffer>(megabytes).fill(Buffer.alloc(2 ** 20));
	const bytes = bombs.get(megabytes) ?? buffer(Readable.from(zeros).pipe(createGzip({ level: 1 })));
	bombs.set(megabytes, bytes);
	return await bytes;
}
