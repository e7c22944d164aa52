import { DateTime } from 'luxon';

/*
 * Days are counted in UTC, where each has 24 hours. In a time zone midnight may be skipped, or come
 * twice (Havana, the Azores, Beirut), so that arithmetic there is off by an hour or a day.
 */

/** A calendar day, as its midnight in UTC. */
export type Day = DateTime;

/** Farther from midnight, a change of the clocks does not matter. */
const NEAR_MS = 3 * 3_600_000;

export function dayOf({ year, month, day }: DateTime): Day {
	return DateTime.utc(year, month, day);
}

export function isoDay(day: DateTime): string {
	return day.toFormat('yyyy-MM-dd');
}

/** Where midnight is skipped, the day begins with the next time there is. */
export function startOfDay(day: Day, timeZone: string): DateTime {
	const utc = day.toMillis();
	const midnightBy = ({ offset }: DateTime) => utc - offset * 60_000;
	const at = (ms: number) => DateTime.fromMillis(ms, { zone: timeZone });
	const about = midnightBy(at(utc));
	const [before, after] = [midnightBy(at(about - NEAR_MS)), midnightBy(at(about + NEAR_MS))];
	if (before === after) return at(before);

	// By the later offset it may still be the day before.
	const [earlier, later] = [at(Math.min(before, after)), at(Math.max(before, after))];
	return dayOf(earlier) < day ? later : earlier;
}

export function endOfDay(day: Day, timeZone: string): DateTime {
	return startOfDay(day.plus({ days: 1 }), timeZone).minus({ milliseconds: 1 });
}
