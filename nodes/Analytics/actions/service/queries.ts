import { DateTime } from 'luxon';
import { ServiceError } from '../../../shared/errors';
import { concernOf } from '../../../shared/http/retry';
import { asJson } from '../../../shared/shownText';
import { MAX_RECORDS } from '../../transport/analyticsApi';
import type { QueryRecord } from '../../transport/schemas';
import type { Calls, QueryResult } from './calls';

/** A week in the form of the credential, and in the first form that the service accepts. */
export interface Forms {
	own: QueryResult;
	accepted: QueryResult;
	evidence: string[];
}

/** Changes one setting at a time, and both at last, as long as the service refuses. */
export async function tryForms({ query, details, week }: Calls): Promise<Forms> {
	const dateFormats = [...new Set([details.dateFormat, 'date', 'dateTime'])];
	const zoneForms = [...new Set([details.timeZoneForm, 'name', 'offset'] as const)];
	const results: QueryResult[] = [];
	for (const timeZoneForm of zoneForms) {
		for (const dateFormat of dateFormats) {
			const form = { dateFormat, timeZoneForm, endDateIncluded: true };
			if (results.every(isFormRefused)) results.push(await query(week.first, week.last, form));
		}
	}
	const [own, last] = [results[0]!, results.at(-1)!];
	const evidence = results.map((result) => result.evidence);
	return { own, accepted: last.error ? own : last, evidence };
}

/** A service may refuse once by chance, so the credential's own form gets the last call. */
export async function tryOwnAgain({ query, limiters, week }: Calls, forms: Forms): Promise<Forms> {
	const { own, accepted, evidence } = forms;
	if (own === accepted || limiters.synchronous.left === 0) return forms;
	const again = await query(week.first, week.last, own.form);
	return again.error ? forms : { own: again, accepted: again, evidence };
}

/** A service may fail where it should refuse. */
function isFormRefused({ error }: QueryResult): boolean {
	if (!(error instanceof ServiceError) || error.kind !== 'refused') return false;
	return ['content', 'service'].includes(concernOf(error.status ?? 0));
}

/** A day with records, and whether they come where it is the end date; undefined if that is not clear. */
export interface EndDate {
	day: string;
	isIncluded: boolean | undefined;
	evidence: string[];
}

/**
 * Whether the last day of a range is in it. Whatever the time zone of the service, and whichever of its
 * days a record belongs to: an included day comes where it is the end, and alone. One that is excluded
 * comes neither where it is the end nor from the next day on, but does where the next day is the end.
 * @returns undefined unless the accepted query has records of two days
 */
export async function tryEndDate(
	calls: Calls,
	accepted: QueryResult,
): Promise<EndDate | undefined> {
	const column = dayColumn(calls, accepted);
	const [first, second] = new Set(column?.entries.map(dayOfEntry));
	if (!column || !first || !second) return undefined;

	const evidence: string[] = [];
	const found = async (start: string, end: string, endDateIncluded = true) => {
		const result = await calls.query(start, end, { ...accepted.form, endDateIncluded });
		evidence.push(result.evidence);
		return column.entriesOf(result);
	};
	const of = (...days: string[]) =>
		column.entries.filter((entry) => days.includes(dayOfEntry(entry))).join();
	const both = of(first, second);
	const range = (await found(first, second)).join();
	const isIncluded = range === both && (await found(second, second)).join() === of(second);
	const isExcluded =
		range === of(first) &&
		(await found(daysLater(second, 1), daysLater(second, 2))).every(
			(entry) => dayOfEntry(entry) > second,
		) &&
		(await found(first, second, false)).join() === both;
	return { day: second, isIncluded: isIncluded === isExcluded ? undefined : isIncluded, evidence };
}

/** A day and its record, since only a part of a day may come; empty for an error, and without a day. */
type Entry = string;

const dayOfEntry = (entry: Entry): string => entry.slice(0, '2026-11-14'.length);

interface DayColumn {
	entries: Entry[];
	/** Sorted. */
	entriesOf(result: QueryResult): Entry[];
}

/** The first column that holds a day of the week in each record. */
function dayColumn({ timeZone, week }: Calls, accepted: QueryResult): DayColumn | undefined {
	const { error, records } = accepted;
	if (error || records.length >= MAX_RECORDS) return undefined;
	for (const name of Object.keys(records[0] ?? {})) {
		// Where all are midnights, they stand for days, whatever the time zone. Other times are moments.
		const zone = records.every((record) => isMidnight(record[name])) ? undefined : timeZone;
		const entryOf = (record: QueryRecord) => {
			const day = dayOf(record[name], zone);
			return day && `${day} ${asJson(record)}`;
		};
		const entriesOf = ({ error: failure, records: found }: QueryResult) =>
			failure ? [''] : found.map(entryOf).sort();
		const entries = entriesOf(accepted);
		const areOfWeek = entries.map(dayOfEntry).every((day) => day >= week.first && day <= week.last);
		if (areOfWeek) return { entries, entriesOf };
	}
	return undefined;
}

const DATE = /^(\d{4}-\d{2}-\d{2})(?:$|[T ](.*))/;
const MIDNIGHT = /^00:00(:00(\.0+)?)?(Z|[+-]\d{2}:?\d{2})?$/;

/** Or a day alone. */
function isMidnight(value: unknown): boolean {
	const [, , time = '00:00'] = DATE.exec(String(value)) ?? [];
	return MIDNIGHT.test(time);
}

/** Empty for a value that is none. @param zone of a moment */
function dayOf(value: unknown, zone: string | undefined): string {
	const [moment, day = ''] = typeof value === 'string' ? (DATE.exec(value) ?? []) : [];
	if (moment === undefined || zone === undefined) return day;
	return DateTime.fromISO(moment.replace(' ', 'T'), { zone }).toISODate() ?? '';
}

function daysLater(day: string, days: number): string {
	return DateTime.fromISO(day, { zone: 'utc' }).plus({ days }).toISODate()!;
}
