import { DateTime } from 'luxon';
import { isNothing, storedForm } from '../../../nodes/shared/values';

it.each([
	...[undefined, null, '', ' \u200b', NaN, Infinity, [], new Date('x')],
	DateTime.fromISO('nonsense'),
])('%p is nothing', (value) => {
	expect(isNothing(value)).toBe(true);
});

it.each([0, false, 'N/A', [''], {}, new Date(0), DateTime.utc(2026), 10n])(
	'%p is a value',
	(value) => {
		expect(isNothing(value)).toBe(false);
	},
);

/* What n8n stores of a value is what its JSON has. */

const date = new Date('2026-11-29T12:00:00.123Z');

it.each([
	{ value: date, stored: '2026-11-29T12:00:00.123Z' },
	{
		value: DateTime.fromISO('2026-11-29T09:00', { zone: 'America/Sao_Paulo' }),
		stored: '2026-11-29T09:00:00.000-03:00',
	},
	{ value: { rows: [date, 1, null] }, stored: { rows: ['2026-11-29T12:00:00.123Z', 1, null] } },
	{ value: new Date('x'), stored: 'Invalid Date' },
	{ value: { at: DateTime.fromISO('x') }, stored: { at: 'Invalid DateTime' } },
])('a date in $value is text', ({ value, stored }) => {
	expect(storedForm(value)).toEqual(stored);
});

it('what has the same form stays as it is, with its type', () => {
	const values = [new Map([['at', date]]), 'text', undefined, null];
	expect(storedForm(values)).toEqual(values);
});
