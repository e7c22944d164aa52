import { withDecimalComma } from '../../../../nodes/Analytics/csv/decimalComma';

it.each([
	['0.579', '0,579'],
	['1.234', '1,234'],
	['-12.50', '-12,50'],
	['+.5', '+,5'],
	['1.5e-7', '1,5e-7'],
])('the decimal %p has a comma: %p', (cell, written) => {
	expect(withDecimalComma(cell)).toBe(written);
});

it.each([
	'',
	'.',
	'12',
	'12.',
	'1.2.3',
	'1,5',
	'2026-11-01',
	'v1.5',
	'1.5 ',
	'a.5',
	'1.234,5',
	'٣.٥',
])('%p stays as it is', (cell) => expect(withDecimalComma(cell)).toBe(cell));
