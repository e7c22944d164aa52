import { Readable } from 'node:stream';
import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { ServiceClient } from '../../../../nodes/shared/http/client';
import type { SendContext } from '../../../../nodes/shared/http/send';
import { collect } from '../../../support/chunks';

const TOKEN = 'a-token-of-some-length';
type Reply = [status: number, headers: Record<string, string>, body: string] | Error;

/** A client of a service that answers by the URL; which requests were sent with and without the token. */
function clientOf(replies: Record<string, Reply>) {
	const withToken: string[] = [];
	const without: string[] = [];
	const bodies: Readable[] = [];
	const sent = (list: string[]) => async (options: IHttpRequestOptions) => {
		list.push(options.url);
		(options.abortSignal as AbortSignal).addEventListener('abort', () => {});
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
	const { signal } = new AbortController();
	const context = { helpers } as SendContext;
	const client = new ServiceClient({ context, token: TOKEN, timeoutMs: 1_000, signal });
	return { client, signal, withToken, without, bodies };
}

const FROM = 'https://api.example.com/files/1?a=b';
const STORAGE = 'https://storage.example/x';
const limiter = { acquire: async () => ({ end() {}, succeeded() {}, rateLimited() {} }) };
const budget = { limiter, callsPerWindow: 1, urgency: 0 };
const advice = { address: 'Check the address.' };
const request = { method: 'GET', url: FROM, repeat: 'never', budget, advice } as const;

const download = async (client: ServiceClient) =>
	String(await collect((await client.download(request)).chunks));
const post = async (client: ServiceClient) =>
	await client.json({ ...request, method: 'POST', body: {} }, ({ body }) => body);

describe('a redirect', () => {
	const to = (location: string, status = 302): Reply => [status, { location }, 'moved'];
	const FILE: Reply = [200, {}, 'a,b'];

	it.each<[string, string, string[], string[]]>([
		['another origin, without the token', STORAGE, [FROM], [STORAGE]],
		['another port', 'https://api.example.com:8443/', [FROM], ['https://api.example.com:8443/']],
		['the same origin', '/other', [FROM, 'https://api.example.com/other'], []],
	])('of a download is followed to %s', async (_, location, expected, others) => {
		const target = [...expected, ...others].at(-1)!;
		const { client, withToken, without } = clientOf({ [FROM]: to(location), [target]: FILE });
		expect(await download(client)).toBe('a,b');
		expect({ withToken, without }).toEqual({ withToken: expected, without: others });
	});

	it('to another origin and back brings the token along only where it belongs', async () => {
		const back = 'https://api.example.com/back';
		const replies = { [FROM]: to(STORAGE), [STORAGE]: to(back, 307), [back]: FILE };
		const { client, withToken, without, bodies } = clientOf(replies);
		await download(client);
		expect({ withToken, without }).toEqual({ withToken: [FROM, back], without: [STORAGE] });
		expect(bodies.map(({ destroyed }) => destroyed)).toEqual([true, true, true]);
	});

	it.each([
		['a downgrade', 'http://api.example.com/x', 1],
		['another protocol', 'ftp://storage.example/x', 1],
		['no address', 'http://[x', 1],
		['itself, for ever', FROM, 6],
	])('to %s is not followed: %s', async (_, location, requests) => {
		const { client, withToken, without } = clientOf({ [FROM]: to(location) });
		const message = 'The service redirected the request to another address';
		await expect(download(client)).rejects.toMatchObject({ status: 302, message });
		expect({ withToken, without }).toEqual({ withToken: Array(requests).fill(FROM), without: [] });
	});

	it.each([
		[403, 'Link expired', 'storage.example said (status 403): Link expired'],
		[401, '', 'storage.example said (status 401): nothing'],
	])('to a storage that refuses it blames no token: %i', async (status, text, said) => {
		const { client } = clientOf({ [FROM]: to(STORAGE), [STORAGE]: [status, {}, text] });
		await expect(download(client)).rejects.toMatchObject({
			status,
			message: 'The host to which the service redirected the download refused it',
			description: `Try again later. If it happens every time, ask whoever runs the service. ${said}`,
		});
	});

	it('of a request that may change something is not followed, and its host is named', async () => {
		const { client, withToken, without } = clientOf({ [FROM]: to(`${STORAGE}?key=secret`, 307) });
		await expect(post(client)).rejects.toMatchObject({
			description:
				'It was not followed, to keep the API token safe. Check the address. It points to storage.example. The service said (status 307): moved',
		});
		expect({ withToken, without }).toEqual({ withToken: [FROM], without: [] });
	});
});

it('a redirect of a download counts as one call, whose window begins with the first response', async () => {
	const { client } = clientOf({
		[FROM]: [302, { location: STORAGE }, ''],
		[STORAGE]: [200, {}, 'a,b'],
	});
	const end = jest.fn();
	const acquire = jest.fn(async () => ({ end, succeeded() {}, rateLimited() {} }));
	const counted = { ...budget, limiter: { acquire } };
	const { chunks } = await client.download({ ...request, budget: counted });
	expect(String(await collect(chunks))).toBe('a,b');
	expect(acquire).toHaveBeenCalledTimes(1);
	expect(end).toHaveBeenCalledTimes(1);
});

/* What the service itself repeats of it: see contract/secrets.test.ts. */
it('the token is in no error of n8n', async () => {
	const { client } = clientOf({ [FROM]: new Error(`Bearer ${TOKEN}`) });
	await expect(post(client)).rejects.toMatchObject({ description: 'Bearer *****' });
	expect(client.shown(`{"error":"x ${TOKEN}"}`)).toBe('x *****');
});

/* Up to Node.js 22, `AbortSignal.any` leaves there what 100,000 notifications fill 250 MB with. */
it('the signal of the execution keeps nothing of a request that has ended', async () => {
	const { client, signal } = clientOf({ [FROM]: [200, {}, '{"data":[]}'] });
	await Promise.all([download(client), post(client)]);
	const kept = Object.getOwnPropertySymbols(signal).map(({ description }) => description);
	expect(kept).not.toContain('kDependantSignals');
});
