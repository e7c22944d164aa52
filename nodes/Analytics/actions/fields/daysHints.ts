import { DateTime } from 'luxon';
import { dayOf } from '../../dates/calendarDays';
import type { DateRange } from '../../dates/dateRange';
import { daysText, rangeText } from '../../dates/daysText';

/** What the user should know about the days that were used: which they are, and what is odd about them. */
export function daysHints(windows: DateRange[], timeZone: string, now: Date): string[] {
	const { start } = windows[0]!;
	const { end } = windows.at(-1)!;
	const days = `The data is for ${daysText({ start, end }, timeZone)}.`;
	const hints = [windows.length > 1 ? `${days} ${splitText(windows, timeZone)}` : days];
	if (dayOf(end) > dayOf(DateTime.fromJSDate(now, { zone: timeZone }))) {
		hints.push('End Date is in the future. Days that are not over yet may get more data later.');
	}
	return hints;
}

function splitText(windows: DateRange[], timeZone: string): string {
	const parts = windows.map((range) => rangeText(range, timeZone));
	const list = `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
	return `The service accepts at most 30 days at once, so the range was fetched in ${parts.length} parts: ${list}. What a query sums up or counts over its whole range (by user, active stores) is summed up for each part.`;
}
