import { DateTime } from 'luxon';
import { daysHints, daysText } from '../../../../nodes/Analytics/dates/daysText';

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

describe('what the user is told about the days', () => {
	const zone = 'America/Sao_Paulo';
	const now = new Date('2026-11-21T12:00:00Z');
	const days = (first: string, last: string) => ({
		start: DateTime.fromISO(first, { zone }),
		end: DateTime.fromISO(last, { zone }).endOf('day'),
	});

	it('is which they are', () => {
		expect(daysHints([days('2026-11-21', '2026-11-21')], zone, now)).toEqual([
			'The data is for 21 November 2026, America/Sao_Paulo.',
		]);
	});

	it('is in which parts they were fetched, and that users may be counted in both', () => {
		const windows = [days('2026-10-01', '2026-10-30'), days('2026-10-31', '2026-11-02')];
		expect(daysHints(windows, zone, now)).toEqual([
			'The data is for 1 October to 2 November 2026, America/Sao_Paulo. The service accepts at most 30 days at once, so the range was fetched in 2 parts: 1 to 30 October 2026 and 31 October to 2 November 2026. Where a query counts users or stores over its whole range, one that appears in two parts is counted in both.',
		]);
	});

	it('is that days may get more data, where they are not over', () => {
		expect(daysHints([days('2026-11-20', '2026-11-22')], zone, now)).toEqual([
			'The data is for 20 to 22 November 2026, America/Sao_Paulo.',
			'End Date is in the future. Days that are not over yet may get more data later.',
		]);
	});
});
