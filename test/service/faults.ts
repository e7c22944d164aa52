import type { IncomingMessage, ServerResponse } from 'node:http';

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip, gzipSync } from 'node:zlib';
import type { Answer } from './answers.ts';
import type { Endpoint } from './requests.ts';

/** What can go wrong between a client and the service. `apply`: the request is carried out all the same. */
export type Fault =
	| { kind: 'resetBeforeRead' }
	| { kind: 'resetAfterRead'; apply?: boolean }
	| { kind: 'resetMidBody'; fraction?: number; atByte?: number }
	| { kind: 'stall'; apply?: boolean }
	| { kind: 'stallBody'; fraction: number }
	| { kind: 'drip'; bytesPerSecond: number }
	| {
			kind: 'status';
			status: number;
			headers?: Record<string, string>;
			body?: string;
			apply?: boolean;
	  }
	| { kind: 'cutJson' }
	| { kind: 'wrongShape'; body: unknown }
	| { kind: 'wrongContentType' }
	| { kind: 'wrongContentLength'; delta: number }
	| { kind: 'emptyBody' }
	| { kind: 'noContent' }
	| { kind: 'doubleGzip' }
	| { kind: 'bomb'; megabytes: number }
	| { kind: 'redirect'; status: number; location: string }
	| { kind: 'delay'; ms: number }
	| { kind: 'deepJson'; megabytes: number };

/** Faults that wait for the requests that they will hit. */
export class FaultPlan {
	private waiting: Array<{ endpoint: Endpoint | 'any'; fault: Fault; times: number }> = [];

	/** The next `times` requests to the endpoint go wrong, in the order in which faults were added. */
	add(endpoint: Endpoint | 'any', fault: Fault, times = 1): void {
		this.waiting.push({ endpoint, fault, times });
	}

	take(endpoint: Endpoint): Fault | undefined {
		const next = this.waiting.find((entry) => [endpoint, 'any'].includes(entry.endpoint));
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
	const answer = ({ status, headers, body }: Answer) => {
		response.writeHead(status, { 'Content-Length': Buffer.byteLength(body), ...headers });
		response.end(body);
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
		case 'redirect':
			return answer({ status: fault.status, headers: { Location: fault.location }, body: '' });
		case 'wrongShape':
			return answer({ status: 200, body: JSON.stringify(fault.body) });
		case 'emptyBody':
			return answer({ status: 200, body: '' });
		case 'noContent':
			response.writeHead(204).end();
			return true;
		case 'deepJson': {
			const depth = (fault.megabytes * 2 ** 20) / 2;
			return answer({ status: 200, body: '['.repeat(depth) + ']'.repeat(depth) });
		}
		case 'bomb':
			await sendZeros(response, fault.megabytes);
			return true;
		default:
			return await spoil(fault, await carryOut(), context);
	}
}

type Spoiling = Extract<
	Fault,
	{
		kind:
			| 'resetMidBody'
			| 'stallBody'
			| 'drip'
			| 'cutJson'
			| 'wrongContentType'
			| 'wrongContentLength'
			| 'doubleGzip';
	}
>;

/** Sends the right answer, but not rightly. */
async function spoil(fault: Spoiling, answer: Answer, context: FaultContext): Promise<true> {
	const { request, response, wait } = context;
	const body = Buffer.from(answer.body as string);
	const { status } = answer;
	const head = (length: number, type = 'application/octet-stream') =>
		response.writeHead(status, { 'Content-Type': type, 'Content-Length': length });

	switch (fault.kind) {
		case 'resetMidBody': {
			const at = fault.atByte ?? Math.floor(body.length * (fault.fraction ?? 0.5));
			head(body.length);
			response.write(body.subarray(0, at));
			await wait(30);
			request.socket.resetAndDestroy();
			return true;
		}
		case 'stallBody':
			head(body.length);
			response.write(body.subarray(0, Math.floor(body.length * fault.fraction)));
			return true;
		case 'drip':
			head(body.length);
			for (let at = 0; at < body.length && !response.destroyed; at += 1) {
				response.write(body.subarray(at, at + 1));
				await wait(1000 / fault.bytesPerSecond);
			}
			response.end();
			return true;
		case 'cutJson': {
			const half = body.subarray(0, Math.floor(body.length / 2));
			head(half.length, 'application/json').end(half);
			return true;
		}
		case 'wrongContentType':
			head(body.length, 'image/png').end(body);
			return true;
		case 'wrongContentLength':
			head(body.length + fault.delta).flushHeaders();
			request.socket.write(body);
			request.socket.end();
			return true;
		case 'doubleGzip': {
			const twice = gzipSync(body);
			head(twice.length).end(twice);
			return true;
		}
	}
}

async function sendZeros(response: ServerResponse, megabytes: number): Promise<void> {
	const zeros = Buffer.alloc(2 ** 20);
	function* parts() {
		for (let sent = 0; sent < megabytes; sent++) yield zeros;
	}
	response.writeHead(200, { 'Content-Type': 'application/gzip' });
	await pipeline(Readable.from(parts()), createGzip(), response).catch(() => {});
}
