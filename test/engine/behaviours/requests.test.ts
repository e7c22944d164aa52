import '../../support/noSuchHost';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { IExecuteFunctions, IHttpRequestOptions, NodeApiError } from 'n8n-workflow';
import { closeServer, startServer } from '../../service/httpServer';
import { inNode, startProbe } from './probe';

/* What the nodes rely on in n8n's HTTP helper. A version of n8n that changes it fails here by name. */

let answer: (request: IncomingMessage, response: ServerResponse) => void;
let requests: IncomingMessage[];
let origin: Awaited<ReturnType<typeof startServer>>;

beforeEach(async () => {
	requests = [];
	answer = (_, response) => response.end('answer');
	origin = await startServer(async (request, response) => {
		requests.push(request);
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

const received = async (more?: Partial<IHttpRequestOptions>) =>
	await inNode(async (context) => {
		const { body, ...response } = await send(context, streamed(more));
		const chunks: Buffer[] = [];
		for await (const chunk of body) chunks.push(chunk);
		return { ...response, body: Buffer.concat(chunks).toString('latin1') };
	});

it('a request carries the token of the credential, and without a credential none', async () => {
	expect(await received()).toMatchObject({ statusCode: 200, body: 'answer' });
	await inNode(async ({ helpers }) => (await helpers.httpRequest(streamed())) as unknown);
	expect(requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer token', undefined]);
});

const packed = gzipSync('plain');
const elsewhere = { location: 'http://localhost:1/other' };

it.each<[string, number, Record<string, string>, Buffer, body: string]>([
	['404 is no error', 404, {}, Buffer.from('why'), 'why'],
	['429 is no error', 429, {}, Buffer.from('why'), 'why'],
	['500 is no error', 500, {}, Buffer.from('why'), 'why'],
	['a redirect is not followed', 302, elsewhere, Buffer.from('there'), 'there'],
	['Content-Encoding gzip is decompressed', 200, { 'content-encoding': 'gzip' }, packed, 'plain'],
	[
		'Content-Type application/gzip is not decompressed',
		200,
		{ 'content-type': 'application/gzip' },
		packed,
		packed.toString('latin1'),
	],
])('an answer of %s', async (_, status, headers, sent, body) => {
	answer = (__, response) => response.writeHead(status, headers).end(sent);
	expect(await received()).toMatchObject({
		statusCode: status,
		headers: status === 200 ? {} : headers,
		body,
	});
	expect(requests).toHaveLength(1);
});

it('an answer cut short is an error, not a shorter answer', async () => {
	answer = (_, response) => {
		response.writeHead(200, { 'content-length': '100' }).write('some');
		setImmediate(() => response.destroy());
	};
	const code = expect.stringMatching(
		/^(ECONNRESET|ERR_STREAM_PREMATURE_CLOSE|ERR_BAD_RESPONSE)$/,
	) as string;
	await expect(received()).rejects.toMatchObject({ code });
});

it.each<[string, Partial<IHttpRequestOptions>, typeof answer, RegExp]>([
	['is refused', { url: 'http://127.0.0.1:9' }, () => {}, /^ECONNREFUSED$/],
	['is reset', {}, (request) => request.socket.resetAndDestroy(), /^ECONNRESET$/],
	['has no host', { url: 'http://does-not-exist.invalid' }, () => {}, /^(ENOTFOUND|EAI_AGAIN)$/],
	['is silent for too long', { timeout: 50 }, () => {}, /^(ECONNABORTED|ETIMEDOUT)$/],
])(
	'a connection that %s is a NodeApiError with the code in its cause, or up to 2.30 in httpCode',
	async (_, options, answers, expected) => {
		answer = answers;
		const failure = received(options).catch((error: unknown) => error);
		const { name, cause, httpCode } = (await failure) as NodeApiError & {
			cause?: { code?: string };
		};
		expect(name).toBe('NodeApiError');
		expect(cause?.code ?? httpCode).toMatch(expected);
	},
);

describe('Stop', () => {
	it('ends a request, its connection and the execution, and fires the signal', async () => {
		const arrived = new Promise<void>((resolve) => (answer = () => resolve()));
		let signal: AbortSignal | undefined;
		const { result, stop } = await startProbe(async (context) => {
			signal = context.getExecutionCancelSignal();
			await send(context);
			return [];
		});
		await arrived;
		const closed = once(requests[0]!.socket, 'close');
		stop();
		await closed;
		expect([(await result).run.status, signal?.aborted]).toEqual(['canceled', true]);
	});

	it('ends it by the signal that the context gives, which replaces the one of the request', async () => {
		const abortSignal = AbortSignal.abort();
		expect(await received({ abortSignal })).toMatchObject({ body: 'answer' });

		const own = { getExecutionCancelSignal: { value: () => abortSignal } };
		const failing = inNode(
			async (context) => await send(Object.create(context, own) as IExecuteFunctions),
		);
		await expect(failing).rejects.toThrow(/cancel|abort/i);
	});
});
