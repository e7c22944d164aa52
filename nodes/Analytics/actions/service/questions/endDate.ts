import { DateTime } from 'luxon';
import { type Answer, type Finding, MAX_RECORDS, type Session } from '../session';

const DATE = /^\d{4}-\d{2}-\d{2}($|[T ])/;
const CHOOSE = 'Choose a query with records for each day, such as messages_by_day.';

/**
 * Whether the last day of a range is in it. Whatever the time zone of the service, and whichever of its
 * days a record belongs to: an included day comes where it is the end, and alone. One that is excluded
 * comes neither where it is the end nor from the next day on, but does where the next day is the end.
 */
export async function endDate(session: Session, answer: Answer): Promise<Finding> {
	const { ask, details, timeZone, week } = session;
	const { error, records, form } = answer;
	if (error) return ['unknown', 'No query was answered.'];
	if (records.length >= MAX_RECORDS) return ['unknown', `Records may be missing. ${CHOOSE}`];
	/** Sorted; empty for a record without a day in the column, and for an error. */
	const daysOf = (asked: Answer, column: string) =>
		asked.error ? [''] : asked.records.map((record) => dayIn(record[column], timeZone)).sort();
	const column = Object.keys(records[0] ?? {}).find((name) =>
		daysOf(answer, name).every((day) => day >= week[0] && day <= week[1]),
	);
	const all = column ? daysOf(answer, column) : [];
	const [first, second] = new Set(all);
	if (!column || !first || !second) return ['unknown', `Two days are needed. ${CHOOSE}`];

	const found = async (start: string, end: string, endDateIncluded = true) =>
		daysOf(await ask(start, end, { ...form, endDateIncluded }), column);
	const of = (...days: string[]) => all.filter((day) => days.includes(day)).join();
	const both = of(first, second);
	const range = (await found(first, second)).join();
	const isIncluded = range === both && (await found(second, second)).join() === of(second);
	const isExcluded =
		range === of(first) &&
		(await found(daysLater(second, 1), daysLater(second, 2))).every((day) => day > second) &&
		(await found(first, second, false)).join() === both;
	if (!isIncluded && !isExcluded) {
		return ['unknown', 'The answers do not show it: one is missing, or the data is changing.'];
	}
	const day = DateTime.fromISO(second).toFormat('d MMMM yyyy', { locale: 'en' });
	const is = `${day} is ${isIncluded ? 'included' : 'missing'} where it is the end date.`;
	if (isIncluded === details.endDateIncluded) return ['ok', is];
	return ['change', is, ['endDateIncluded', isIncluded]];
}

function dayIn(value: unknown, zone: string): string {
	if (typeof value !== 'string' || !DATE.test(value)) return '';
	return DateTime.fromISO(value.replace(' ', 'T'), { zone }).toISODate() ?? '';
}

function daysLater(day: string, days: number): string {
	return DateTime.fromISO(day, { zone: 'utc' }).plus({ days }).toISODate()!;
}
