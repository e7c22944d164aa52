import '../../../support/quickWaits';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { openEnvelope } from '../../../../nodes/shared/http/envelope';
import { type RequestResult, ServiceClient } from '../../../../nodes/shared/http/client';
import { RateLimiter } from '../../../../nodes/shared/http/rateLimiter';
import type { ServiceRequest } from '../../../../nodes/shared/http/request';
import { PassThrough } from '../../../engine/PassThrough';
import { startNode } from '../../../engine/runNode';
import { closeServer, startServer } from '../../../service/httpServer';
import { deferred } from '../../../support/deferred';

/* What is sent again, and how often, in n8n's engine against a server. */

/** Of a node that runs as long as the tests do. */
let n8n: IExecuteFunctions;
let endNode: () => void;
let received: IncomingMessage[];
let answer: Answers;
let origin: Awaited<ReturnType<typeof startServer>>;

beforeAll(async () => {
	const { description } = new PassThrough('test.node');
	const credentials = [{ name: 'chatCommerceApi', required: true }];
	n8n = await new Promise<IExecuteFunctions>((begun) => {
		const node = {
			description: { ...description, credentials },
			async execute(this: IExecuteFunctions) {
				begun(this);
				await new Promise<void>((ended) => {
					endNode = ended;
				});
				return [];
			},
		};
		void startNode({ node, parameters: {}, credential: { apiToken: 'token' } });
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

const { signal } = new AbortController();

/** With a limiter that waits for milliseconds only after "too many". */
const budgetOf = () => {
	const limiter = new RateLimiter({ windowMs: 20, countsFrom: 'response', firstPauseMs: 20 });
	return { limiter, callsPerWindow: 1_000, urgency: 0 };
};

function getRequest(): ServiceRequest {
	return {
		method: 'GET',
		url: origin.url,
		advice: {},
		retryPolicy: 'always',
		budget: budgetOf(),
	};
}

const client = (stop = signal) =>
	new ServiceClient({
		n8n,
		credentialName: 'chatCommerceApi',
		token: 'a-token-of-some-length',
		timeoutMs: 20_000,
		signal: stop,
	});

/** A POST whose response is opened as an envelope. @param changes what differs from a usual request */
async function tryToAsk(
	changes: Partial<ServiceRequest>,
	stop = signal,
): Promise<RequestResult<unknown>> {
	const request: ServiceRequest = {
		method: 'POST',
		body: {},
		url: origin.url,
		advice: {},
		retryPolicy: 'always',
		budget: budgetOf(),
		...changes,
	};
	return await client(stop).json(request, (response) =>
		openEnvelope(response, { schema: z.unknown(), what: 'an answer' }),
	);
}

type Answers = (response: ServerResponse) => void;

function says(status: number, headers: Record<string, string> = {}, text = ''): Answers {
	return (response) => void response.writeHead(status, headers).end(text);
}

const good = says(200, {}, '{"data":[],"status":200}');

/** Fails so many times, and then is good. */
function failsFor(count: number, fails: Answers): Answers {
	return (response) => (received.length <= count ? fails(response) : good(response));
}

const LATER = { 'Retry-After': '30' };

function breaksOff(status: number): Answers {
	return (response) => {
		response.writeHead(status, { 'Content-Length': '100' }).write('{');
		setTimeout(() => response.destroy(), 5);
	};
}

function neverAnswers(): void {}

/** A byte now and then, as long as somebody listens. */
function drips(response: ServerResponse): void {
	if (response.destroyed) return;
	response.write(' ');
	setTimeout(drips, 1_000, response);
}

const NO_ANSWER = { error: { kind: 'noAnswer' } };

const refused = (status: number) => ({ error: { kind: 'refused', status } });

/** How often a request is sent with each policy if it may have been carried out, and if that does not matter. */
const MAY_BE_DONE = { always: 4, ifNotDone: 1, never: 1 };
const ONCE = { always: 1, ifNotDone: 1, never: 1 };

/* What each status means for another try is tested in retry.test.ts, and more faults in contract/faults.test.ts. */
const FAILURES = [
	{
		name: 'nobody listens',
		tries: { always: 4, ifNotDone: 4, never: 1 },
		end: { error: { kind: 'notSent' }, unclearTries: 0 },
	},
	{ name: 'the response breaks off', answers: breaksOff(200), tries: MAY_BE_DONE, end: NO_ANSWER },
	{ name: 'a 400 whose body breaks off', answers: breaksOff(400), tries: ONCE, end: refused(400) },
	{ name: 'no response begins', answers: neverAnswers, tries: MAY_BE_DONE, end: NO_ANSWER },
	{ name: 'the response drips without end', answers: drips, tries: ONCE, end: NO_ANSWER },
	{ name: 'a 500', answers: says(500), tries: MAY_BE_DONE, end: refused(500) },
	{
		name: 'a 429',
		answers: failsFor(1, says(429)),
		tries: { always: 2, ifNotDone: 2, never: 2 },
		end: { value: [] },
	},
];

describe.each(['always', 'ifNotDone', 'never'] as const)('with the policy %s', (retryPolicy) => {
	it.each(FAILURES)('$name: is sent again only where the policy allows it', async (failure) => {
		const { answers, tries: triesByPolicy, end } = failure;
		const tries = triesByPolicy[retryPolicy];
		const budget = budgetOf();
		const turns = jest.spyOn(budget.limiter, 'acquire');
		if (answers) answer = answers;
		const url = answers ? origin.url : NOBODY;
		expect(await tryToAsk({ retryPolicy, url, budget })).toMatchObject(end);
		expect(received).toHaveLength(answers ? tries : 0);
		expect(turns).toHaveBeenCalledTimes(tries);
	});
});

describe('What is known of a request', () => {
	it('after a bug is nothing, so it is not sent again, and the error has no token', async () => {
		answer = good;
		const result = await client().json(getRequest(), () => {
			throw new Error('No value for a-token-of-some-length');
		});
		const error = { kind: 'noAnswer', description: 'No value for *****' };
		expect(result).toMatchObject({ error, unclearTries: 1 });
		expect(received).toHaveLength(1);
	});

	it('is its value once the service has responded as expected, even if an earlier try broke off', async () => {
		answer = failsFor(1, breaksOff(200));
		expect(await tryToAsk({})).toEqual({ value: [] });
		expect(received).toHaveLength(2);
	});

	it('is an unclear try after a refusal, if an earlier one broke off', async () => {
		answer = (response) => (received.length === 1 ? response.destroy() : says(400)(response));
		const error = expect.objectContaining({ status: 400 }) as object;
		expect(await tryToAsk({})).toEqual({ error, unclearTries: 1 });
	});

	it('is no unclear try if Stop comes before its turn', async () => {
		const reason = new Error('Stop');
		const result = await tryToAsk({}, AbortSignal.abort(reason));
		expect(result).toEqual({ error: reason, unclearTries: 0 });
		expect(received).toEqual([]);
	});

	it('is an unclear try if Stop comes while the service works on it', async () => {
		const stop = new AbortController();
		const reason = new Error('Stop');
		answer = () => stop.abort(reason);
		const result = await tryToAsk({}, stop.signal);
		expect(result).toEqual({ error: reason, unclearTries: 1 });
	});
});

it('reads a response of more than 4 MB if the request may have one', async () => {
	const data = ['x'.repeat(5 * 2 ** 20)];
	answer = says(200, {}, JSON.stringify({ data, status: 200 }));
	expect(await tryToAsk({})).toMatchObject({ error: { kind: 'badAnswer' } });
	expect(await tryToAsk({ maxBytes: 6 * 2 ** 20 })).toEqual({ value: data });
});

describe('The limiter hears of each call', () => {
	/** How many seconds it takes to ask so often, one after the other. */
	async function secondsFor(times: number, budget: ServiceRequest['budget']): Promise<number> {
		const from = performance.now();
		for (let left = times; left > 0; left -= 1) {
			expect(await tryToAsk({ budget })).toEqual({ value: [] });
		}
		return Math.round((performance.now() - from) / 1000);
	}

	it('when its response comes, from which it counts', async () => {
		answer = (response) => void setTimeout(good, 10_000, response);
		const limiter = new RateLimiter({ windowMs: 20_000, countsFrom: 'response', firstPauseMs: 0 });
		expect(await secondsFor(2, { limiter, callsPerWindow: 1, urgency: 0 })).toBe(40);
	});

	it('how long the service asks to wait', async () => {
		answer = failsFor(1, says(429, { 'Retry-After': '1200' }));
		expect(await secondsFor(1, budgetOf())).toBe(1_200);
	});

	it('that it has succeeded, so that the next pause is a short one again', async () => {
		const limiter = new RateLimiter({ windowMs: 20, countsFrom: 'start', firstPauseMs: 1_000 });
		answer = (response) => ([3, 5].includes(received.length) ? good : says(429))(response);
		// Pauses of 1, 2 and 1 seconds; without a success in between, the last one would have 4.
		expect(await secondsFor(2, { ...budgetOf(), limiter })).toBe(4);
	});
});

it('frees the connection of a download that nobody reads', async () => {
	const closed = deferred();
	answer = (response) => {
		response.on('close', closed.resolve);
		response.write('a');
	};
	const { discard } = await client().download(getRequest());
	const from = performance.now();
	discard();
	await closed.promise;
	// A time-out would close it much later.
	expect(performance.now() - from).toBeLessThan(5_000);
});

it.each([
	{ late: 'a good answer', answers: good, end: { value: [] } },
	{ late: '"too many"', answers: says(429, LATER), end: refused(429) },
	{ late: 'silence', answers: neverAnswers, end: NO_ANSWER },
])(
	'waiting ends with a deadline, but a turn that comes later is used, here for $late',
	async ({ answers, end }) => {
		answer = answers;
		const budget = budgetOf();
		const earlier = await budget.limiter.acquire({ ...budget, signal });
		earlier.rateLimited(20_000);
		const from = performance.now();
		const deadline = from + 10_000;
		expect(await tryToAsk({ deadline, budget })).toMatchObject(end);
		expect(received).toHaveLength(1);
		const seconds = (performance.now() - from) / 1000;
		expect(seconds).toBeGreaterThan(19);
		expect(seconds).toBeLessThan(30);
	},
);

it('a response that drips ends with the deadline', async () => {
	answer = drips;
	const advice = { deadline: 'Raise Max Wait.' };
	const deadline = performance.now() + 10_000;
	expect(await tryToAsk({ deadline, advice })).toMatchObject({
		error: { kind: 'noAnswer', isFinal: true, description: 'Raise Max Wait.' },
	});
});
