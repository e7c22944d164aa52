import fc from 'fast-check';
import { parseJson } from '../../../nodes/shared/json';
import { seeded } from '../../support/cuts';

describe('parseJson', () => {
	it.each([
		{ written: '9007199254740991', value: 9007199254740991 },
		{ written: '-0.0', value: -0 },
		{ written: '0e999', value: 0 },
		{ written: '59.900000000000000000', value: 59.9 },
		{ written: '1.7976931348623157e308', value: 1.7976931348623157e308 },
		{ written: '-23.5505199999999987', value: -23.55052 },
	])('reads $written as the number that it is', ({ written, value }) => {
		expect(parseJson(` ${written}\n`)).toBe(value);
		const json = `{"a" : ${written} , "b":[${written}]}`;
		expect(parseJson(json)).toEqual({ a: value, b: [value] });
	});

	it.each([
		// IDs keep their type where 2^53 ends the numbers that are exact.
		'9007199254740992',
		'12345678901234567.89',
		'1e400',
	])('keeps %s as text, because JavaScript would change it', (written) => {
		expect(parseJson(` ${written}\n`)).toBe(written);
		const json = `{"a" : ${written} , "b":[${written}]}`;
		expect(parseJson(json)).toEqual({ a: written, b: [written] });
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
