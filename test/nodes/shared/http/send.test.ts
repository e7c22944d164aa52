import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { ServiceClient, type ServiceRequest } from '../../../../nodes/shared/http/client';
import type { SendContext } from '../../../../nodes/shared/http/send';
import { closeServer, startServer } from '../../../service/httpServer';
import { collect } from '../../../support/chunks';
import { nodeContext } from './inNode';

const TOKEN = 'a-token-of-some-length';
const clientWith = (context: SendContext, timeoutMs = 1_000) =>
	new ServiceClient({ context, token: TOKEN, timeoutMs, signal: new AbortController().signal });

const CALLS = {
	json: async (client: ServiceClient, request: ServiceRequest): Promise<unknown> =>
		await client.json(request, ({ body }) => body),
	download: async (client: ServiceClient, request: ServiceRequest): Promise<unknown> =>
		String(await collect((await client.download(request)).chunks)),
};

describe('an answer that takes long', () => {
	const context = nodeContext();
	let answer: (response: ServerResponse) => void;
	let origin: Awaited<ReturnType<typeof startServer>>;
	const closed: Array<Promise<unknown>> = [];

	beforeAll(async () => {
		origin = await startServer(async (request, response) => {
			closed.push(new Promise((resolve) => response.on('close', resolve)));
			request.resume().on('end', () => answer(response));
		}, 0);
	});
	afterAll(async () => await closeServer(origin.server));

	/** A byte now and then, as long as somebody listens. */
	function drip(response: ServerResponse): void {
		const timer = setInterval(() => response.write('1'), 50);
		response.on('close', () => clearInterval(timer));
	}
	const start = (response: ServerResponse) => void response.write(`{"a":${'1'.repeat(50)}`);
	const DRIPPED = 'The service had not finished its response after 1 second';
	const STOPPED = 'The service stopped sending in the middle of its response';

	it.each<[string, keyof typeof CALLS, typeof answer, number, string]>([
		['drips', 'json', drip, 600, DRIPPED],
		['drips', 'download', drip, 600, DRIPPED],
		['never begins', 'json', () => {}, 300, 'The service did not respond in time'],
		['stops on the way', 'json', start, 300, STOPPED],
		['stops on the way', 'download', start, 300, STOPPED],
	])('and %s ends: %s', async (_, call, answers, ms, message) => {
		answer = answers;
		const from = performance.now();
		const request = { method: 'GET', url: origin.url, repeat: 'never', wholeMs: 600 } as const;
		await expect(CALLS[call](clientWith(context(), 300), request)).rejects.toMatchObject({
			kind: 'noAnswer',
			message,
			description: expect.stringContaining('raise Request Timeout in the credential') as string,
		});
		const took = performance.now() - from;
		expect(took).toBeGreaterThanOrEqual(ms - 10);
		// A guard; a machine may be busy.
		expect(took).toBeLessThan(ms + 5_000);
		await closed.at(-1);
	});

	it('is whole if it drips no longer than it may', async () => {
		answer = (response) => {
			response.write('{"a"');
			setTimeout(() => response.end(':1}'), 200);
		};
		const request = { method: 'GET', url: origin.url, repeat: 'never' } as const;
		expect(await CALLS.json(clientWith(context()), request)).toEqual({ a: 1 });
	});
});

type Reply = [status: number, headers: Record<string, string>, body: string] | Error;

/** A client of a service that answers by the URL; which requests were sent with and without the token. */
function clientOf(replies: Record<string, Reply>) {
	const withToken: string[] = [];
	const without: string[] = [];
	const bodies: Readable[] = [];
	const sent = (list: string[]) => async (options: IHttpRequestOptions) => {
		list.push(options.url);
		expect(options).toMatchObject({ disableFollowRedirect: true, encoding: 'stream' });
		const reply = replies[options.url] ?? new Error('no such URL');
		if (reply instanceof Error) throw reply;
		const [statusCode, headers, text] = reply;
		const body = Readable.from([Buffer.from(text)]);
		bodies.push(body);
		return { statusCode, headers, body };
	};
	const authenticated = sent(withToken);
	const helpers = {
		httpRequestWithAuthentication: async (_: string, options: IHttpRequestOptions) =>
			await authenticated(options),
		httpRequest: sent(without),
	} as unknown as IExecuteFunctions['helpers'];
	return { client: clientWith({ helpers } as SendContext), withToken, without, bodies };
}

