import fc from 'fast-check';
import {
	type ReadOptions,
	parseJson,
	readFile,
	readJson,
} from '../../../../nodes/shared/http/json';
import { Secret } from '../../../../nodes/shared/http/secret';
import type { HttpResponse } from '../../../../nodes/shared/http/send';
import { asChunks, collect } from '../../../support/chunks';
import { pieceSizes, pieces, seeded } from '../../../support/cuts';

/* The envelope itself: see Analytics/transport/schemas.test.ts, which runs with both versions of zod. */

const TOKEN = 'a-secret-token';
const asked: ReadOptions = { secret: new Secret(TOKEN), repeat: 'always' };

describe('parseJson', () => {
	it.each([
		['9007199254740991', 9007199254740991],
		['9007199254740992', '9007199254740992'],
		['-9007199254740993', '-9007199254740993'],
		['12345678901234567890', '12345678901234567890'],
		['12345678901234567.89', '12345678901234567.89'],
		['1e400', '1e400'],
		['-1E+400', '-1E+400'],
		['1e-400', '1e-400'],
		['0e400', 0],
		['1e20', 1e20],
		['2.5e-300', 2.5e-300],
		// Fractions are rounded in their last digits, as everywhere.
		['0.1234567890123456789', 0.12345678901234568],
	])('reads %s as %p', (written, value) => {
		for (const [json, expected] of [
			[` ${written}\n`, value],
			[`{"a" : ${written} , "b":[${written}]}`, { a: value, b: [value] }],
		] as const) {
			expect(parseJson(json)).toEqual(expected);
		}
	});

	it('changes no text and no number silently, in any JSON', () => {
		const long = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }).map((number) => {
			const isSafe = Number.isSafeInteger(Number(number));
			return { json: String(number), value: isSafe ? Number(number) : String(number) };
		});
		const huge = fc
			.tuple(fc.constantFrom('1', '-2.5', '9'), fc.constantFrom('e', 'E', 'e+'), fc.nat(600))
			.map((parts) => parts.join(''))
			.map((json) => ({ json, value: Number.isFinite(Number(json)) ? Number(json) : json }));
		const unit = fc.constantFrom(
			...['"', '\\', '9007199254740993', '1e999', ',', ':', '[', '}', 'a', '\n', 'é', '\u2028'],
		);
		const text = fc.string({ unit, maxLength: 6 });
		const texts = text.map((value) => ({ json: JSON.stringify(value), value }));
		const entries = fc.array(fc.tuple(text, fc.oneof(long, huge, texts)), { maxLength: 5 });
		fc.assert(
			fc.property(entries, (all) => {
				const inJson = all.map(([key, { json }]) => `{${JSON.stringify(key)} : ${json}}`);
				const values = all.map(([key, { value }]) => ({ [key]: value }));
				expect(parseJson(`[ ${inJson.join(' ,')}]`)).toEqual(values);
			}),
			seeded(1_000),
		);
	});

	it.each(['', '{', '[1,]', '01', '9007199254740993 9007199254740993'])('refuses %p', (json) => {
		expect(() => parseJson(json)).toThrow(SyntaxError);
	});
});

describe('readJson', () => {
	const read = async (body: string | Buffer, status = 200, more: Partial<ReadOptions> = {}) =>
		await readJson(
			{ status, headers: { 'retry-after': '7' }, chunks: asChunks(Buffer.from(body as string), 3) },
			{ ...asked, ...more },
		);

	it('gives what was sent, less the token, and how long to wait', async () => {
		expect(await read(`{"data":["${TOKEN}"]}`, 201)).toEqual({
			status: 201,
			body: { data: ['*****'] },
			retryAfterMs: 7_000,
		});
	});

	it('takes nothing for an answer where the status says it all', async () => {
		const nothing = { body: null, retryAfterMs: 7_000 };
		expect(await read('', 204)).toEqual({ status: 204, ...nothing });
		const needsNoBody = (status: number) => status === 202;
		expect(await read(' \n', 202, { needsNoBody })).toEqual({ status: 202, ...nothing });
		await expect(read('', 202)).rejects.toMatchObject({ kind: 'badAnswer' });
	});

	it('refuses bytes that are not UTF-8, but not the letter that stands for them', async () => {
		expect(await read('["\uFFFD"]')).toMatchObject({ body: ['\uFFFD'] });
		const body = Buffer.concat([Buffer.from('["a'), Buffer.of(0xff), Buffer.from('"]')]);
		await expect(read(body)).rejects.toThrow('not valid UTF-8');
	});

	it.each([
		['', 'nothing'],
		['<html><head><title>x</title></head><body><h1>Hello</h1></body></html>', 'Hello'],
		['220 ESMTP', '220 ESMTP'],
	])('shows in words what is not JSON: %p', async (body, words) => {
		await expect(read(body)).rejects.toMatchObject({
			kind: 'badAnswer',
			message: 'The response did not come from the service',
			description: `It is not JSON: ${words}. Check the base URL in the credential.`,
		});
	});
});

describe('readFile', () => {
	const file = (body: string, { status = 200, sizes = [5] } = {}) => {
		const parts = [...pieces(Buffer.from(body), sizes)];
		let isClosed = false;
		async function* chunks(): AsyncGenerator<Uint8Array> {
			try {
				yield* parts;
			} finally {
				isClosed = true;
			}
		}
		const answer = { status, headers: {}, chunks: chunks() } as unknown as HttpResponse;
		return { answer, isClosed: () => isClosed };
	};

	it.each(['a,b\n1,2\n', '', '{"message":"The job failed"}', '{"data":[],"status":200}', '{'])(
		'gives %j to the reader of files, byte for byte',
		async (body) => {
			await fc.assert(
				fc.asyncProperty(pieceSizes, async (sizes) => {
					const { answer, isClosed } = file(body, { sizes });
					expect(String(await collect(await readFile(answer, asked)))).toBe(body);
					expect(isClosed()).toBe(true);
				}),
				seeded(20),
			);
		},
	);

	it('closes what nobody reads to its end', async () => {
		const { answer, isClosed } = file('a,b\n1,2\n');
		const chunks = await readFile(answer, asked);
		await chunks.next();
		await chunks.return(undefined);
		expect(isClosed()).toBe(true);
	});

	it.each([
		[202, `Wait ${TOKEN}`, 'Try again later. The service said (status 202): Wait *****'],
		[204, '', 'Try again later. (Status 204)'],
	])('of status %i is not there yet', async (status, body, description) => {
		await expect(readFile(file(body, { status }).answer, asked)).rejects.toMatchObject({
			status,
			message: 'The result is not ready yet',
			description,
		});
	});

	it.each([
		['{"status":429,"message":"Slow down"}', 429],
		['{"status":"503","message":"too many calls"}', 429],
	])('that is an envelope with "too many" is no file: %s', async (body, status) => {
		await expect(readFile(file(body).answer, asked)).rejects.toMatchObject({ status });
	});
});
