import { DateTime } from 'luxon';
import { daysHint, daysText } from '../../../../nodes/shared/dates/daysText';

const zone = 'America/Sao_Paulo';
const days = (first: string, last: string) => ({
	start: DateTime.fromISO(first, { zone }),
	end: DateTime.fromISO(last, { zone }).endOf('day'),
});

it.each([
	['2026-11-14', '2026-11-20', '14 to 20 November 2026'],
	['2026-11-14', '2026-11-14', '14 November 2026'],
	['2026-10-28', '2026-11-03', '28 October to 3 November 2026'],
	['2026-12-28', '2027-01-03', '28 December 2026 to 3 January 2027'],
	['2026-01-05', '2027-01-05', '5 January 2026 to 5 January 2027'],
])('from %s to %s is "%s"', (first, last, words) => {
	expect(daysText(days(first, last), zone)).toBe(`${words}, ${zone}`);
});

it.each([
	[zone, '01:00', '21:00', '31 October 2026 22:00 to 1 November 2026 18:00'],
	['Asia/Kolkata', '01:00', '21:00', '1 November 2026 06:30 to 2 November 2026 02:30'],
	['UTC', '00:00', '21:00', '1 November 2026 00:00 to 1 November 2026 21:00'],
	['UTC', '01:00', '23:59:59.999', '1 November 2026 01:00 to 1 November 2026 23:59'],
])('days that are not whole have times, those of %s: %s to %s', (timeZone, from, to, words) => {
	const at = (time: string) =>
		DateTime.fromISO(`2026-11-01T${time}Z`, { zone: 'utc', locale: 'pt' });
	expect(daysText({ start: at(from), end: at(to) }, timeZone)).toBe(`${words}, ${timeZone}`);
});

it('the user is told of how many parts, and what they mean for totals', () => {
	const range = days('2026-09-01', '2026-11-02');
	const text = 'The data is for 1 September to 2 November 2026, America/Sao_Paulo.';
	expect(daysHint(range, 1, zone)).toBe(text);
	expect(daysHint(range, 3, zone)).toBe(
		`${text} The service accepts at most 30 days at once, so they are fetched in up to 3 parts, oldest first. Totals are per part, not for the whole range.`,
	);
});