const FROM = 'https://api.example.com/files/1?a=b';
const STORAGE = 'https://storage.example/x';
const request = { method: 'GET', url: FROM, repeat: 'always' } as const;

describe('a redirect', () => {
	const to = (location: string, status = 302): Reply => [status, { location }, 'moved'];
	const FILE: Reply = [200, {}, 'a,b'];

	it.each<[string, string, string[], string[]]>([
		['another origin, without the token', STORAGE, [FROM], [STORAGE]],
		['another port', 'https://api.example.com:8443/', [FROM], ['https://api.example.com:8443/']],
		['another host by its name alone', '//storage.example/x', [FROM], [STORAGE]],
		['the same origin', '/other', [FROM, 'https://api.example.com/other'], []],
		['a neighbour', '2', [FROM, 'https://api.example.com/files/2'], []],
	])('of a download is followed to %s', async (_, location, expected, others) => {
		const target = [...expected, ...others].at(-1)!;
		const { client, withToken, without } = clientOf({ [FROM]: to(location), [target]: FILE });
		expect(await CALLS.download(client, request)).toBe('a,b');
		expect({ withToken, without }).toEqual({ withToken: expected, without: others });
	});

	it('to another origin and back brings the token along only where it belongs', async () => {
		const back = 'https://api.example.com/back';
		const replies = { [FROM]: to(STORAGE), [STORAGE]: to(back, 307), [back]: FILE };
		const { client, withToken, without, bodies } = clientOf(replies);
		await CALLS.download(client, request);
		expect({ withToken, without }).toEqual({ withToken: [FROM, back], without: [STORAGE] });
		expect(bodies.map(({ destroyed }) => destroyed)).toEqual([true, true, true]);
	});

	it.each([
		['a downgrade', 'http://storage.example/x', 1],
		['a downgrade', 'http://api.example.com/x', 1],
		['another protocol', 'ftp://storage.example/x', 1],
		['no address', 'https://', 1],
		['no address', 'http://[x', 1],
		['itself, for ever', FROM, 6],
	])('to %s is not followed: %s', async (_, location, requests) => {
		const { client, withToken, without } = clientOf({ [FROM]: to(location) });
		await expect(client.download(request)).rejects.toMatchObject({
			status: 302,
			message: 'The service redirected the request to another address',
		});
		expect({ withToken, without }).toEqual({ withToken: Array(requests).fill(FROM), without: [] });
	});

	it('of a request that may change something is not followed, and its host is named', async () => {
		const { client, withToken, without } = clientOf({ [FROM]: to(`${STORAGE}?key=secret`, 307) });
		await expect(
			CALLS.json(client, { ...request, method: 'POST', body: {} }),
		).rejects.toMatchObject({
			description:
				'It was not followed, to keep the API token safe. Check the base URL in the credential. It points to storage.example. The service said (status 307): moved',
		});
		expect({ withToken, without }).toEqual({ withToken: [FROM], without: [] });
	});
});

/* What the service itself repeats of it: see contract/secrets.test.ts. */
it.each<[string, Reply, string]>([
	['an error of n8n', new Error(`Bearer ${TOKEN}`), '*****'],
	['a redirect', [302, { location: `https://${TOKEN}.example/` }, ''], 'points to *****.example'],
])('the token is in no error that comes of %s', async (_, reply, shown) => {
	const { client } = clientOf({ [FROM]: reply });
	const call = CALLS.json(client, { ...request, method: 'POST', repeat: 'never' });
	await expect(call).rejects.toMatchObject({
		description: expect.stringContaining(shown) as string,
	});
	expect(client.shown(`x ${TOKEN}`)).toBe('x *****');
});
