import fc from 'fast-check';
import {
	type FileIdentity,
	identityOf,
	partIn,
	restHeaders,
} from '../../../../nodes/shared/client/byteRange';
import { seeded } from '../../../support/cuts';

const DATE = 'Fri, 20 Nov 2026 10:00:00 GMT';
const LATER = 'Fri, 20 Nov 2026 10:00:01 GMT';

describe('what a file is recognized by', () => {
	const validatorOf = (headers: Record<string, unknown>, status = 200) =>
		identityOf({ status, headers })?.validator.value;

	it('is its strong ETag, whatever the date', () => {
		expect(validatorOf({ etag: '"a-1"' })).toBe('"a-1"');
		expect(validatorOf({ etag: '""', 'last-modified': DATE, date: LATER })).toBe('""');
	});

	it('is the date of its last change, if it has no ETag and did not change in the same second', () => {
		expect(validatorOf({ 'last-modified': DATE, date: LATER })).toBe(DATE);
		expect(validatorOf({ 'last-modified': DATE, date: DATE })).toBeUndefined();
		expect(validatorOf({ 'last-modified': DATE })).toBeUndefined();
	});

	it.each(['W/"a"', 'a', '"a', '"a"b"', '"a b"', '"é"', '"a"\r\nX: 1', 5, ['"a"'], ' '])(
		'is not the ETag %p',
		(etag) => {
			expect(validatorOf({ etag })).toBeUndefined();
		},
	);

	it('is not the date beside a weak ETag', () => {
		expect(validatorOf({ etag: 'W/"a"', 'last-modified': DATE, date: LATER })).toBeUndefined();
	});

	it.each(['2026-11-20', 'yesterday', `${DATE}\r\nX: 1`, 0])('is not the date %p', (changed) => {
		expect(validatorOf({ 'last-modified': changed, date: LATER })).toBeUndefined();
	});

	it('is nothing if ranges are refused, the file was encoded, or it is not the whole file', () => {
		expect(validatorOf({ etag: '"a"', 'accept-ranges': 'bytes' })).toBe('"a"');
		expect(validatorOf({ etag: '"a"', 'accept-ranges': 'None' })).toBeUndefined();
		expect(validatorOf({ etag: '"a"', 'content-encoding': 'gzip' })).toBeUndefined();
		expect(validatorOf({ etag: '"a"' }, 206)).toBeUndefined();
	});

	it.each([
		['12', 12],
		['0', 0],
		[undefined, undefined],
		['-1', undefined],
		['1e3', undefined],
		['12, 12', undefined],
		['99999999999999999999', undefined],
	])('has the length that Content-Length %p says', (length, expected) => {
		const headers = { etag: '"a"', 'content-length': length };
		expect(identityOf({ status: 200, headers })?.length).toBe(expected);
	});
});

const identity: FileIdentity = { validator: { header: 'etag', value: '"a"' }, length: 10 };
const unknownLength: FileIdentity = { ...identity, length: undefined };

it('the rest is asked for from a byte on, if it is the same file, and as it is stored', () => {
	expect(restHeaders({ identity, from: 4 })).toEqual({
		Range: 'bytes=4-',
		'If-Range': '"a"',
		'Accept-Encoding': 'identity',
	});
});

describe('an answer', () => {
	const part = (
		range: unknown,
		{
			status = 206,
			from = 4,
			file = identity,
			...headers
		}: Record<string, unknown> & {
			status?: number;
			from?: number;
			file?: FileIdentity;
		} = {},
	) =>
		partIn(
			{ status, headers: { etag: '"a"', 'content-range': range, ...headers } },
			{ identity: file, from },
		);

	it('is the rest, or as much of it as the service likes to send at once', () => {
		expect(part('bytes 4-9/10')).toEqual({ end: 10, length: 10 });
		expect(part('bytes 4-4/10')).toEqual({ end: 5, length: 10 });
		expect(part('Bytes 4-9/*')).toEqual({ end: 10, length: 10 });
	});

	it('may be the first to say how long the file is', () => {
		expect(part('bytes 4-9/12', { file: unknownLength })).toEqual({ end: 10, length: 12 });
		expect(part('bytes 4-9/*', { file: unknownLength })).toBeUndefined();
	});

	it.each([
		'bytes 3-9/10',
		'bytes 5-9/10',
		'bytes 4-3/10',
		'bytes 4-10/10',
		'bytes 4-9/11',
		'bytes 4-9',
		'bytes 4-/10',
		'bytes */10',
		'items 4-9/10',
		'bytes 4-9/10, bytes 0-1/10',
		'bytes 4-9/10\nbytes',
		'bytes -4-9/10',
		'bytes 4.0-9/10',
		'bytes 99999999999999999999-9/10',
		'',
		undefined,
		['bytes 4-9/10'],
	])('of the range %p is no rest of the file', (range) => {
		expect(part(range)).toBeUndefined();
	});

	it('of another status, another file or an encoded one is no rest', () => {
		expect(part('bytes 4-9/10', { status: 200 })).toBeUndefined();
		expect(part('bytes 4-9/10', { etag: '"b"' })).toBeUndefined();
		expect(part('bytes 4-9/10', { etag: 'W/"a"' })).toBeUndefined();
		expect(part('bytes 4-9/10', { etag: undefined })).toBeUndefined();
		expect(part('bytes 4-9/10', { 'content-encoding': 'gzip' })).toBeUndefined();
	});

	it('may leave out the date of the last change, but not have another one', () => {
		const file: FileIdentity = { validator: { header: 'last-modified', value: DATE }, length: 10 };
		expect(part('bytes 4-9/10', { file })).toEqual({ end: 10, length: 10 });
		expect(part('bytes 4-9/10', { file, 'last-modified': DATE })).toBeDefined();
		expect(part('bytes 4-9/10', { file, 'last-modified': LATER })).toBeUndefined();
	});

	it('of 416 says that the file is whole only where its length is what was received', () => {
		const status = 416;
		expect(part('bytes */4', { status, file: unknownLength })).toBe('whole');
		expect(part('bytes */5', { status, file: unknownLength })).toBeUndefined();
		expect(part('bytes */*', { status, file: unknownLength })).toBeUndefined();
		expect(part('bytes */4', { status })).toBeUndefined();
		expect(part('bytes 0-3/4', { status, file: unknownLength })).toBeUndefined();
		expect(part(undefined, { status, file: unknownLength })).toBeUndefined();
	});

	it('never gives more than the file has, nor another beginning, whatever it says', () => {
		const number = fc.oneof(fc.integer({ min: -2, max: 12 }), fc.bigInt());
		const range = fc.oneof(
			fc.tuple(number, number, number).map(([a, b, c]) => `bytes ${a}-${b}/${c}`),
			fc.string(),
		);
		fc.assert(
			fc.property(range, fc.integer({ min: 0, max: 12 }), (text, from) => {
				const found = part(text, { from });
				if (found === undefined || found === 'whole') return found === undefined;
				return found.end > from && found.end <= 10 && text.startsWith(`bytes ${from}-`);
			}),
			seeded(2_000),
		);
	});
});
