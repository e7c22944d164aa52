import { DateTime, IANAZone } from 'luxon';
import {
	dayOf,
	endOfDay,
	startOfDay,
	written,
} from '../../../../nodes/Analytics/dates/calendarDays';

const FIRST = DateTime.utc(2026, 1, 1);
const DAYS = 7 * 53;

function day(number: number): DateTime {
	return FIRST.plus({ days: number });
}

/** The offsets of a zone, week by week, over a year. */
function offsetsOf(timeZone: string): number[] {
	const zone = IANAZone.create(timeZone);
	return Array.from({ length: DAYS / 7 + 1 }, (_, week) => zone.offset(day(7 * week).toMillis()));
}

/** One time zone of each kind: those that change their clocks alike are looked at once. */
function timeZones(): string[] {
	const kinds = new Map<string, string>();
	for (const timeZone of Intl.supportedValuesOf('timeZone')) {
		kinds.set(offsetsOf(timeZone).join(), timeZone);
	}
	return [...kinds.values()];
}

/** The days around every change of the clocks, and a day of some other weeks. */
function daysToLookAt(timeZone: string): number[] {
	const zone = IANAZone.create(timeZone);
	const offsets = offsetsOf(timeZone);
	return offsets.slice(1).flatMap((next, week) => {
		const first = 7 * week;
		if (offsets[week] === next) return week % 26 === 0 ? [first] : [];
		const change = [0, 1, 2, 3, 4, 5, 6].findIndex(
			(at) => zone.offset(day(first + at + 1).toMillis()) === next,
		);
		return [-1, 0, 1].map((at) => first + change + at);
	});
}

/** Why the day does not begin and end where it should; undefined if it does. */
function problem(number: number, timeZone: string): string | undefined {
	const today = day(number);
	const [start, end] = [startOfDay(today, timeZone), endOfDay(today, timeZone)];
	const next = startOfDay(day(number + 1), timeZone);
	const where = `${timeZone} ${written(today)}: ${start.toISO()} to ${end.toISO()}`;
	if (start.zoneName !== timeZone) return `${where} is in ${start.zoneName}`;
	if (!dayOf(start).equals(today) || !dayOf(end).equals(today)) return `${where} is another day`;
	if (!dayOf(start.minus(1)).equals(day(number - 1))) return `${where} begins late`;
	return end.toMillis() + 1 === next.toMillis() ? undefined : `${where} ends early or late`;
}

describe('a day begins with its first instant, and ends with the last before the next', () => {
	it('in time zones of every kind, around every change of the clocks in a year', () => {
		const problems = timeZones().flatMap((timeZone) =>
			daysToLookAt(timeZone).map((number) => problem(number, timeZone)),
		);
		expect(problems.length).toBeGreaterThan(300);
		expect(problems.filter((text) => text !== undefined)).toEqual([]);
	});

	it.each(['America/Havana', 'Atlantic/Azores'])('on every day of a year in %s', (timeZone) => {
		for (let number = 0; number < DAYS; number++) {
			expect(problem(number, timeZone)).toBeUndefined();
		}
	});

	it('where midnight is skipped, and where it comes twice', () => {
		const start = (date: string, zone: string) =>
			startOfDay(DateTime.fromISO(date, { zone: 'utc' }), zone).toISO();
		expect(start('2026-03-08', 'America/Havana')).toBe('2026-03-08T01:00:00.000-04:00');
		expect(start('2026-11-01', 'America/Havana')).toBe('2026-11-01T00:00:00.000-04:00');
		expect(start('2026-03-29', 'Atlantic/Azores')).toBe('2026-03-29T01:00:00.000+00:00');
		expect(start('2026-10-25', 'Atlantic/Azores')).toBe('2026-10-25T00:00:00.000+00:00');
	});
});
