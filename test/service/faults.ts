import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import { type Answer, refusalAt, send, withRetryAfter } from './answers';
import type { RetryAfter, ServiceOptions } from './options';
import type { Endpoint } from './requests';
import { type Spoiling, spoil } from './spoiledAnswers';

/** What can go wrong between a client and the service. `apply`: the request is carried out all the same. */
export type Fault =
	| { kind: 'resetBeforeRead' }
	| { kind: 'resetAfterRead'; apply?: boolean }
	| { kind: 'stall'; apply?: boolean }
	| {
			kind: 'status';
			status: number;
			headers?: Record<string, string>;
			body?: string;
			apply?: boolean;
	  }
	/** An error in the shape that the endpoint has for its errors. */
	| { kind: 'refusal'; status: number; retryAfter?: RetryAfter; seconds?: number; apply?: boolean }
	| { kind: 'wrongShape'; body: unknown }
	| { kind: 'emptyBody' }
	/** Spaces, one after the other, as long as somebody listens. */
	| { kind: 'endless'; everyMs?: number }
	| { kind: 'notHttp' }
	| { kind: 'noContent'; apply?: boolean }
	/** A file of zeros; JSON endpoints send it as Content-Encoding. */
	| { kind: 'bomb'; megabytes: number; isLabelled?: boolean }
	/** Any bytes in place of a file. */
	| { kind: 'file'; bytes: Uint8Array }
	/** With `keepPath`, the location is an origin, and the path stays. */
	| { kind: 'redirect'; status: number; location: string; keepPath?: boolean; body?: string }
	| { kind: 'delay'; ms: number }
	| { kind: 'deepJson'; megabytes: number; status?: number }
	| Spoiling;

/** Where a fault hits; the storage is where downloads may be redirected to. */
type FaultPlace = Endpoint | 'any' | 'storage';

/** Faults that wait for the requests that they will hit. */
export class FaultPlan {
	private waiting: Array<{ endpoint: FaultPlace; fault: Fault; times: number }> = [];

	/** The next `times` requests to the endpoint go wrong, in the order in which faults were added. */
	add(endpoint: FaultPlace, fault: Fault, times = 1): void {
		this.waiting.push({ endpoint, fault, times });
	}

	take(endpoint: Endpoint | 'storage'): Fault | undefined {
		const hitting: FaultPlace[] = endpoint === 'storage' ? [endpoint] : [endpoint, 'any'];
		const next = this.waiting.find((entry) => hitting.includes(entry.endpoint));
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
	/** Carries the request out and gives what would have been sent. */
	carryOut(): Answer;
	wait(ms: number): Promise<void>;
}

/** Applies a fault. @returns false if the request is to be answered as usual after it */
export async function applyFault(fault: Fault, context: FaultContext): Promise<boolean> {
	const { request, response, carryOut, wait } = context;
	if ('apply' in fault && fault.apply) carryOut();
	switch (fault.kind) {
		case 'resetBeforeRead':
		case 'resetAfterRead':
			request.socket.resetAndDestroy();
			return true;
		case 'stall':
			return true;
		case 'delay':
			await wait(fault.ms);
			return false;
		case 'endless':
			response.writeHead(200, { 'Content-Type': 'application/json' });
			while (!response.destroyed) {
				response.write(' ');
				await wait(fault.everyMs ?? 100);
			}
			return true;
		case 'notHttp':
			request.socket.end('220 mail.example.com ESMTP\r\n');
			return true;
		case 'status':
		case 'refusal':
		case 'redirect':
		case 'wrongShape':
		case 'emptyBody':
		case 'noContent':
		case 'deepJson':
		case 'file':
		case 'bomb':
			await send(response, await answerOf(fault, context));
			return true;
		default:
			await spoil(fault, carryOut(), context);
			return true;
	}
}

const GZIP = { 'Content-Type': 'application/gzip' };
const ENCODED = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };

/** An answer in place of the right one. */
async function answerOf(
	fault: Extract<
		Fault,
		| { kind: 'status' | 'refusal' | 'redirect' | 'wrongShape' | 'emptyBody' | 'noContent' }
		| { kind: 'deepJson' | 'file' | 'bomb' }
	>,
	{ endpoint, options, request }: FaultContext,
): Promise<Answer> {
	switch (fault.kind) {
		case 'status': {
			const { status, headers = {}, body = '' } = fault;
			return { status, headers, body };
		}
		case 'refusal': {
			const { status, retryAfter = 'none', seconds = 0 } = fault;
			// Services do echo what they refuse, so that nobody may show it.
			const message = `${status} to ${request.headers.authorization ?? 'nobody'}, that is ${options.token}`;
			const answer = refusalAt(endpoint, options, { status, error: `ERROR_${status}`, message });
			return withRetryAfter(answer, retryAfter, { seconds, now: Date.now() });
		}
		case 'redirect': {
			const Location = `${fault.location}${fault.keepPath ? request.url : ''}`;
			return { status: fault.status, headers: { Location }, body: fault.body ?? '' };
		}
		case 'wrongShape':
			return { status: 200, body: JSON.stringify(fault.body) };
		case 'emptyBody':
			return { status: 200, body: '' };
		case 'noContent':
			return { status: 204, body: '' };
		case 'deepJson': {
			const depth = (fault.megabytes * 2 ** 20) / 2;
			return { status: fault.status ?? 200, body: '['.repeat(depth) + ']'.repeat(depth) };
		}
		case 'file':
			return { status: 200, headers: GZIP, body: fault.bytes };
		case 'bomb': {
			const isFile = endpoint === 'download' && !fault.isLabelled;
			const body = await compressedZeros(fault.megabytes);
			return { status: 200, headers: isFile ? GZIP : ENCODED, body };
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
