import { DateTime } from 'luxon';
import { z } from 'zod';
import { Refusal } from './answers';
import { FILTER_NAMES, QUERIES } from './columns';
import type { Ledger, Received } from './ledger';
import type { ServiceOptions } from './options';
import type { DayOfRecords, RecordsRequest } from './records';

const DAY_MS = 86_400_000;
/** Limits of section 8. */
const MAX_RANGE_DAYS = 30;
const MAX_PAST_DAYS = 90;
const MAX_RECORDS = 100_000;
const MAX_BULK_RECORDS = 3_000_000;

interface Context {
	options: ServiceOptions;
	/** Without it, queries tell nothing of the notifications that were sent. */
	ledger?: Ledger;
	isBulk: boolean;
}

export interface CheckedQuery {
	/** How many records at most; 0 for a bulk export, which has no limit. */
	limit: number;
	request: RecordsRequest;
}

/** An example of each form of dates that the service documents; section 2.1 shows none. */
const DATE_FORMS = { date: '2026-11-01', dateTime: '2026-11-01 00:00:00' };

const dateSchema = z.string().regex(/^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}:\d{2})?$/);
/** An unknown key is a mistake of ours, which the real service would perhaps ignore. */
const bodySchema = z.strictObject({
	queryName: z.string().refine((name) => Object.hasOwn(QUERIES, name), 'Unknown queryName'),
	limit: z
		.string()
		.regex(/^\d{1,6}$/)
		.optional(),
	timeZone: z.string().min(1),
	startDate: dateSchema,
	endDate: dateSchema,
	customFilters: z.record(z.enum(FILTER_NAMES), z.string()).default({}),
});
type Body = z.infer<typeof bodySchema>;

/** Checks a query request (section 2.1) against the limits. @throws Refusal */
export function checkQuery(given: unknown, { options, ledger, isBulk }: Context): CheckedQuery {
	const body = parseBody(given);
	const limit = limitOf(body, isBulk);
	const { queryName, timeZone, customFilters } = body;
	const range = rangeOf(body, options);
	const dayNames = Array.from({ length: range.days }, (_, index) =>
		new Date(range.start + index * DAY_MS).toISOString().slice(0, 10),
	);
	const tellsOfNotifications = queryName === 'notifications_by_user';
	return {
		limit,
		request: {
			queryName,
			days: recordsOfDays(queryName, dayNames, options),
			filters: customFilters,
			received: tellsOfNotifications ? receivedIn(range, timeZone, ledger) : [],
			hasNumericPhones: options.numericPhones,
		},
	};
}

function parseBody(given: unknown): Body {
	const { data, error } = bodySchema.safeParse(given);
	if (data) return data;
	const { path = [], message } = error.issues[0] ?? {};
	throw new Refusal(400, `${path.join('.')}: ${message}`);
}

function limitOf({ limit }: Body, isBulk: boolean): number {
	const number = Number(limit ?? 0);
	const isPossible = isBulk ? limit === undefined : number >= 1 && number <= MAX_RECORDS;
	refuseIf(!isPossible, `limit must be a quoted number from 1 to ${MAX_RECORDS}, for queries only`);
	return number;
}

interface Range {
	/** The first day as if it was one of UTC, in milliseconds since 1970. */
	start: number;
	days: number;
}

function rangeOf({ startDate, endDate }: Body, options: ServiceOptions): Range {
	const form = formOf(startDate);
	const accepted = options.dates === 'both' ? form : options.dates;
	const isAccepted = form === accepted && formOf(endDate) === accepted;
	refuseIf(!isAccepted, `startDate and endDate must be like ${DATE_FORMS[accepted]}`);

	const start = dayOf(startDate);
	const end = dayOf(endDate);
	const isInOrder = end >= start;
	refuseIf(!isInOrder, 'Bad startDate or endDate');
	// An end date with a time is the last moment of the range.
	const endsAtMidnight = endDate.endsWith(' 00:00:00');
	const isEndExcluded = form === 'date' ? options.endDateExcluded : endsAtMidnight;
	const daysBetween = Math.round((end - start) / DAY_MS);
	const days = isEndExcluded ? daysBetween : daysBetween + 1;
	const isTooWide = days > MAX_RANGE_DAYS;
	refuseIf(isTooWide, `The range is ${days} days wide, at most ${MAX_RANGE_DAYS} are allowed`);
	// The client's day may have begun earlier than that of UTC, so a day more is allowed.
	const isTooOld = start < Date.now() - (MAX_PAST_DAYS + 2) * DAY_MS;
	refuseIf(isTooOld, `The range begins more than ${MAX_PAST_DAYS} days back`);
	return { start, days };
}

function formOf(date: string): 'date' | 'dateTime' {
	return date.includes(' ') ? 'dateTime' : 'date';
}

function dayOf(date: string): number {
	return Date.parse(`${date.slice(0, 10)}T00:00:00Z`);
}

function recordsOfDays(
	queryName: string,
	days: string[],
	{ rows }: ServiceOptions,
): DayOfRecords[] {
	const wanted = typeof rows === 'function' ? rows(queryName, days) : rows;
	if (wanted === undefined) {
		const perDay = QUERIES[queryName]?.rowsPerDay ?? 1;
		return days.map((day) => ({ day, count: Math.ceil(perDay * partOver(day)) }));
	}
	const total = Math.min(wanted, MAX_BULK_RECORDS);
	const countBefore = (at: number) => Math.ceil((at * total) / days.length);
	return days.map((day, at) => ({ day, count: countBefore(at + 1) - countBefore(at) }));
}

/** @returns how much of a day is over, from 0 to 1: no record is of the future */
function partOver(day: string): number {
	return Math.min(1, Math.max(0, (Date.now() - dayOf(day)) / DAY_MS));
}

/** The notifications that users have received in these days of the time zone. */
function receivedIn({ start, days }: Range, timeZone: string, ledger?: Ledger): Received[] {
	const utc = DateTime.fromMillis(start, { zone: 'utc' });
	const firstDay = utc.setZone(timeZone, { keepLocalTime: true });
	const from = firstDay.toMillis();
	const to = firstDay.plus({ days }).toMillis();
	return (ledger?.entries ?? []).filter(({ time }) => time >= from && time < to);
}

function refuseIf(isWrong: boolean, message: string): void {
	if (isWrong) throw new Refusal(400, message);
}
