import fc from 'fast-check';
import {
	type JsonResponse,
	parseJson,
	type ReadOptions,
	readJson,
} from '../../../../nodes/shared/http/json';
import { Secret } from '../../../../nodes/shared/http/redact';
import { asChunks } from '../../../support/chunks';
import { seeded } from '../../../support/cuts';

/* The envelope inside the JSON is tested in Analytics/api/schemas.test.ts, with both versions of zod. */

const TOKEN = 'a-secret-token';

describe('parseJson', () => {
	it.each([
		{ written: '9007199254740991', value: 9007199254740991 },
		{ written: '1e20', value: 1e20 },
		{ written: '1e3', value: 1_000 },
		{ written: '1.5E-7', value: 1.5e-7 },
		{ written: '100.0', value: 100 },
		{ written: '1.50', value: 1.5 },
		{ written: '-0.0', value: -0 },
		{ written: '0e999', value: 0 },
		{ written: '59.900000000000000000', value: 59.9 },
		{ written: '0.6666666666666666', value: 0.6666666666666666 },
		{ written: '66.66666666666667', value: 66.66666666666667 },
		{ written: '1.7976931348623157e308', value: 1.7976931348623157e308 },
		{ written: '5e-324', value: 5e-324 },
	])('reads $written as the number that it is', ({ written, value }) => {
		expect(parseJson(` ${written}\n`)).toBe(value);
		const json = `{"a" : ${written} , "b":[${written}]}`;
		expect(parseJson(json)).toEqual({ a: value, b: [value] });
	});

	it.each([
		// IDs keep their type where 2^53 ends the numbers that are exact.
		'9007199254740992',
		'-9007199254740993',
		'12345678901234567.89',
		'123456789.123456789123',
		'0.12345678901234567890',
		'0.30000000000000004441',
		'1e400',
		'-1E-400',
		'2e-324',
		'1.2345678901234567890e5',
	])('keeps %s as text, because JavaScript would change it', (written) => {
		expect(parseJson(` ${written}\n`)).toBe(written);
		const json = `{"a" : ${written} , "b":[${written}]}`;
		expect(parseJson(json)).toEqual({ a: written, b: [written] });
	});

	it('changes nothing that looks like a number within a text', () => {
		const texts = ['1e400', 'a "12345678901234567.89"', '\\9007199254740993'];
		expect(parseJson(JSON.stringify(texts))).toEqual(texts);
	});

	it('changes no text and no number silently, in any JSON', () => {
		const long = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }).map((number) => {
			const isSafe = Number.isSafeInteger(Number(number));
			return { json: String(number), value: isSafe ? Number(number) : String(number) };
		});
		const UNITS = ['"', '\\', '9007199254740993', ',', ':', '[', '}', 'a', '\n', 'é', '\u2028'];
		const unit = fc.constantFrom(...UNITS);
		const text = fc.string({ unit, maxLength: 6 });
		const texts = text.map((value) => ({ json: JSON.stringify(value), value }));
		const entries = fc.array(fc.tuple(text, fc.oneof(long, texts)), { maxLength: 5 });
		fc.assert(
			fc.property(entries, (all) => {
				const inJson = all.map(([key, { json }]) => `{${JSON.stringify(key)} : ${json}}`);
				const values = all.map(([key, { value }]) => ({ [key]: value }));
				expect(parseJson(`[ ${inJson.join(' ,')}]`)).toEqual(values);
			}),
			seeded(1_000),
		);
	});
});

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
