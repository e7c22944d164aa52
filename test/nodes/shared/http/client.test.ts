import '../../../support/quickWaits';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { ServiceError } from '../../../../nodes/shared/errors';
import { openEnvelope } from '../../../../nodes/shared/http/answer';
import { ServiceClient, type ServiceRequest } from '../../../../nodes/shared/http/client';
import { CallLimiter } from '../../../../nodes/shared/http/limiter';
import type { Repeat } from '../../../../nodes/shared/http/refusal';
import { cancellableSleep } from '../../../../nodes/shared/async';
import { closeServer, startServer } from '../../../service/httpServer';
import { nodeContext } from './inNode';

/* What is sent again, and how often, in n8n's engine against a server. */

const TOKEN = 'a-token-of-some-length';

const context = nodeContext();
let received: IncomingMessage[];
let answer: (response: ServerResponse, request: IncomingMessage) => void;
let origin: Awaited<ReturnType<typeof startServer>>;

beforeAll(async () => {
	origin = await startServer(async (request, response) => {
		received.push(request);
		request.resume().on('end', () => answer(response, request));
	}, 0);
	// No connection is closed by itself, however slow the machine is.
	origin.server.keepAliveTimeout = 0;
});
beforeEach(() => {
	received = [];
});
afterAll(async () => await closeServer(origin.server));

/** Nothing listens at the port for "discard". */
const NOBODY = 'http://127.0.0.1:9';

/** The window of "too many" is short here. */
const limiter = () =>
	new CallLimiter({ now: () => performance.now(), sleep: cancellableSleep, windowMs: 20 });

const client = (signal = new AbortController().signal) =>
	new ServiceClient({ context: context(), token: TOKEN, timeoutMs: 20_000, signal });

async function ask(changes: Partial<ServiceRequest>, signal?: AbortSignal) {
	const request = { method: 'GET', url: origin.url, repeat: 'always', ...changes } as const;
	const body = request.method === 'POST' ? { body: {} } : {};
	return await client(signal).json({ ...body, ...request }, (opened) =>
		openEnvelope(opened, { schema: z.unknown(), what: 'an answer' }),
	);
}

/** "ok", or the kind of the error and its status. */
async function outcomeOf(asked: Promise<unknown>): Promise<string> {
	return await asked.then(
		() => 'ok',
		(error: unknown) => {
			if (!(error instanceof ServiceError)) throw error;
			return [error.kind, error.status].filter(Boolean).join(' ');
		},
	);
}

interface Failure {
	/** How the server answers; without it, nothing listens. */
	answer?: (response: ServerResponse) => void;
	/** So often; then the answer is a good one. */
	times?: number;
	https?: true;
}

const says = (status: number, headers: Record<string, string> = {}, text = '') => ({
	answer: (response: ServerResponse) => void response.writeHead(status, headers).end(text),
});
const NOW = { 'Retry-After': '0' };
const TOO_MANY = '{"message":"Too many requests"}';
const inEnvelope = (status: number, message = 'No') =>
	says(200, {}, JSON.stringify({ data: null, status, message }));

/** Requests that are sent, and how it ends: with `always`, `ifNotReceived` and `never`. */
type Ends = Record<Repeat, [requests: number, outcome: string]>;
const once = (outcome: string): Ends['always'] => [1, outcome];
const final = (outcome: string): Ends => ({
	always: once(outcome),
	ifNotReceived: once(outcome),
	never: once(outcome),
});
const onlyAlways = (outcome: string): Ends => ({ ...final(outcome), always: [4, outcome] });
const waited: Ends = { always: [2, 'ok'], ifNotReceived: [2, 'ok'], never: [2, 'ok'] };
/** It may have been carried out, so it is not sent again where that would do harm. */
const waitedUnlessHarmful = (outcome: string): Ends => ({
	...waited,
	ifNotReceived: once(outcome),
});

const FAILURES: Array<[name: string, failure: Failure, ends: Ends]> = [
	[
		'nobody listens',
		{},
		{ ...final('notSent'), always: [4, 'notSent'], ifNotReceived: [4, 'notSent'] },
	],
	['no secure connection can be made', { https: true }, final('notSent')],
	['it breaks off', { answer: (response) => response.destroy() }, onlyAlways('noAnswer')],
	[
		'it breaks off in its answer',
		{
			answer: (response) => {
				response.writeHead(200, { 'Content-Length': '100' }).write('{');
				setTimeout(() => response.destroy(), 5);
			},
		},
		onlyAlways('noAnswer'),
	],
	['429', { ...says(429), times: 1 }, waited],
	['429 with Retry-After', { ...says(429, NOW), times: 1 }, waited],
	['429 in the envelope', { ...inEnvelope(429), times: 1 }, waited],
	...[400, 403, 503].flatMap((status): typeof FAILURES => [
		[
			`${status} with Retry-After`,
			{ ...says(status, NOW), times: 1 },
			waitedUnlessHarmful(`refused ${status}`),
		],
		[
			`${status} with "too many" in words`,
			{ ...says(status, {}, TOO_MANY), times: 1 },
			waitedUnlessHarmful(`refused ${status}`),
		],
	]),
	['400', says(400), final('refused 400')],
	['401', says(401, NOW, TOO_MANY), final('refused 401')],
	['403', says(403), final('refused 403')],
	['404', says(404), final('refused 404')],
	['408', says(408), onlyAlways('refused 408')],
	['500', says(500), onlyAlways('refused 500')],
	['500 with Retry-After and "too many"', says(500, NOW, TOO_MANY), onlyAlways('refused 500')],
	['503', says(503), onlyAlways('refused 503')],
	['500 in the envelope', inEnvelope(500), onlyAlways('refused 500')],
	['401 in the envelope', inEnvelope(401), final('refused 401')],
	[
		'500 for a while',
		{ ...says(500), times: 3 },
		{ ...onlyAlways('refused 500'), always: [4, 'ok'] },
	],
	['no JSON', says(200, {}, 'hello'), final('badAnswer')],
	['another JSON', says(200, {}, '[]'), final('badAnswer')],
];

