import { DateTime } from 'luxon';
import { daysText } from '../../../../nodes/Analytics/dates/daysText';

describe('the days of a range in words', () => {
	it.each([
		['2026-11-14', '2026-11-20', '14 to 20 November 2026'],
		['2026-11-14', '2026-11-14', '14 November 2026'],
		['2026-10-28', '2026-11-03', '28 October to 3 November 2026'],
		['2026-12-28', '2027-01-03', '28 December 2026 to 3 January 2027'],
		['2026-01-05', '2027-01-05', '5 January 2026 to 5 January 2027'],
	])('from %s to %s', (first, last, words) => {
		const zone = 'America/Sao_Paulo';
		const start = DateTime.fromISO(first, { zone });
		const end = DateTime.fromISO(`${last}T23:59:59.999`, { zone });
		expect(daysText({ start, end }, zone)).toBe(`${words}, ${zone}`);
	});

	it('are those of the time zone, with times where they are not whole', () => {
		const start = DateTime.fromISO('2026-11-01T01:00:00Z', { zone: 'utc', locale: 'pt' });
		const end = start.plus({ hours: 20 });
		expect(daysText({ start, end }, 'America/Sao_Paulo')).toBe(
			'31 October 2026 22:00 to 1 November 2026 18:00, America/Sao_Paulo',
		);
		expect(daysText({ start, end }, 'Asia/Kolkata')).toBe(
			'1 November 2026 06:30 to 2 November 2026 02:30, Asia/Kolkata',
		);
	});
});
