import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { closeServer, startServer } from '../../service/httpServer';
import { inNode, probe, startProbe } from './probe';

/* What the nodes rely on in n8n's HTTP helper. A version of n8n that changes it fails here by name. */

let answer: (request: IncomingMessage, response: ServerResponse) => void;
let asked: () => void;
let requests: IncomingMessage[];
let origin: Awaited<ReturnType<typeof startServer>>;

beforeEach(async () => {
	requests = [];
	asked = () => {};
	answer = (_, response) => response.end('answer');
	origin = await startServer(async (request, response) => {
		requests.push(request);
		asked();
		answer(request, response);
	}, 0);
});
afterEach(async () => await closeServer(origin.server));

/** As the nodes ask for everything. */
const streamed = (more: Partial<IHttpRequestOptions> = {}): IHttpRequestOptions => ({
	url: origin.url,
	encoding: 'stream',
	returnFullResponse: true,
	ignoreHttpStatusErrors: true,
	disableFollowRedirect: true,
	...more,
});

interface Answer {
	statusCode: number;
	headers: Record<string, string>;
	body: AsyncIterable<Buffer>;
}

const send = async (context: IExecuteFunctions, options = streamed()) =>
	(await context.helpers.httpRequestWithAuthentication.call(
		context,
		'chatCommerceApi',
		options,
	)) as Answer;

async function bytesOf({ body }: Answer): Promise<Buffer> {
	const chunks: Buffer[] = [];
	for await (const chunk of body) chunks.push(chunk);
	return Buffer.concat(chunks);
}

const received = async (options?: IHttpRequestOptions) =>
	await inNode(async (context) => {
		const response = await send(context, options);
		return { ...response, text: (await bytesOf(response)).toString() };
	});

async function failureOf(options?: IHttpRequestOptions) {
	const failure = received(options).catch((error: unknown) => error);
	const { name, cause, httpCode } = (await failure) as Error & {
		cause?: { code?: string };
		httpCode?: string;
	};
	return { name, code: cause?.code ?? httpCode };
}

describe('a request', () => {
	it('carries the token of the credential', async () => {
		expect((await received()).text).toBe('answer');
		expect(requests[0]?.headers.authorization).toBe('Bearer token');
	});

	it('without a credential carries no token', async () => {
		await inNode(async ({ helpers }) => (await helpers.httpRequest(streamed())) as unknown);
		expect(requests[0]?.headers.authorization).toBeUndefined();
	});
});

describe('an answer', () => {
	it.each([404, 429, 500])('of status %p is no error, and its body a stream', async (status) => {
		answer = (_, response) => response.writeHead(status).end('why');
		expect(await received()).toMatchObject({ statusCode: status, text: 'why' });
	});

	it('that redirects is not followed', async () => {
		answer = (_, response) => response.writeHead(302, { location: `${origin.url}/other` }).end();
		const { statusCode, headers } = await received();
		expect({ statusCode, location: headers.location }).toEqual({
			statusCode: 302,
			location: `${origin.url}/other`,
		});
		expect(requests).toHaveLength(1);
	});

	it.each([206, 416])('of status %p comes with its range', async (status) => {
		answer = (_, response) =>
			response.writeHead(status, { 'content-range': 'bytes 2-5/6', etag: '"a"' }).end('rest');
		const { statusCode, headers, text } = await received(
			streamed({
				headers: { Range: 'bytes=2-', 'If-Range': '"a"', 'Accept-Encoding': 'identity' },
			}),
		);
		expect({ statusCode, text, range: headers['content-range'], etag: headers.etag }).toEqual({
			statusCode: status,
			text: 'rest',
			range: 'bytes 2-5/6',
			etag: '"a"',
		});
		expect(requests[0]?.headers).toMatchObject({
			range: 'bytes=2-',
			'if-range': '"a"',
			'accept-encoding': 'identity',
		});
	});

	it('of Content-Encoding gzip is decompressed', async () => {
		answer = (_, response) =>
			response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('plain'));
		expect((await received()).text).toBe('plain');
	});

	it('of Content-Type application/gzip is not decompressed', async () => {
		answer = (_, response) =>
			response.writeHead(200, { 'content-type': 'application/gzip' }).end(gzipSync('plain'));
		const bytes = await inNode(async (context) => await bytesOf(await send(context)));
		expect(bytes).toEqual(gzipSync('plain'));
	});

	it('cut short is an error, not a shorter answer', async () => {
		answer = (_, response) => {
			response.writeHead(200, { 'content-length': '100' }).write('some');
			setImmediate(() => response.destroy());
		};
		await expect(received()).rejects.toMatchObject({
			code: expect.stringMatching(
				/^(ECONNRESET|ERR_STREAM_PREMATURE_CLOSE|ERR_BAD_RESPONSE)$/,
			) as string,
		});
	});
});

describe('a network error is a NodeApiError with the code in its cause, or up to 2.30 in httpCode', () => {
	it('for a connection that is refused', async () => {
		await closeServer(origin.server);
		expect(await failureOf()).toEqual({ name: 'NodeApiError', code: 'ECONNREFUSED' });
	});

	it('for a connection that is reset', async () => {
		answer = (request) => request.socket.resetAndDestroy();
		expect(await failureOf()).toEqual({ name: 'NodeApiError', code: 'ECONNRESET' });
	});

	it('for a host that is not found', async () => {
		const { name, code } = await failureOf(streamed({ url: 'http://does-not-exist.invalid' }));
		expect(name).toBe('NodeApiError');
		expect(code).toMatch(/^(ENOTFOUND|EAI_AGAIN)$/);
	});

	it('for no answer within the timeout', async () => {
		answer = () => {};
		const { name, code } = await failureOf(streamed({ timeout: 50 }));
		expect(name).toBe('NodeApiError');
		expect(code).toMatch(/^(ECONNABORTED|ETIMEDOUT)$/);
	});
});

describe('Stop', () => {
	/** Runs a node, presses Stop when its request has arrived. */
	async function stopped(act: (context: IExecuteFunctions) => Promise<unknown>) {
		const arrived = new Promise<void>((resolve) => (asked = resolve));
		answer = () => {};
		const { result, stop } = await startProbe(async (context) => {
			await act(context);
			return [];
		});
		await arrived;
		const closed = once(requests[0]!.socket, 'close');
		stop();
		await closed;
		return (await result).run.status;
	}

	it('ends a request, its connection and the execution', async () => {
		expect(await stopped(async (context) => await send(context))).toBe('canceled');
	});

	it('ends it by the signal that the context gives, which replaces the one of the request', async () => {
		answer = (_, response) => response.end('in spite of it');
		const aborted = AbortSignal.abort();
		expect((await received(streamed({ abortSignal: aborted }))).text).toBe('in spite of it');

		const own = { getExecutionCancelSignal: { value: () => aborted } };
		const failing = inNode(
			async (context) => await send(Object.create(context, own) as IExecuteFunctions),
		);
		await expect(failing).rejects.toThrow();
	});

	it('fires the signal of the execution', async () => {
		let signal: AbortSignal | undefined;
		await stopped(async (context) => {
			signal = context.getExecutionCancelSignal();
			await send(context);
		});
		expect(signal?.aborted).toBe(true);
	});
});

it('a request that failed leaves the node running: what it throws is its own', async () => {
	await closeServer(origin.server);
	const { items } = await probe(async (context) => {
		await send(context).catch(() => {});
		return [{ json: { went: 'on' } }];
	});
	expect(items).toMatchObject([{ json: { went: 'on' } }]);
});
