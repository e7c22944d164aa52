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
			[{}, 'Try again later, or ask the support of the service.'],
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
		const count = () => {
			if (!isReading) return;
			pauses += 1;
			setImmediate(count);
		};
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

	it('shows in words what is not JSON, without the token', async () => {
		const page = `<html><head><title>Hello ${TOKEN}</title></head></html>`;
		const advice = { address: 'Check X.' };
		await expect(read(page, 200, { advice })).rejects.toMatchObject({
			kind: 'badAnswer',
			message: 'The response did not come from the service',
			description: expect.stringMatching(
				/^It is not JSON: Hello \*{5}\. Check X\. The address called was api\.example\.com\/a\. /,
			) as string,
		});
		await expect(read(page, 400, { advice })).rejects.toMatchObject({ status: 400 });
	});

	it.each([
		{ body: '{"data":[{"rate":NaN}],"status":200}', name: 'NaN' },
		{ body: '{"data":[{"a":1,"rate":-Infinity},{"rate":NaN}]}', name: '-Infinity' },
	])('says that the JSON has a $name, and does not blame the address', async ({ body, name }) => {
		const error = await read(body, 200, { advice: { address: 'Check X.' } }).catch(String);
		expect(error).toContain(
			`The response of the service contains ${name}, which is not valid JSON`,
		);
	});

	it.each([
		{ what: 'that is broken in another way, too', body: '{"rate":NaN,' },
		{ what: 'in which NaN is a part of a text', body: '{"rate":"NaN"' },
	])('takes JSON $what for what it is', async ({ body }) => {
		await expect(read(body)).rejects.toThrow('The response did not come from the service');
	});
});
