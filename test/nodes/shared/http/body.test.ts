import { type ReadOptions, readJson } from '../../../../nodes/shared/http/body';
import { Secret } from '../../../../nodes/shared/http/redact';
import type { ReadResponse, ResponseHead } from '../../../../nodes/shared/http/refusal';
import { asChunks } from '../../../support/chunks';
import { countPauses, slowClockForEach } from '../../../support/slowClock';

const TOKEN = 'a-secret-token';

describe('readJson', () => {
	const url = 'https://api.example.com/a';

	/** Reads a response that arrives in small pieces. */
	async function read(
		body: string | Buffer,
		{ status = 200, advice = {}, ...options }: Partial<ReadOptions & ResponseHead> = {},
	): Promise<ReadResponse> {
		const chunks = asChunks(Buffer.from(body as string), 13);
		const { signal } = new AbortController();
		const secret = new Secret(TOKEN);
		const response = { url, status, advice, retryAfterMs: 7_000, chunks };
		return await readJson(response, { secret, signal, ...options });
	}

	it('gives what was sent, without the token, and how long to wait', async () => {
		expect(await read(`{"${TOKEN}":["${TOKEN}"]}`, { status: 201 })).toEqual({
			url,
			status: 201,
			advice: {},
			body: { '*****': ['*****'] },
			retryAfterMs: 7_000,
		});
	});

	it('takes 20 bytes if it may take 20, and refuses 21 with the advice of the caller', async () => {
		const options = { maxBytes: 20, advice: { tooLarge: 'Lower Limit.' } };
		const { body } = await read('{"data":"123456789"}', options);
		expect(body).toEqual({ data: '123456789' });
		await expect(read('{"data":"1234567890"}', options)).rejects.toMatchObject({
			message: 'The response of the service is larger than 0 MB',
			description: 'Lower Limit.',
		});
	});

	describe('of a response with many long numbers', () => {
		const json = `[${Array(2_000).fill('{"id":9007199254740993,"n":""}').join()}]`;

		slowClockForEach(50);

		it('reads all, with pauses in which n8n can do other work', async () => {
			let body: unknown;
			const pauses = await countPauses(async () => {
				({ body } = await read(json));
			});
			expect((body as unknown[]).at(-1)).toEqual({ id: '9007199254740993', n: '' });
			expect(pauses).toBeGreaterThan(10);
		});

		it('ends with Stop', async () => {
			const signal = AbortSignal.abort(new Error('stopped'));
			await expect(read(json, { signal })).rejects.toThrow('stopped');
		});
	});

	it('refuses bytes that are not UTF-8, but not the character that stands for such, if it was sent', async () => {
		const body = Buffer.concat([Buffer.from('["a'), Buffer.of(0xff), Buffer.from('"]')]);
		await expect(read(body)).rejects.toThrow('not valid UTF-8');
		expect(await read('["\uFFFD"]')).toMatchObject({ body: ['\uFFFD'] });
	});

	it('shows in words what is not JSON, without the token', async () => {
		const page = `<html><head><title>Hello ${TOKEN}</title></head></html>`;
		await expect(read(page, { advice: { address: 'Check X.' } })).rejects.toMatchObject({
			kind: 'badAnswer',
			message: 'The response did not come from the service',
			description: expect.stringMatching(
				/^It is not JSON: Hello \*{5}\. Check X\. The address called was api\.example\.com\/a\.$/,
			) as string,
		});
	});

	it.each(['{"data":[{"a":1},{"a":', Buffer.from('{"a":"\u00e9').subarray(0, -1)])(
		'takes JSON without its end for a connection that broke off, as n8n notices no end of what it unpacks',
		async (body) => {
			await expect(read(body)).rejects.toMatchObject({
				kind: 'noAnswer',
				message: 'The response of the service is cut off',
			});
		},
	);

	it('does not take a whole body for a cut one that is no JSON, as it would be the same again', async () => {
		await expect(read('{"data":[{"a":NaN}]} ')).rejects.toMatchObject({ kind: 'badAnswer' });
	});

	it('takes what is not JSON for a refusal if the status is one', async () => {
		const refused = { kind: 'refused', status: 400 };
		await expect(read('<p>Hello</p>', { status: 400 })).rejects.toMatchObject(refused);
	});

	it('takes a 202 without a body for "not ready"', async () => {
		await expect(read('', { status: 202 })).rejects.toMatchObject({ kind: 'refused', status: 202 });
	});
});
