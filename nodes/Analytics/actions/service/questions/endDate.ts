import { DateTime } from 'luxon';
import { type Finding, MAX_RECORDS, type QueryResult, type Session } from '../session';
import type { JobFile } from './file';

const CHOOSE = 'Choose a query with records for each day, such as messages_by_day.';

/**
 * Whether the last day of a range is in it. Whatever the time zone of the service, and whichever of its
 * days a record belongs to: an included day comes where it is the end, and alone. One that is excluded
 * comes neither where it is the end nor from the next day on, but does where the next day is the end.
 */
export async function endDateFinding(
	{ query, details, timeZone, week }: Session,
	{ error, records, form }: QueryResult,
): Promise<Finding> {
	if (error) return ['unknown', 'No query was accepted.'];
	if (records.length >= MAX_RECORDS) return ['unknown', `Records may be missing. ${CHOOSE}`];
	const all = Object.keys(records[0] ?? {})
		.map((name) => ({
			name,
			dayOf: dayReader(
				records.map((record) => record[name]),
				timeZone,
			),
		}))
		.map((column) => ({ ...column, days: daysIn({ records }, column) }))
		.find(({ days }) => days.every((day) => day >= week.first && day <= week.last));
	const [first, second] = new Set(all?.days);
	if (!all || !first || !second) return ['unknown', `Records of two days are needed. ${CHOOSE}`];

	const found = async (start: string, end: string, endDateIncluded = true) =>
		daysIn(await query(start, end, { ...form, endDateIncluded }), all);
	const of = (...days: string[]) => all.days.filter((day) => days.includes(day)).join();
	const both = of(first, second);
	const range = (await found(first, second)).join();
	const isIncluded = range === both && (await found(second, second)).join() === of(second);
	const isExcluded =
		range === of(first) &&
		(await found(daysLater(second, 1), daysLater(second, 2))).every((day) => day > second) &&
		(await found(first, second, false)).join() === both;
	if (!isIncluded && !isExcluded) {
		return ['unknown', 'The records do not show it: a query failed, or the data is changing.'];
	}
	const day = DateTime.fromISO(second).toFormat('d MMMM yyyy', { locale: 'en' });
	const is = `${day} is ${isIncluded ? 'included' : 'missing'} where it is the end date.`;
	if (isIncluded === details.endDateIncluded) return ['ok', is];
	return ['change', is, ['endDateIncluded', isIncluded]];
}

/** The setting is for queries and bulk exports alike. */
export function comparedWithFile(finding: Finding, { file }: JobFile, rows: number): Finding {
	const [result, found] = finding;
	// Without names, a row of names may be counted.
	if (result === 'unknown' || !file || file.columns instanceof Error) return finding;
	if (file.count === rows) return finding;
	return [
		'unknown',
		`In queries, ${found} But a bulk export of the same days has ${file.count} rows instead of ${rows}. If it reads the end date differently, use a credential of its own for each.`,
	];
}

interface DayColumn {
	name: string;
	dayOf(value: unknown): string;
}

/** Sorted; empty for a record without a day in the column, and for an error. */
function daysIn({ error, records }: Partial<QueryResult>, { name, dayOf }: DayColumn): string[] {
	return error ? [''] : (records ?? []).map((record) => dayOf(record[name])).sort();
}

const DATE = /^(\d{4}-\d{2}-\d{2})(?:$|[T ](.*))/;
const MIDNIGHT = /^00:00(:00(\.0+)?)?(Z|[+-]\d{2}:?\d{2})?$/;

/** Where all are midnights, they stand for days, whatever the time zone. Other times are moments. */
function dayReader(values: unknown[], zone: string): (value: unknown) => string {
	const areDays = values.every((value) => {
		const [, , time = '00:00'] = DATE.exec(String(value)) ?? [];
		return MIDNIGHT.test(time);
	});
	return (value) => {
		const [, day = ''] = typeof value === 'string' ? (DATE.exec(value) ?? []) : [];
		if (day === '' || areDays) return day;
		return DateTime.fromISO(String(value).replace(' ', 'T'), { zone }).toISODate() ?? '';
	};
}

function daysLater(day: string, days: number): string {
	return DateTime.fromISO(day, { zone: 'utc' }).plus({ days }).toISODate()!;
}
