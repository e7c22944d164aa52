import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGzip, gzipSync } from 'node:zlib';
import { type Answer, refusal, send, withRetryAfter } from './answers';
import type { ServiceOptions } from './options';
import type { Endpoint } from './requests';

/** What can go wrong between a client and the service. With `apply`, the request is carried out nevertheless. */
export type Fault =
	/** The connection is reset after the service has read the request. */
	| { kind: 'resetAfterRead'; apply?: boolean }
	/** There is no response. */
	| { kind: 'stall'; apply?: boolean }
	/** The right response comes late. */
	| { kind: 'delay'; ms: number }
	/** Any status and any body, for example an error of a server on the way. */
	| {
			kind: 'status';
			status: number;
			headers?: Record<string, string>;
			body?: string;
			apply?: boolean;
	  }
	/** An error in the form that the endpoint has for errors, perhaps with the seconds to wait. */
	| { kind: 'refusal'; status: number; retryAfter?: number; apply?: boolean }
	| { kind: 'redirect'; status: number; location: string }
	/** A file with these bytes. */
	| { kind: 'file'; bytes: Uint8Array; headers?: Record<string, string> }
	/** A small response that becomes so many megabytes of zeros when it is decompressed. */
	| { kind: 'bomb'; megabytes: number }
	/** The connection is reset after half of the right body. */
	| { kind: 'resetMidBody' }
	/** Nothing follows after half of the right body. */
	| { kind: 'stallBody' }
	/** The right body comes slowly. */
	| { kind: 'drip'; bytesPerSecond: number }
	/** The response has only half of the right body, and is complete by its headers. */
	| { kind: 'cutJson' }
	/** A file's own compression is damaged; a body without one is compressed for the way (Content-Encoding) first. */
	| { kind: 'gzip'; damage: keyof typeof DAMAGES };

type Kind = Fault['kind'];
type FaultOf<K extends Kind> = Extract<Fault, { kind: K }>;

interface PlannedFault {
	endpoint: Endpoint;
	fault: Fault;
	/** How many more requests it hits. */
	times: number;
}

/** Faults that wait for the requests that they will hit. */
export class FaultPlan {
	#waiting: PlannedFault[] = [];

	/** The next `times` requests to the endpoint go wrong, after those that earlier faults of the endpoint hit. */
	add(endpoint: Endpoint, fault: Fault, times = 1): void {
		this.#waiting.push({ endpoint, fault, times });
	}

	/** @returns the fault that hits the next request to the endpoint */
	take(endpoint: Endpoint): Fault | undefined {
		const next = this.#waiting.find((planned) => planned.endpoint === endpoint);
		if (!next) return undefined;
		next.times -= 1;
		if (next.times <= 0) this.#waiting = this.#waiting.filter((planned) => planned !== next);
		return next.fault;
	}

	clear(): void {
		this.#waiting = [];
	}
}

export interface FaultContext {
	endpoint: Endpoint;
	options: ServiceOptions;
	request: IncomingMessage;
	response: ServerResponse;
	/** Does what the request asks for. @returns the right response */
	carryOut(): Answer;
}

export async function applyFault(fault: Fault, context: FaultContext): Promise<void> {
	if ('apply' in fault && fault.apply) context.carryOut();
	const apply = APPLY[fault.kind] as (fault: Fault, context: FaultContext) => Promise<void>;
	await apply(fault, context);
}

const JSON_TYPE = { 'Content-Type': 'application/json' };
const GZIP_TYPE = { 'Content-Type': 'application/gzip' };
const COMPRESSED_FOR_THE_WAY = { 'Content-Encoding': 'gzip' };

/** Where the damage of a compressed file is, as a fraction of the file: after its header, before its checksum. */
const DAMAGE_AT = 0.6;

const DAMAGES = {
	twice: (gzip: Buffer) => gzipSync(gzip),
	truncated: (gzip: Buffer) => gzip.subarray(0, Math.floor(gzip.length * DAMAGE_AT)),
	flippedBit(gzip: Buffer) {
		const copy = Buffer.from(gzip);
		copy[Math.floor(gzip.length * DAMAGE_AT)]! ^= 0x10;
		return copy;
	},
};

