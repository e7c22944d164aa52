import { Readable } from 'node:stream';
import type { ServerResponse } from 'node:http';
import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import type { ServiceError } from '../../../../nodes/shared/errors';
import { ServiceClient, type ServiceRequest } from '../../../../nodes/shared/http/client';
import type { SendContext } from '../../../../nodes/shared/http/send';
import { closeServer, startServer } from '../../../service/httpServer';
import { collect } from '../../../support/chunks';
import { nodeContext } from './inNode';

const TOKEN = 'a-token-of-some-length';
const never = new AbortController().signal;
const failed = async (call: Promise<unknown>) =>
	(await call.catch((error: unknown) => error)) as Error;

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
	const START = `{"a":${'1'.repeat(50)}`;

	const CALLS = {
		json: async (client: ServiceClient, request: ServiceRequest) =>
			await client.json(request, ({ body }) => body),
		download: async (client: ServiceClient, request: ServiceRequest) =>
			await collect((await client.download(request)).chunks),
	};

	it.each<[string, keyof typeof CALLS, typeof answer, number, string]>([
		['drips', 'json', drip, 600, 'The service had not finished its response after 1 second'],
		['drips', 'download', drip, 600, 'The service had not finished its response after 1 second'],
		['never begins', 'json', () => {}, 300, 'The service did not respond in time'],
		[
			'stops on the way',
			'json',
			(response) => void response.write(START),
			300,
			'The service stopped sending in the middle of its response',
		],
		[
			'stops on the way',
			'download',
			(response) => void response.write('a,b'),
			300,
			'The service stopped sending in the middle of its response',
		],
	])('and %s ends: %s', async (_, call, answers, ms, message) => {
		answer = answers;
		const client = new ServiceClient({
			context: context(),
			token: TOKEN,
			timeoutMs: 300,
			signal: never,
		});
		const from = performance.now();
		const request = { method: 'GET', url: origin.url, repeat: 'never', wholeMs: 600 } as const;
		const error = await failed(CALLS[call](client, request));
		expect(error).toMatchObject({ kind: 'noAnswer', message });
		expect((error as ServiceError).description).toContain(
			'raise Request Timeout in the credential',
		);
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
		const options = { context: context(), token: TOKEN, timeoutMs: 1_000, signal: never };
		const request = { method: 'GET', url: origin.url, repeat: 'never' } as const;
		expect(await CALLS.json(new ServiceClient(options), request)).toEqual({ a: 1 });
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
	const context = { helpers } as SendContext;
	const client = new ServiceClient({ context, token: TOKEN, timeoutMs: 1_000, signal: never });
	return { client, withToken, without, bodies };
}

describe('a redirect', () => {
	const FROM = 'https://api.example.com/files/1?a=b';
	const STORAGE = 'https://storage.example/x';
	const request = { method: 'GET', url: FROM, repeat: 'always' } as const;
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
		const { chunks } = await client.download(request);
		expect(String(await collect(chunks))).toBe('a,b');
		expect({ withToken, without }).toEqual({ withToken: expected, without: others });
	});

	it('to another origin and back brings the token along only where it belongs', async () => {
		const back = 'https://api.example.com/back';
		const { client, withToken, without, bodies } = clientOf({
			[FROM]: to(STORAGE),
			[STORAGE]: to(back, 307),
			[back]: FILE,
		});
		await collect((await client.download(request)).chunks);
		expect({ withToken, without }).toEqual({ withToken: [FROM, back], without: [STORAGE] });
		expect(bodies.map(({ destroyed }) => destroyed)).toEqual([true, true, true]);
	});

	it.each(['http://storage.example/x', 'http://api.example.com/x', 'ftp://storage.example/x'])(
		'to %s is not followed',
		async (location) => {
			const { client, withToken, without } = clientOf({ [FROM]: to(location) });
			const error = await failed(client.download(request));
			expect(error).toMatchObject({
				status: 302,
				message: 'The service redirected the request to another address',
			});
			expect([...withToken, ...without]).toEqual([FROM]);
		},
	);

	it.each(['https://', 'http://[x'])('to %s leads nowhere', async (location) => {
		const { client, withToken } = clientOf({ [FROM]: to(location) });
		expect(await failed(client.download(request))).toMatchObject({ status: 302 });
		expect(withToken).toEqual([FROM]);
	});

	it('is followed five times', async () => {
		const { client, withToken } = clientOf({ [FROM]: to(FROM) });
		expect(await failed(client.download(request))).toMatchObject({ status: 302 });
		expect(withToken).toHaveLength(6);
	});

	it('of a request that may change something is not followed, and its host is named', async () => {
		const { client, withToken, without } = clientOf({ [FROM]: to(`${STORAGE}?key=secret`, 307) });
		const error = await failed(
			client.json({ ...request, method: 'POST', body: {} }, ({ body }) => body),
		);
		expect((error as ServiceError).description).toBe(
			'It was not followed, to keep the API token safe. Check the base URL in the credential. It points to storage.example. The service said (status 307): moved',
		);
		expect({ withToken, without }).toEqual({ withToken: [FROM], without: [] });
	});
});

describe('the token', () => {
	const URL_ = 'https://api.example.com/x';
	const request = { method: 'GET', url: URL_, repeat: 'never' } as const;
	const reply = (status: number, body: string): Reply => [status, {}, body];

	it.each<[string, Reply]>([
		['a refusal', reply(400, `{"message":"Wrong: ${TOKEN}"}`)],
		['a long refusal', reply(500, `${TOKEN} `.repeat(20))],
		['what is no JSON', reply(200, `<html>${TOKEN}</html>`)],
		['an envelope', reply(200, `{"status":500,"message":"${TOKEN}"}`)],
		['an escape', reply(200, `{"status":500,"message":"a\\u002dtoken-of-some-length"}`)],
		['an error of n8n', new Error(`Request with Bearer ${TOKEN} failed`)],
		['a redirect', [302, { location: `https://${TOKEN}.example/` }, '']],
	])('is in no error that comes of %s', async (_, answer) => {
		const { client } = clientOf({ [URL_]: answer });
		const call = client.json({ ...request, method: 'POST' }, ({ body }) => {
			throw new Error(JSON.stringify(body));
		});
		const { message, description } = (await failed(call)) as ServiceError;
		expect(`${message} ${description}`).toContain('*****');
		expect(`${message} ${description}`).not.toContain(TOKEN);
	});

	it('is in no value that is passed on', async () => {
		const { client } = clientOf({ [URL_]: reply(200, `{"data":["x ${TOKEN}"]}`) });
		expect(await client.json(request, ({ body }) => body)).toEqual({ data: ['x *****'] });
		expect(client.shown(`x ${TOKEN}`)).toBe('x *****');
	});

	it('is in no error of a download that says "not yet", or "too many"', async () => {
		const { client } = clientOf({ [URL_]: reply(202, `later, ${TOKEN}`) });
		const error = await failed(client.download(request));
		expect(error).toMatchObject({
			message: 'The file is not ready yet',
			description: 'Try again later. The service said (status 202): later, *****',
		});
	});
});
