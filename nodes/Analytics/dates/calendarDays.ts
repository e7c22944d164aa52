import { DateTime } from 'luxon';

/*
 * Days are counted in UTC, where each has 24 hours; only the first instant of a day depends on the
 * time zone. Midnight may be skipped there, or come twice (Havana, the Azores, Beirut), and so the
 * start and end of a day that are derived from each other's time of day may be an hour or a day off.
 */

/** A calendar day, as its midnight in UTC. */
export type Day = DateTime;

/** So far from midnight, no change of the clocks has to do with it. */
const NEAR_MS = 3 * 3_600_000;

/** The calendar day of an instant, in the time zone that the instant is in. */
export function dayOf({ year, month, day }: DateTime): Day {
	return DateTime.utc(year, month, day);
}

/** A day as it is written in errors, and saved: 2026-11-01. */
export function written(day: DateTime): string {
	return day.toFormat('yyyy-MM-dd');
}

/** The first instant of a day. Where midnight is skipped, the day begins with the next time there is. */
export function startOfDay(day: Day, timeZone: string): DateTime {
	const utc = day.toMillis();
	const midnightBy = ({ offset }: DateTime) => utc - offset * 60_000;
	const at = (ms: number) => DateTime.fromMillis(ms, { zone: timeZone });
	const about = midnightBy(at(utc));
	const [before, after] = [midnightBy(at(about - NEAR_MS)), midnightBy(at(about + NEAR_MS))];
	if (before === after) return at(before);

	// The clocks are changed near midnight; by the later offset it may still be the day before.
	const [earlier, later] = [at(Math.min(before, after)), at(Math.max(before, after))];
	return dayOf(earlier) < day ? later : earlier;
}

/** The last millisecond of a day. */
export function endOfDay(day: Day, timeZone: string): DateTime {
	return startOfDay(day.plus({ days: 1 }), timeZone).minus({ milliseconds: 1 });
}

/** From one day to another, both counted. */
export function daysBetween(first: Day, last: Day): number {
	return Math.round(last.diff(first, 'days').days) + 1;
}
