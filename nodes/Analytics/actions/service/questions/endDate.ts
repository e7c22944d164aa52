import { DateTime } from 'luxon';
import { endOfDay, startOfDay } from '../../../dates/calendarDays';
import type { Answer, Finding, Session } from '../session';
import { findingFrom, MAX_RECORDS, wordsOf } from '../session';

const DATE = /^\d{4}-\d{2}-\d{2}($|[T ])/;
const CHOOSE = 'Choose a query with records for each day, such as messages_by_day.';
const CHANGING = 'The days of the records do not match: the data may be changing.';

/**
 * Whether the last day of a range is in it. Whatever the time zone of the service, and whichever of its
 * days a record belongs to: an included day comes where it is the end, and alone. One that is excluded
 * comes neither where it is the end nor from the next day on, but does where the next day is the end.
 */
export async function endDate(session: Session, week: Answer): Promise<Finding> {
	const { ask, details, days, zone } = session;
	const asked = [week];
	const unknown = (found: string) => findingFrom(...asked)('unknown', found);
	const { error, records, form } = week;
	if (error) return unknown(`No query was answered. ${wordsOf(error)}`);
	if (records.length >= MAX_RECORDS) return unknown(`Records may have been cut off. ${CHOOSE}`);
	const [start, end] = [days.start.toISODate()!, days.end.toISODate()!];
	const column = Object.keys(records[0] ?? {}).find((name) =>
		daysOf(week, name, zone).every((day) => day >= start && day <= end),
	);
	const all = column === undefined ? [] : daysOf(week, column, zone);
	const [first = '', second] = new Set(all);
	if (second === undefined) return unknown(`There are not two days with records. ${CHOOSE}`);

	const at = (day: string, later = 0) =>
		DateTime.fromISO(day, { zone: 'utc' }).plus({ days: later });
	const daysFrom = async (from: DateTime, to: DateTime, endDateIncluded = true) => {
		const range = { start: startOfDay(from, zone), end: endOfDay(to, zone) };
		const answer = await ask(range, { ...form, endDateIncluded });
		asked.push(answer);
		return answer.error ? [''] : daysOf(answer, column!, zone);
	};
	const both = all.filter((day) => day <= second).join();
	const alone = all.filter((day) => day === second).join();
	const isFirst = (found: string[]) => found.join() === all.filter((day) => day === first).join();
	const isLater = (found: string[]) => found.every((day) => day > second);
	const found = await daysFrom(at(first), at(second));
	const isIncluded =
		found.join() === both && (await daysFrom(at(second), at(second))).join() === alone;
	const isExcluded =
		isFirst(found) &&
		isLater(await daysFrom(at(second, 1), at(second, 2))) &&
		(await daysFrom(at(first), at(second), false)).join() === both;
	const failed = asked.find((answer) => answer.error)?.error;
	if (failed) return unknown(`Not all could be asked. ${wordsOf(failed)}`);
	if (!isIncluded && !isExcluded) return unknown(CHANGING);

	const day = at(second).toFormat('d MMMM yyyy', { locale: 'en' });
	const is = `${day} is ${isIncluded ? 'included' : 'missing'} where it is the end date.`;
	const finding = findingFrom(...asked);
	if (isIncluded === details.endDateIncluded) return finding('ok', is);
	return finding('change', is, ['endDateIncluded', isIncluded]);
}

/** Of each record, sorted; empty for one without a day in this column. */
function daysOf({ records }: Answer, column: string, zone: string): string[] {
	const days = records.map(({ [column]: value }) => {
		if (typeof value !== 'string' || !DATE.test(value)) return '';
		return DateTime.fromISO(value.replace(' ', 'T'), { zone }).toISODate() ?? '';
	});
	return days.sort();
}
