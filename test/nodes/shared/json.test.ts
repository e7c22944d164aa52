import fc from 'fast-check';
import { jsonProblem, parseJson } from '../../../nodes/shared/json';
import { seeded } from '../../support/cuts';

describe('parseJson', () => {
	it.each([
		{ written: '9007199254740991', value: 9007199254740991 },
		{ written: '1e3', value: 1_000 },
		{ written: '100.0', value: 100 },
		{ written: '-0.0', value: -0 },
		{ written: '0e999', value: 0 },
		{ written: '59.900000000000000000', value: 59.9 },
		{ written: '0.6666666666666666', value: 0.6666666666666666 },
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
		'12345678901234567.89',
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

describe('the problem of a text that is not JSON', () => {
	it.each([
		{ json: "{ 'name': 'Ana' }", problem: "Unexpected ' at line 1, column 3" },
		{ json: '{\n  “name”: 1 }', problem: 'Unexpected “ at line 2, column 3' },
		{ json: '```json\n{}\n```', problem: 'Unexpected ` at line 1, column 1' },
		{ json: '{}\n```', problem: 'Unexpected ` at line 2, column 1' },
		{ json: '{"a":[1,2]\n, }', problem: 'Unexpected , at line 2, column 1' },
		{ json: '[{"a":1} ,]', problem: 'Unexpected , at line 1, column 10' },
		{ json: '[1,,2]', problem: 'Unexpected , at line 1, column 4' },
		{ json: '[{"a":1 "b":2}]', problem: 'Unexpected " at line 1, column 9' },
		{ json: '{"a" 1}', problem: 'Unexpected 1 at line 1, column 6' },
		{ json: '{ name: 1 }', problem: 'Unexpected n at line 1, column 3' },
		{ json: '{"a": None}', problem: 'Unexpected N at line 1, column 7' },
		{ json: '[01]', problem: 'Unexpected 1 at line 1, column 3' },
		{ json: '[1}', problem: 'Unexpected } at line 1, column 3' },
		{ json: '["\\d"]', problem: 'Unexpected \\ at line 1, column 3' },
		{ json: '["a\nb"]', problem: 'Unexpected line break at line 1, column 4' },
		{ json: '["a\tb"]', problem: 'Unexpected character U+0009 at line 1, column 4' },
		{ json: '[\u00a01]', problem: 'Unexpected character U+00A0 at line 1, column 2' },
		{ json: '[🙂]', problem: 'Unexpected 🙂 at line 1, column 2' },
		{ json: '{"a": [1', problem: 'It ends too early at line 1, column 9' },
		{ json: ' ', problem: 'It ends too early at line 1, column 2' },
	])('is said with its place: $json', ({ json, problem }) => {
		expect(() => parseJson(json)).toThrow(SyntaxError);
		expect(jsonProblem(json)).toContain(problem);
	});

	it('is found at any depth, and behind long texts', () => {
		expect(jsonProblem('['.repeat(100_000))).toContain(
			'It ends too early at line 1, column 100001',
		);
		const long = 'é"'.repeat(200_000).replaceAll('"', '\\"');
		expect(jsonProblem(`["${long}";]`)).toContain('Unexpected ; at line 1, column 600004');
	});
});
