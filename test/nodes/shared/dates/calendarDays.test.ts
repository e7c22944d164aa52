import { DateTime, IANAZone } from 'luxon';
import { dayOf, endOfDay, isoDay, startOfDay } from '../../../../nodes/shared/dates/calendarDays';

const YEAR = [...Array(366).keys()];
const day = (number: number) => DateTime.utc(2026, 1, 1).plus({ days: number });

/** One time zone of each kind, those that change their clocks alike, with the days around each change. */
function daysToLookAt(): Array<[timeZone: string, numbers: number[]]> {
	const midnights = YEAR.map((number) => day(number).toMillis());
	const kinds = new Map<string, [string, number[]]>();
	for (const timeZone of Intl.supportedValuesOf('timeZone')) {
		const zone = IANAZone.create(timeZone);
		const offsets = midnights.map((ms) => zone.offset(ms));
		const changes = YEAR.slice(1).filter((number) => offsets[number] !== offsets[number - 1]);
		const around = changes.flatMap((number) => [number - 2, number - 1, number]);
		kinds.set(offsets.join(), [timeZone, [0, 182, ...around]]);
	}
	return [...kinds.values()];
}

/** Why the day does not begin and end where it should; undefined if it does. */
function problem(number: number, timeZone: string): string | undefined {
	const today = day(number);
	const [start, end] = [startOfDay(today, timeZone), endOfDay(today, timeZone)];
	const next = startOfDay(day(number + 1), timeZone);
	const where = `${timeZone} ${isoDay(today)}: ${start.toISO()} to ${end.toISO()}`;
	if (start.zoneName !== timeZone) return `${where} is in ${start.zoneName}`;
	if (!dayOf(start).equals(today) || !dayOf(end).equals(today)) return `${where} is another day`;
	if (!dayOf(start.minus(1)).equals(day(number - 1))) return `${where} begins late`;
	return end.toMillis() + 1 === next.toMillis() ? undefined : `${where} ends early or late`;
}

it('a day begins with its first instant, and ends with the last before the next, in every time zone', () => {
	const problems = daysToLookAt().flatMap(([timeZone, days]) =>
		days.map((number) => problem(number, timeZone)),
	);
	expect(problems.length).toBeGreaterThan(300);
	expect(problems.filter((text) => text !== undefined)).toEqual([]);
});