const METHODS = ['GET', 'POST'] as const;
const REPEATS = ['always', 'ifNotReceived', 'never'] as const;

describe.each(METHODS)('%s', (method) => {
	describe.each(REPEATS)('to be sent again: %s', (repeat) => {
		it.each(FAILURES)('%s', async (_, { answer: fails, times = Infinity, https }, ends) => {
			let repeats = 0;
			let attempts = 0;
			answer = (response) =>
				received.length <= times ? fails?.(response) : response.end('{"data":[],"status":200}');
			const onWait = () => (attempts += 1);
			const budget = { limiter: limiter(), callsPerMinute: 1_000, urgency: 0, onWait };
			const onRepeat = () => (repeats += 1);
			const secure = origin.url.replace('http', 'https');
			const url = fails ? origin.url : https ? secure : NOBODY;
			const outcome = await outcomeOf(ask({ method, repeat, url, budget, onRepeat }));

			expect([attempts, outcome]).toEqual(ends[repeat]);
			expect(received).toHaveLength(fails ? attempts : 0);
			// What was never received, or surely not carried out, cannot be done twice.
			const isSafe = outcome === 'notSent' || (outcome === 'ok' && times === 1);
			expect(repeats).toBe(isSafe ? 0 : attempts - 1);
		});
	});
});

describe('statuses that the caller reads itself', () => {
	const read = async (status: number, text: string) => {
		answer = (response) => says(status, NOW, text).answer(response);
		const isAnswer = (given: number) => given === 400 || given === 503;
		const request = { method: 'POST', url: origin.url, repeat: 'ifNotReceived' } as const;
		return await client().json({ ...request, isAnswer, body: {} }, (opened) => opened);
	};

	it.each([200, 400, 503])('are answers where they are JSON: %i', async (status) => {
		expect(await read(status, TOO_MANY)).toEqual({
			status,
			body: JSON.parse(TOO_MANY) as unknown,
			retryAfterMs: 0,
		});
	});

	it.each([
		[503, 'busy'],
		[422, '{}'],
	])('are refusals otherwise, and not sent again: %i %s', async (status, text) => {
		expect(await outcomeOf(read(status, text))).toBe(`refused ${status}`);
		expect(received).toHaveLength(1);
	});
});

describe('waiting', () => {
	const tooMany = () => says(429, { 'Retry-After': '30' }).answer;

	it('ends with Stop, and with a deadline', async () => {
		const stop = new AbortController();
		const deadline = new AbortController();
		answer = (response) => {
			tooMany()(response);
			setTimeout(() => (received.length === 1 ? stop : deadline).abort(new Error('enough')), 20);
		};
		await expect(ask({}, stop.signal)).rejects.toThrow('enough');
		await expect(ask({ deadline: deadline.signal })).rejects.toThrow('enough');
		expect(received).toHaveLength(2);
	});

	it('ends with Stop while the service is silent, and the connection is closed', async () => {
		const stop = new AbortController();
		const closed = new Promise((resolve) => {
			answer = (response) => {
				response.on('close', resolve);
				stop.abort(new Error('stopped'));
			};
		});
		await expect(ask({}, stop.signal)).rejects.toThrow('stopped');
		await closed;
	});

	it('for "too many" is shared by all calls of the limiter', async () => {
		const shared = { limiter: limiter(), callsPerMinute: 1_000, urgency: 0, onWait: () => {} };
		answer = (response) =>
			received.length === 1
				? says(429, { 'Retry-After': '60' }).answer(response)
				: response.end('{"data":[],"status":200}');
		const from = performance.now();
		const first = ask({ budget: shared });
		// Once the first one has heard of it.
		await new Promise((resolve) => setTimeout(resolve, 100));
		const second = ask({ budget: shared });
		await Promise.race([first, second]);
		expect(performance.now() - from).toBeGreaterThan(55_000);
		await Promise.all([first, second]);
		expect(received).toHaveLength(3);
	});

	it('without a limiter: a minute, where the service does not say how long', async () => {
		answer = (response) =>
			received.length === 1 ? says(429).answer(response) : response.end('{"data":[],"status":200}');
		const from = performance.now();
		await ask({ repeat: 'ifNotReceived' });
		expect(performance.now() - from).toBeGreaterThanOrEqual(59_900);
	});
});
