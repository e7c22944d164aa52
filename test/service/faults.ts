import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import { type Answer, refusalAt, send } from './answers.ts';
import type { RetryAfter, ServiceOptions } from './options.ts';
import { retryAfterHeaders } from './rateLimit.ts';
import type { Endpoint } from './requests.ts';
import { type Spoiling, spoil } from './spoiledAnswers.ts';

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
export type FaultPlace = Endpoint | 'any' | 'storage';

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
	carryOut(): Promise<Answer>;
	wait(ms: number): Promise<void>;
}

/** Applies a fault. @returns false if the request is to be answered as usual after it */
export async function applyFault(fault: Fault, context: FaultContext): Promise<boolean> {
	const { request, response, carryOut, wait } = context;
	const reset = () => request.socket.resetAndDestroy();
	const answer = (whole: Answer) => {
		send(response, whole);
		return true;
	};

	switch (fault.kind) {
		case 'resetBeforeRead':
			reset();
			return true;
		case 'resetAfterRead':
			if (fault.apply) await carryOut();
			reset();
			return true;
		case 'stall':
			if (fault.apply) await carryOut();
			return true;
		case 'delay':
			await wait(fault.ms);
			return false;
		case 'status': {
			if (fault.apply) await carryOut();
			const { status, headers, body = '' } = fault;
			return answer({ status, ...(headers ? { headers } : {}), body });
		}
		case 'refusal':
			if (fault.apply) await carryOut();
			return answer(refusalFor(fault, context));
		case 'redirect': {
			const Location = `${fault.location}${fault.keepPath ? request.url : ''}`;
			return answer({ status: fault.status, headers: { Location }, body: fault.body ?? '' });
		}
		case 'wrongShape':
			return answer({ status: 200, body: JSON.stringify(fault.body) });
		case 'emptyBody':
			return answer({ status: 200, body: '' });
		case 'noContent':
			if (fault.apply) await carryOut();
			response.writeHead(204).end();
			return true;
		case 'deepJson': {
			const depth = (fault.megabytes * 2 ** 20) / 2;
			const body = '['.repeat(depth) + ']'.repeat(depth);
			return answer({ status: fault.status ?? 200, body });
		}
		case 'file':
			response.writeHead(200, { 'Content-Type': 'application/gzip' });
			response.end(fault.bytes);
			return true;
		case 'bomb':
			await sendZeros(fault, context);
			return true;
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
		default:
			return await spoil(fault, await carryOut(), context);
	}
}

function refusalFor(
	{ status, retryAfter = 'none', seconds = 0 }: Extract<Fault, { kind: 'refusal' }>,
	{ endpoint, options, request }: FaultContext,
): Answer {
	const answer = refusalAt(endpoint, options, {
		status,
		error: `ERROR_${status}`,
		// Services do echo what they refuse, so that nobody may show it.
		message: `${status} to ${request.headers.authorization ?? 'nobody'}, that is ${options.token}`,
	});
	const headers = retryAfterHeaders(retryAfter, { seconds, now: Date.now() });
	return { ...answer, headers: { ...answer.headers, ...headers } };
}

async function sendZeros(
	{ megabytes, isLabelled }: Extract<Fault, { kind: 'bomb' }>,
	{ endpoint, response }: FaultContext,
): Promise<void> {
	const bytes = await compressedZeros(megabytes);
	const headers: Record<string, string> =
		endpoint === 'download' && !isLabelled
			? { 'Content-Type': 'application/gzip' }
			: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
	response.writeHead(200, headers);
	response.end(bytes);
}

/** They take long to compress, and little memory to keep. */
const bombs = new Map<number, Promise<Buffer>>();

export async function compressedZeros(megabytes: number): Promise<Buffer> {
	const known = bombs.get(megabytes);
	if (known) return await known;
	const zeros = Buffer.alloc(2 ** 20);
	function* parts() {
		for (let sent = 0; sent < megabytes; sent++) yield zeros;
	}
	const bytes = buffer(Readable.from(parts()).pipe(createGzip({ level: 1 })));
	bombs.set(megabytes, bytes);
	return await bytes;
}
