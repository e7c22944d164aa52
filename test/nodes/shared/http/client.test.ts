import '../../../support/quickWaits';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { ChatCommerceApi } from '../../../../credentials/ChatCommerceApi.credentials';
import { ServiceError } from '../../../../nodes/shared/errors';
import { openEnvelope } from '../../../../nodes/shared/http/envelope';
import { ServiceClient, type ServiceRequest } from '../../../../nodes/shared/http/client';
import { type CallOptions, RateLimiter } from '../../../../nodes/shared/http/rateLimiter';
import { PassThrough } from '../../../engine/PassThrough';
import { startNode } from '../../../engine/runNode';
import { closeServer, startServer } from '../../../service/httpServer';
import { collect } from '../../../support/chunks';

/* What is sent again, and how often, in n8n's engine against a server. */

/** Of a node that runs as long as the tests do. */
let context: IExecuteFunctions;
let endNode: () => void;
let received: IncomingMessage[];
let answer: Answers;
let origin: Awaited<ReturnType<typeof startServer>>;

beforeAll(async () => {
	const { description } = new PassThrough('test.node');
	const credentials = [{ name: 'chatCommerceApi', required: true }];
	context = await new Promise<IExecuteFunctions>((begun) => {
		const node = {
			description: { ...description, credentials },
			async execute(this: IExecuteFunctions) {
				begun(this);
				await new Promise<void>((ended) => (endNode = ended));
				return [];
			},
		};
		const credentialType = new ChatCommerceApi();
		void startNode({ node, parameters: {}, credentialType, credential: { apiToken: 'token' } });
	});
	origin = await startServer(async (request, response) => {
		received.push(request);
		request.resume().on('end', () => answer(response));
	}, 0);
	// No connection is closed by itself, however slow the machine is.
	origin.server.keepAliveTimeout = 0;
});
beforeEach(() => {
	received = [];
});
afterAll(async () => {
	endNode();
	await closeServer(origin.server);
});

/** Nothing listens at the port for "discard". */
const NOBODY = 'http://127.0.0.1:9';
const SECURE = () => origin.url.replace('http', 'https');

const { signal } = new AbortController();

/** The window of "too many" is short here. */
const budgetOf = (onTry = () => {}) => {
	const limiter = new RateLimiter({ windowMs: 20, countsFrom: 'response', firstPauseMs: 20 });
	const acquire = async (options: CallOptions) => {
		onTry();
		return await limiter.acquire(options);
	};
	return { limiter: { acquire }, callsPerWindow: 1_000, urgency: 0 };
};

const GET = () =>
	({ method: 'GET', url: origin.url, repeat: 'always', budget: budgetOf() }) as const;
const client = () =>
	new ServiceClient({ context, token: 'a-token-of-some-length', timeoutMs: 20_000, signal });

const ask = async (changes: Partial<ServiceRequest>) =>
	await client().json(
		{ method: 'POST', body: {}, url: origin.url, repeat: 'always', budget: budgetOf(), ...changes },
		(opened) => openEnvelope(opened, { schema: z.unknown(), what: 'an answer' }),
	);

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

type Answers = (response: ServerResponse) => void;
const says =
	(status: number, headers: Record<string, string> = {}, text = ''): Answers =>
	(response) =>
		void response.writeHead(status, headers).end(text);
const good = says(200, {}, '{"data":[],"status":200}');
const times =
	(count: number, fails: Answers): Answers =>
	(response) =>
		received.length <= count ? fails(response) : good(response);

const inside = (code: number) =>
	`{"data":null,"status":500,"message":"Request failed with status code ${code}"}`;
const passedOn = (code: number) => says(500, {}, inside(code));
const NOW = { 'Retry-After': '0' };
const LATER = { 'Retry-After': '30' };
const inEnvelope = says(200, {}, '{"data":null,"status":429,"message":"No"}');
const breaksOff: Answers = (response) => {
	response.writeHead(200, { 'Content-Length': '100' }).write('{');
	setTimeout(() => response.destroy(), 5);
};

const stopsOnTheWay: Answers = (response) => void response.write('{"data":');
/** A byte now and then, as long as somebody listens. */
const drips: Answers = (response) => {
	if (response.destroyed) return;
	response.write(' ');
	setTimeout(drips, 1_000, response);
};

