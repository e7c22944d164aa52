import { DateTime } from 'luxon';

/** A calendar day, as its midnight in UTC, where each has 24 hours. */
export type Day = DateTime;

export function dayOf({ year, month, day }: DateTime): Day {
	return DateTime.utc(year, month, day);
}

export function isoDay(day: Day): string {
	return day.toFormat('yyyy-MM-dd');
}
