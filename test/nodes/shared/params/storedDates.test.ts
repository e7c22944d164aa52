import { DateTime, Duration } from 'luxon';
import { withStoredDates } from '../../../../nodes/shared/params/storedDates';

/* What n8n stores of a date is what its JSON has. */

const date = new Date('2026-11-29T12:00:00.123Z');
const stored = '2026-11-29T12:00:00.123Z';
const dateTime = DateTime.fromISO('2026-11-29T09:00', { zone: 'America/Sao_Paulo' });

it.each([
	{ value: date, expected: stored },
	{ value: dateTime, expected: '2026-11-29T09:00:00.000-03:00' },
	{ value: { rows: [date, 1, null] }, expected: { rows: [stored, 1, null] } },
	{ value: `From ${String(date)} to ${String(date)}.`, expected: `From ${stored} to ${stored}.` },
	{ value: new Date('x'), expected: 'Invalid Date' },
	{ value: { at: DateTime.fromISO('x') }, expected: { at: 'Invalid DateTime' } },
])('a date in $value is text', ({ value, expected }) => {
	expect(withStoredDates(value, () => [{ rows: [{ at: date }] }])).toEqual(expected);
});

it('a date that no source has stays in a text as it is', () => {
	const other = `On ${String(new Date(0))}`;
	expect(withStoredDates(other, () => [date, null])).toBe(other);
});

it('what is no date stays as it is, with its type', () => {
	const values = [new Map([['at', date]]), Duration.fromMillis(1), undefined, 10n];
	expect(withStoredDates(values)).toEqual(values);
});