type End = [requests: number, outcome: string];
const unclear: End[] = [
	[4, 'noAnswer'],
	[1, 'noAnswer'],
];

const FAILURES: Array<[name: string, fails: Answers | { url: () => string }, ...ends: End[]]> = [
	['nobody listens', { url: () => NOBODY }, [4, 'notSent'], [4, 'notSent'], [1, 'notSent']],
	['no secure connection is made', { url: SECURE }, ...unclear],
	['it breaks off', (response) => response.destroy(), ...unclear],
	['it breaks off in its answer', breaksOff, ...unclear],
	['it never begins', () => {}, ...unclear],
	['it stops on the way', stopsOnTheWay, ...unclear],
	['it drips without end', drips, [1, 'noAnswer']],
	['429', times(1, says(429)), [2, 'ok']],
	['429 in the envelope', times(1, inEnvelope), [2, 'ok']],
	// It may have been carried out, so it is not sent again where that would do harm.
	['503 with Retry-After', times(1, says(503, NOW)), [2, 'ok'], [1, 'refused 503']],
	['500 for a while', times(3, says(500)), [4, 'ok'], [1, 'refused 500']],
	['429 of a server behind it', times(1, passedOn(429)), [2, 'ok']],
	['a token that a server behind it refuses', passedOn(401), [1, 'refused 401']],
	['the same in the envelope', says(200, {}, inside(401)), [1, 'refused 401']],
	['a refusal', says(400), [1, 'refused 400']],
	['no JSON', says(200, {}, 'hello'), [1, 'badAnswer']],
];

describe.each(['always', 'ifNotReceived', 'never'] as const)('sent again: %s', (repeat) => {
	it.each(FAILURES)('%s', async (name, fails, ...ends) => {
		const [always, ifNotReceived = always, never = ifNotReceived] = ends;
		let [repeats, attempts] = [0, 0];
		const isHeard = typeof fails === 'function';
		if (isHeard) answer = fails;
		const url = isHeard ? origin.url : fails.url();
		const budget = budgetOf(() => (attempts += 1));
		const outcome = await outcomeOf(ask({ repeat, url, budget, onRepeat: () => (repeats += 1) }));

		expect([attempts, outcome]).toEqual({ always, ifNotReceived, never }[repeat]);
		expect(received).toHaveLength(isHeard ? attempts : 0);
		// What was never received, or surely not carried out, cannot be done twice.
		const isSafe = outcome === 'notSent' || name.startsWith('429');
		expect(repeats).toBe(isSafe ? 0 : attempts - 1);
	});
});

it('a redirect of a download to another origin takes no token along', async () => {
	const seen: Array<string | undefined> = [];
	const other = await startServer(async ({ headers }, response) => {
		seen.push(headers.authorization, headers['content-type']);
		response.end('a,b');
	}, 0);
	answer = says(302, { Location: other.url });
	const { chunks } = await client().download(GET());
	expect(String(await collect(chunks))).toBe('a,b');
	expect(received[0]?.headers.authorization).toBe('Bearer token');
	expect(seen).toEqual([undefined, undefined]);
	await closeServer(other.server);
});

it('closes a download that nobody reads', async () => {
	let isClosed = false;
	answer = (response) => void response.on('close', () => (isClosed = true)).write('a');
	const { close } = await client().download(GET());
	await close();
	while (!isClosed) await new Promise((resolve) => setTimeout(resolve, 1));
	expect(isClosed).toBe(true);
});

it.each<[string, Answers, string]>([
	['for a good answer', good, 'ok'],
	['for "too many"', says(429, LATER), 'refused 429'],
	['for another try', says(500, LATER), 'refused 500'],
	['in silence', () => {}, 'noAnswer'],
	['for one that drips', drips, 'noAnswer'],
])(
	'waiting ends with a deadline, but a turn that comes later is used: %s',
	async (_, late, end) => {
		answer = late;
		const budget = budgetOf();
		(await budget.limiter.acquire({ ...budget, signal })).rateLimited(20_000);
		const from = performance.now();
		const deadline = from + 10_000;
		expect(await outcomeOf(ask({ deadline, budget }))).toBe(end);
		expect(received).toHaveLength(1);
		const seconds = (performance.now() - from) / 1000;
		expect([seconds > 19, seconds < 30]).toEqual([true, true]);
	},
);
