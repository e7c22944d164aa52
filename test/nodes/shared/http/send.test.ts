import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { ServiceClient, valueOf } from '../../../../nodes/shared/http/client';
import type { N8nFunctions } from '../../../../nodes/shared/http/send';

const TOKEN = 'a-token-of-some-length';
interface Reply {
	status: number;
	headers?: Record<string, string>;
	body: string;
}

/** A client of a service that answers by the URL. */
function clientOf(replies: Record<string, Reply | Error>, timeoutMs = 1_000) {
	const sent: Array<{ url: string; hasToken: boolean }> = [];
	const bodies: Readable[] = [];
	const timeouts: unknown[] = [];
	const reply = async ({ url, ...options }: IHttpRequestOptions, hasToken: boolean) => {
		sent.push({ url, hasToken });
		timeouts.push(options.timeout);
		// As n8n does.
		(options.abortSignal as AbortSignal).addEventListener('abort', () => {});
		expect(options).toMatchObject({ disableFollowRedirect: true, encoding: 'stream' });
		// n8n adds it where it belongs.
		expect(options.headers).not.toHaveProperty('Authorization');
		const chosen = replies[url] ?? new Error('no such URL');
		if (chosen instanceof Error) throw chosen;
		const body = Readable.from([Buffer.from(chosen.body)]);
		bodies.push(body);
		return { statusCode: chosen.status, headers: chosen.headers ?? {}, body };
	};
	const helpers = {
		httpRequestWithAuthentication: async (_: string, options: IHttpRequestOptions) =>
			await reply(options, true),
		httpRequest: async (options: IHttpRequestOptions) => await reply(options, false),
	} as unknown as IExecuteFunctions['helpers'];
	const stop = new AbortController();
	const client = new ServiceClient({
		n8n: { helpers } as N8nFunctions,
		credentialName: 'chatCommerceApi',
		token: TOKEN,
		timeoutMs,
		signal: stop.signal,
	});
	return { client, stop, sent, bodies, timeouts };
}

const FROM = 'https://api.example.com/files/1?a=b';
const STORAGE = 'https://storage.example/x';
const limiter = { acquire: async () => ({ end() {}, succeeded() {}, rateLimited() {} }) };
const budget = { limiter, callsPerWindow: 1, urgency: 0 };
const advice = { address: 'Check the address.' };
const request = { method: 'GET', url: FROM, retryPolicy: 'never', budget, advice } as const;

async function download(client: ServiceClient): Promise<string> {
	const { chunks } = await client.download(request);
	return String(await buffer(chunks));
}

async function post(client: ServiceClient): Promise<unknown> {
	const result = await client.json({ ...request, method: 'POST', body: {} }, ({ body }) => body);
	return valueOf(result);
}

function redirectTo(location: string, status = 302): Reply {
	return { status, headers: { location }, body: 'moved' };
}

const FILE: Reply = { status: 200, body: 'a,b' };

describe('a redirect', () => {
	const FIRST = { url: FROM, hasToken: true };

	it.each([
		{ target: 'another port, without the token', location: 'https://api.example.com:8443/' },
		{ target: 'a path, with the token', location: '/other', hasToken: true },
	])('of a download is followed to $target', async ({ location, hasToken = false }) => {
		const { href: url } = new URL(location, FROM);
		const { client, sent } = clientOf({ [FROM]: redirectTo(location), [url]: FILE });
		expect(await download(client)).toBe('a,b');
		expect(sent).toEqual([FIRST, { url, hasToken }]);
	});

	it('to another origin and back brings the token along only where it belongs', async () => {
		const back = 'https://api.example.com/back';
		const replies = { [FROM]: redirectTo(STORAGE), [STORAGE]: redirectTo(back, 307), [back]: FILE };
		const { client, sent, bodies } = clientOf(replies);
		await download(client);
		const toStorage = { url: STORAGE, hasToken: false };
		expect(sent).toEqual([FIRST, toStorage, { url: back, hasToken: true }]);
		expect(bodies.map(({ destroyed }) => destroyed)).toEqual([true, true, true]);
	});

	it.each([
		{ target: 'an address without TLS', location: 'http://api.example.com/x', requests: 1 },
		{ target: 'what is no address', location: 'http://[x', requests: 1 },
		{ target: 'itself, for ever,', location: FROM, requests: 6 },
	])('to $target is an error: $location', async ({ location, requests }) => {
		const { client, sent } = clientOf({ [FROM]: redirectTo(location) });
		const message = 'The service redirected the request to another address';
		await expect(download(client)).rejects.toMatchObject({ status: 302, message });
		expect(sent).toEqual(Array(requests).fill(FIRST));
	});

	it('to a host whose name has the token shows it in no error', async () => {
		const location = `https://${TOKEN}.example/x`;
		const refusal = { status: 403, body: '' };
		const { client } = clientOf({ [FROM]: redirectTo(location), [location]: refusal });
		const message = '*****.example, to which the service redirected the download, refused it';
		await expect(download(client)).rejects.toMatchObject({ message });
	});

	it('to a storage that refuses it blames no token', async () => {
		const refusal = { status: 401, body: 'Link expired' };
		const { client } = clientOf({ [FROM]: redirectTo(STORAGE), [STORAGE]: refusal });
		await expect(download(client)).rejects.toMatchObject({
			message: 'storage.example, to which the service redirected the download, refused it',
			description: 'Try again later. The response (status 401): Link expired',
		});
	});
});

it.each([202, 206])('a response with status %d is no whole file', async (status) => {
	const { client } = clientOf({ [FROM]: { ...FILE, status } });
	await expect(download(client)).rejects.toMatchObject({ status });
});

it('a longer time-out than JavaScript knows is the longest that it knows: another one would end the request at once', async () => {
	const { client, timeouts } = clientOf({ [FROM]: FILE }, 1e12);
	expect(await download(client)).toBe('a,b');
	expect(timeouts).toEqual([2 ** 31 - 1]);
});

it('the signal of the execution keeps nothing of a request that has ended', async () => {
	const { client, stop } = clientOf({ [FROM]: { status: 200, body: '{"data":[]}' } });
	const failed = client.json({ ...request, url: STORAGE }, () => {});
	await Promise.all([download(client), post(client), failed]);
	// Up to Node.js 22, `AbortSignal.any` leaves something there for each request: for 100,000 notifications, 250 MB.
	const kept = Object.getOwnPropertySymbols(stop.signal).map(({ description }) => description);
	expect(kept).not.toContain('kDependantSignals');
	const abort = jest.spyOn(AbortController.prototype, 'abort');
	stop.abort();
	expect(abort.mock.contexts).toEqual([stop]);
	abort.mockRestore();
});
