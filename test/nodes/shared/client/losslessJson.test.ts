import fc from 'fast-check';
import { parseJson } from '../../../../nodes/shared/client/losslessJson';

it.each([
	['9007199254740991', 9007199254740991],
	['9007199254740992', '9007199254740992'],
	['9007199254740993', '9007199254740993'],
	['-9007199254740993', '-9007199254740993'],
	['1234567890123456789012345678901234567890', '1234567890123456789012345678901234567890'],
	['12345678901234567.89', '12345678901234567.89'],
	['1e400', '1e400'],
	['-1E+400', '-1E+400'],
	['1e-400', '1e-400'],
	['0e400', 0],
	['1e20', 1e20],
	['2.5e-300', 2.5e-300],
	// Fractions are rounded in their last digits, as everywhere.
	['0.1234567890123456789', 0.12345678901234568],
])('reads %s as %p, wherever it stands', (written, value) => {
	for (const json of [written, ` ${written}\n`, `[${written}]`, `{"a" : ${written} , "b":1}`]) {
		expect(JSON.stringify(parseJson(json))).toBe(
			JSON.stringify(JSON.parse(json.replace(written, () => JSON.stringify(value)))),
		);
	}
});

it.each([
	'"9007199254740993"',
	'["\\"9007199254740993", 1]',
	'["\\\\", "9007199254740993", "a\\\\"]',
	'{"9007199254740993": "1e400, 9007199254740993]"}',
	'["id: 9007199254740993,"]',
])('leaves texts as they are: %s', (json) => {
	expect(parseJson(json)).toEqual(JSON.parse(json));
});

it('finds a number between texts of any kind', () => {
	const json = '{"a\\"1e400": "9007199254740993", "b": 9007199254740993, "c": "\\\\", "d": 1e400}';
	expect(parseJson(json)).toEqual({
		'a"1e400': '9007199254740993',
		b: '9007199254740993',
		c: '\\',
		d: '1e400',
	});
});

it('reads all other JSON as JSON.parse does', () => {
	fc.assert(
		fc.property(fc.json(), (json) => {
			const numbers = JSON.parse(json) as unknown;
			fc.pre(!/\d{16}|e[+-]?\d{3}/i.test(json));
			expect(parseJson(json)).toEqual(numbers);
		}),
	);
});

it('takes numbers that are too long out of any JSON, and nothing else', () => {
	fc.assert(
		fc.property(fc.json({ maxDepth: 3 }), fc.bigInt({ min: 2n ** 53n }), (json, long) => {
			const parsed = parseJson(
				`{"before":${JSON.stringify(json)},"long":${long},"after":"${long}"}`,
			);
			expect(parsed).toEqual({ before: json, long: String(long), after: String(long) });
		}),
	);
});

it.each(['', '{', '[1,]', '01', '9007199254740993 9007199254740993'])('refuses %p', (json) => {
	expect(() => parseJson(json)).toThrow(SyntaxError);
});
