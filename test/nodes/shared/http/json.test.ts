import fc from 'fast-check';
import { parseJson, type ReadOptions, readJson } from '../../../../nodes/shared/http/json';
import { Secret } from '../../../../nodes/shared/http/redact';
import { asChunks } from '../../../support/chunks';
import { seeded } from '../../../support/cuts';

/* The envelope itself: see Analytics/transport/schemas.test.ts, which runs with both versions of zod. */

const TOKEN = 'a-secret-token';
const { signal } = new AbortController();
const options: ReadOptions = { secret: new Secret(TOKEN), signal };

describe('parseJson', () => {
	it.each([
		['9007199254740991', 9007199254740991],
		['9007199254740992', '9007199254740992'],
		['-9007199254740993', '-9007199254740993'],
		['1e20', 1e20],
		// Fractions are rounded in their last digits, as everywhere.
		['0.1234567890123456789', 0.12345678901234568],
	])('reads %s as %p', (written, value) => {
		expect(parseJson(` ${written}\n`)).toBe(value);
		const json = `{"a" : ${written} , "b":[${written}]}`;
		expect(parseJson(json)).toEqual({ a: value, b: [value] });
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
	const headers = { 'retry-after': '7' };
	const url = 'https://api.example.com/a';
	const read = async (body: string | Buffer, status = 200, more: Partial<ReadOptions> = {}) => {
		const chunks = asChunks(Buffer.from(body as string), 13);
		return await readJson({ url, status, headers, chunks }, { ...options, ...more });
	};

	it('gives what was sent, less the token, how long to wait, and nothing larger than expected', async () => {
		// In two pieces, and one byte more.
		const body = `{"${TOKEN}":["${TOKEN}"]}`;
		const read201 = (maxBytes: number, advice = {}) => read(body, 201, { maxBytes, advice });
		const response = { url, status: 201, body: { '*****': ['*****'] }, retryAfterMs: 7_000 };
		expect(await read201(body.length)).toEqual(response);
		// What to do is known to who asked: Bulk Export is no help for the record of a job.
		for (const [advice, description] of [
			[{}, 'Try again later, or ask whoever runs the service.'],
			[{ tooLarge: 'Lower Limit.' }, 'Lower Limit.'],
		] as const) {
			const error = { message: 'The response of the service is larger than 0 MB', description };
			await expect(read201(body.length - 1, advice)).rejects.toMatchObject(error);
		}
	});

	it('reads long numbers in a large response with pauses, and ends with Stop', async () => {
		const long = `{"text":"${'a'.repeat(2 ** 20)}","id":9007199254740993}`;
		expect(await read(long)).toMatchObject({ body: { id: '9007199254740993' } });
		const many = `[${Array(200_000).fill('{"id":9007199254740993,"n":""}').join()}]`;
		let pauses = 0;
		let isReading = true;
		const count = () => void (isReading && (pauses += 1) && setImmediate(count));
		setImmediate(count);
		const options = { maxBytes: 2 ** 24 };
		const { body } = await read(many, 200, options);
		isReading = false;
		expect((body as unknown[]).at(-1)).toEqual({ id: '9007199254740993', n: '' });
		expect(pauses).toBeGreaterThan(1);
		const stopped = AbortSignal.abort(new Error('stopped'));
		await expect(read(many, 200, { ...options, signal: stopped })).rejects.toThrow('stopped');
	});

	it('refuses bytes that are not UTF-8, but not the letter that stands for them', async () => {
		expect(await read('["\uFFFD"]')).toMatchObject({ body: ['\uFFFD'] });
		const body = Buffer.concat([Buffer.from('["a'), Buffer.of(0xff), Buffer.from('"]')]);
		await expect(read(body)).rejects.toThrow('not valid UTF-8');
	});

	it.each([
		[{}, 'Check Region or the base URL in the credential.'],
		[{ address: 'Check X.' }, 'Check X.'],
	])('shows in words what is not JSON, without the token: %j', async (advice, check) => {
		const page = `<html><head><title>Hello ${TOKEN}</title></head></html>`;
		await expect(read(page, 200, { advice })).rejects.toMatchObject({
			kind: 'badAnswer',
			message: 'The response did not come from the service',
			description: `It is not JSON: Hello *****. ${check} The address called was api.example.com/a.`,
		});
		await expect(read(page, 400, { advice })).rejects.toMatchObject({ status: 400 });
	});
});
