import fc from 'fast-check';
import { convertType } from '../../../../nodes/Analytics/csv/typeConversion.ts';
import { seeded } from '../../../support/cuts.ts';

describe('convertType', () => {
	it.each([
		['0', 0],
		['7', 7],
		['-12', -12],
		['9007199254740991', 9007199254740991],
		['-9007199254740991', -9007199254740991],
		['0.5', 0.5],
		['-0.25', -0.25],
		['1234.5678', 1234.5678],
		['0.000001', 0.000001],
		['-0.0000012345678901234567', -0.0000012345678901234567],
		['true', true],
		['false', false],
	])('converts %s', (text, value) => {
		expect(convertType(text)).toBe(value);
	});

	it.each([
		...['', ' ', '-', '.', '-.', '.5', '5.', '-.5', '1.50', '1.0', '00', '007', '-01', '00.5'],
		...['-0', '-0.0', '0.0', '+1', '+5511987654321', '9007199254740992', '12345678901234567890'],
		...['100000000000000000000', '1e5', '1e+21', '1E5', '0.0000001', '0.1234567890123456789'],
		...['0x10', '0b1', '1_000', '1,5', '1 ', ' 1', '1\n', '1.2.3', '--1', '1-2', '2025-02-14'],
		...['Infinity', '-Infinity', 'NaN', 'null', 'True', 'TRUE', 'true ', 'truE', 'yes', 't', '١'],
	])('leaves %j as text', (text) => {
		expect(convertType(text)).toBe(text);
	});

	it('converts every number that prints as it stood, and nothing else', () => {
		const numeric = fc.string({ unit: fc.constantFrom(...'0011234567899.-e+'), maxLength: 20 });
		fc.assert(
			fc.property(fc.oneof(numeric, fc.double().map(String), fc.integer().map(String)), (text) => {
				const plain = /^-?\d+(\.\d+)?$/.test(text) && String(Number(text)) === text;
				const isSafe = Number.isSafeInteger(Number(text)) || !Number.isInteger(Number(text));
				expect(convertType(text)).toBe(plain && isSafe ? Number(text) : text);
			}),
			seeded(5_000),
		);
	});
});
