import { DateTime } from 'luxon';
import { hasTwoOffsets, requestDates } from '../../../../nodes/Analytics/dates/requestDates';

const ZONE = 'America/Sao_Paulo';
const FORM = { dateFormat: 'date', endDateIncluded: true, timeZoneForm: 'name' } as const;
const at = (text: string, zone = ZONE) => DateTime.fromISO(text, { zone });
const DAYS = { start: at('2026-11-01'), end: at('2026-11-30').endOf('day') };

it('writes the days as they were chosen', () => {
	expect(requestDates(DAYS, ZONE, FORM)).toEqual({
		timeZone: ZONE,
		startDate: '2026-11-01',
		endDate: '2026-11-30',
	});
});

it.each([
	['date', '2026-12-01'],
	['dd.MM.yyyy', '01.12.2026'],
	['dateTime', '2026-12-01T00:00:00.000-03:00'],
])('sends the day after as the end, where the end is left out: %s', (dateFormat, endDate) => {
	const form = { ...FORM, dateFormat, endDateIncluded: false };
	expect(requestDates(DAYS, ZONE, form)).toMatchObject({ endDate });
});

it('leaves an end with a time as it is, where the format has a time', () => {
	const days = { start: DAYS.start, end: at('2026-11-30T15:00') };
	const form = { ...FORM, endDateIncluded: false };
	expect(requestDates(days, ZONE, { ...form, dateFormat: 'dateTime' }).endDate).toBe(
		'2026-11-30T15:00:00.000-03:00',
	);
	expect(requestDates(days, ZONE, form).endDate).toBe('2026-12-01');
});

it.each([
	['UTC', '+00:00'],
	['America/Sao_Paulo', '-03:00'],
	['Asia/Kolkata', '+05:30'],
])('writes the zone %s as an offset', (zone, timeZone) => {
	const days = { start: at('2026-11-01', zone), end: at('2026-11-02', zone) };
	expect(requestDates(days, zone, { ...FORM, timeZoneForm: 'offset' }).timeZone).toBe(timeZone);
});

it('knows whether the clocks change within the days', () => {
	const berlin = (text: string) => at(text, 'Europe/Berlin');
	expect(hasTwoOffsets(DAYS)).toBe(false);
	expect(hasTwoOffsets({ start: berlin('2026-10-24'), end: berlin('2026-10-26') })).toBe(true);
});
