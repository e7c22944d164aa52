import { type JsonResponse, type ReadOptions, readJson } from '../../../../nodes/shared/http/json';
import { Secret } from '../../../../nodes/shared/http/redact';
import { asChunks } from '../../../support/chunks';

/* The envelope inside the JSON is tested in Analytics/api/schemas.test.ts, with both versions of zod. */

const TOKEN = 'a-secret-token';

describe('readJson', () => {
	const url = 'https://api.example.com/a';

	/** Reads a response that arrives in small pieces and asks to wait for 7 seconds. */
	async function read(
		body: string | Buffer,
		{ status = 200, ...options }: Partial<ReadOptions> & { status?: number } = {},
	): Promise<JsonResponse> {
		const headers = { 'retry-after': '7' };
		const chunks = asChunks(Buffer.from(body as string), 13);
		const { signal } = new AbortController();
		const secret = new Secret(TOKEN);
		return await readJson({ url, status, headers, chunks }, { secret, signal, ...options });
	}

	it('gives what was sent, without the token, and how long to wait', async () => {
		expect(await read(`{"${TOKEN}":["${TOKEN}"]}`, { status: 201 })).toEqual({
			url,
			status: 201,
			body: { '*****': ['*****'] },
			retryAfterMs: 7_000,
		});
	});

	describe('of a response that may have 20 bytes', () => {
		const of20Bytes = '{"data":"123456789"}';
		const of21Bytes = '{"data":"1234567890"}';

		it('takes 20 bytes', async () => {
			const { body } = await read(of20Bytes, { maxBytes: 20 });
			expect(body).toEqual({ data: '123456789' });
		});

		it.each([
			{
				what: 'in general, where it does not know',
				advice: {},
				description: 'Try again later, or ask the support of the service.',
			},
			{
				what: 'by the advice of whoever made the request',
				advice: { tooLarge: 'Lower Limit.' },
				description: 'Lower Limit.',
			},
		])('refuses 21, and says what to do $what', async ({ advice, description }) => {
			await expect(read(of21Bytes, { maxBytes: 20, advice })).rejects.toMatchObject({
				message: 'The response of the service is larger than 0 MB',
				description,
			});
		});
	});

	it('reads a long number in a response that has a long text', async () => {
		const json = `{"text":"${'a'.repeat(2 ** 20)}","id":9007199254740993}`;
		expect(await read(json)).toMatchObject({ body: { id: '9007199254740993' } });
	});

	describe('of a large response with many long numbers', () => {
		const json = `[${Array(200_000).fill('{"id":9007199254740993,"n":""}').join()}]`;
		const maxBytes = 2 ** 24;

		it('reads all, with pauses in which n8n can do other work', async () => {
			let pauses = 0;
			let isReading = true;
			const count = () => {
				if (!isReading) return;
				pauses += 1;
				setImmediate(count);
			};
			setImmediate(count);
			const { body } = await read(json, { maxBytes });
			isReading = false;
			expect((body as unknown[]).at(-1)).toEqual({ id: '9007199254740993', n: '' });
			expect(pauses).toBeGreaterThan(1);
		});

		it('ends with Stop', async () => {
			const signal = AbortSignal.abort(new Error('stopped'));
			await expect(read(json, { maxBytes, signal })).rejects.toThrow('stopped');
		});
	});

	it('refuses bytes that are not UTF-8', async () => {
		const body = Buffer.concat([Buffer.from('["a'), Buffer.of(0xff), Buffer.from('"]')]);
		await expect(read(body)).rejects.toThrow('not valid UTF-8');
	});

	it('reads the character that stands for bytes that are not UTF-8, if it was sent', async () => {
		expect(await read('["\uFFFD"]')).toMatchObject({ body: ['\uFFFD'] });
	});

	it('shows in words what is not JSON, without the token', async () => {
		const page = `<html><head><title>Hello ${TOKEN}</title></head></html>`;
		await expect(read(page, { advice: { address: 'Check X.' } })).rejects.toMatchObject({
			kind: 'badAnswer',
			message: 'The response did not come from the service',
			description: expect.stringMatching(
				/^It is not JSON: Hello \*{5}\. Check X\. The address called was api\.example\.com\/a\. /,
			) as string,
		});
	});

	it('takes what is not JSON for a refusal if the status is one', async () => {
		await expect(read('<p>Hello</p>', { status: 400 })).rejects.toMatchObject({
			kind: 'refused',
			status: 400,
		});
	});

	it.each([
		{ body: '{"data":[{"rate":NaN}],"status":200}', name: 'NaN' },
		{ body: '{"data":[{"a":1,"rate":-Infinity},{"rate":NaN}]}', name: '-Infinity' },
	])('says that the JSON has a $name, and does not blame the address', async ({ body, name }) => {
		await expect(read(body, { advice: { address: 'Check X.' } })).rejects.toMatchObject({
			message: `The response of the service contains ${name}, which is not valid JSON`,
			description: expect.not.stringContaining('Check X.') as string,
		});
	});

	it.each([
		{ what: 'that is broken in another way, too', body: '{"rate":NaN,' },
		{ what: 'in which NaN is a part of a text', body: '{"rate":"NaN"' },
	])('takes JSON $what for what it is', async ({ body }) => {
		await expect(read(body)).rejects.toThrow('The response did not come from the service');
	});
});