const APPLY: { [K in Kind]: (fault: FaultOf<K>, context: FaultContext) => Promise<void> } = {
	async resetAfterRead(_, { request }) {
		request.socket.resetAndDestroy();
	},

	async stall() {},

	async delay({ ms }, { response, carryOut }) {
		await wait(ms);
		await send(response, carryOut());
	},

	async status({ status, headers = {}, body = '' }, { response }) {
		await send(response, { status, headers, body });
	},

	async refusal({ status, retryAfter }, { endpoint, options, request, response }) {
		// Services do repeat the token of what they refuse, so the nodes must not show it.
		const sent = request.headers.authorization ?? 'nobody';
		const message = `${status} to ${sent}, that is ${options.token}`;
		const answer = refusal(endpoint, { status, message });
		await send(response, withRetryAfter(answer, retryAfter));
	},

	async redirect({ status, location }, { response }) {
		await send(response, { status, headers: { Location: location }, body: '' });
	},

	async file({ bytes, headers = {} }, { response }) {
		await send(response, { status: 200, headers: { ...GZIP_TYPE, ...headers }, body: bytes });
	},

	async bomb({ megabytes }, { endpoint, response }) {
		const isFile = endpoint === 'download';
		const headers = isFile ? GZIP_TYPE : { ...JSON_TYPE, ...COMPRESSED_FOR_THE_WAY };
		await send(response, { status: 200, headers, body: await compressedZeros(megabytes) });
	},

	async resetMidBody(_, context) {
		const { request, response } = context;
		const body = await beginRight(context);
		response.write(halfOf(body));
		// What was written must have left before the connection is reset.
		await wait(30);
		request.socket.resetAndDestroy();
	},

	async stallBody(_, context) {
		const body = await beginRight(context);
		context.response.write(halfOf(body));
	},

	async drip({ bytesPerSecond }, context) {
		const { response } = context;
		const body = await beginRight(context);
		for (let at = 0; at < body.length && !response.destroyed; at += 1) {
			response.write(body.subarray(at, at + 1));
			await wait(1_000 / bytesPerSecond);
		}
		response.end();
	},

	async cutJson(_, context) {
		const half = await beginRight(context, (body) => ({ body: halfOf(body) }));
		context.response.end(half);
	},

	async gzip({ damage }, context) {
		const damaged = await beginRight(context, (body) => {
			const isCompressed = body[0] === 0x1f && body[1] === 0x8b;
			if (isCompressed) return { body: DAMAGES[damage](body) };
			return { body: DAMAGES[damage](gzipSync(body)), headers: COMPRESSED_FOR_THE_WAY };
		});
		context.response.end(damaged);
	},
};

/**
 * Sends the headers of the right response.
 * @param change what is sent in place of the right body, perhaps with more headers
 * @returns the body that is to follow
 */
async function beginRight(
	{ carryOut, response }: FaultContext,
	change: (body: Buffer) => Pick<Answer, 'headers'> & { body: Buffer } = (body) => ({ body }),
): Promise<Buffer> {
	const answer = carryOut();
	const right = answer.body instanceof Readable ? await buffer(answer.body) : answer.body;
	const { body, headers } = change(Buffer.from(right));
	const length = { 'Content-Length': body.length };
	response.writeHead(answer.status, { ...answer.headers, ...headers, ...length });
	return body;
}

function halfOf(body: Buffer): Buffer {
	return body.subarray(0, Math.floor(body.length / 2));
}

export async function wait(ms: number): Promise<void> {
	// A test that has ended must not wait for a fault.
	await new Promise<void>((resolve) => setTimeout(resolve, ms).unref());
}

/** By their size in megabytes: they take long to compress, and little memory to keep. */
const bombs = new Map<number, Promise<Buffer>>();

export async function compressedZeros(megabytes: number): Promise<Buffer> {
	let bomb = bombs.get(megabytes);
	if (!bomb) {
		const zeros = Array<Buffer>(megabytes).fill(Buffer.alloc(2 ** 20));
		bomb = buffer(Readable.from(zeros).pipe(createGzip({ level: 1 })));
		bombs.set(megabytes, bomb);
	}
	return await bomb;
}
