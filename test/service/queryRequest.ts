import { DateTime } from 'luxon';
import { z } from 'zod';
import { Refusal } from './answers';
import { FILTER_COLUMNS, QUERIES } from './columns';
import type { Ledger, Received } from './ledger';
import type { ServiceOptions } from './options';
import type { RequestReading } from './readings';
import type { DayOfRecords, RecordsRequest } from './records';

const DAY_MS = 86_400_000;
/** Limits of section 8. */
const MAX_RANGE_DAYS = 30;
const MAX_PAST_DAYS = 90;
const MAX_RECORDS = 100_000;
const MAX_BULK_RECORDS = 3_000_000;

interface Context {
	options: ServiceOptions;
	/** Without it, nobody received anything. */
	ledger?: Ledger;
	isBulk: boolean;
}

/** Section 2.1. */
const date = z.string().regex(/^\d{4}[-/]\d{2}[-/]\d{2}/);
const limit = z.string().regex(/^\d{1,6}$/);
const bodySchema = z.object({
	queryName: z.string().refine((name) => name in QUERIES, 'Unknown queryName'),
	limit: limit.optional(),
	timeZone: z.string().min(1),
	startDate: date,
	endDate: date,
	customFilters: z
		.record(z.string(), z.string())
		.refine((filters) => Object.keys(filters).every((name) => name in FILTER_COLUMNS))
		.default({}),
});
type Body = z.infer<typeof bodySchema>;

/** Checks a query request against the specification and its limits. The limit is of the synchronous mode. */
export function checkQuery(
	given: unknown,
	{ options, ledger, isBulk }: Context,
): { limit: number; request: RecordsRequest } {
	const { readings } = options;
	const refuseIf = (isWrong: boolean, message: string, status = 400) => {
		if (isWrong) throw new Refusal(status, message);
	};
	const { data: body, error } = bodySchema.safeParse(given);
	if (!body) {
		const { path = [], message } = error.issues[0] ?? {};
		throw new Refusal(400, `${path.join('.')}: ${message}`);
	}
	const { queryName, timeZone, customFilters: filters } = body;
	const isClosed = options.queryNotOpen.includes(queryName);
	refuseIf(isClosed, `The query ${queryName} is not open to this account`, 403);
	refuseIf(isBulk && body.limit !== undefined, 'limit is for synchronous queries only');
	const limit = Number(body.limit ?? 0);
	const isPossible = isBulk || (limit >= 1 && limit <= MAX_RECORDS);
	refuseIf(!isPossible, `limit must be a quoted number from 1 to ${MAX_RECORDS}`);
	refuseForm(readings.request, body, refuseIf);

	const [start, end] = [dayOf(body.startDate), dayOf(body.endDate)];
	refuseIf(!(end >= start), 'Bad startDate or endDate');
	const { endDate } = readings.request ?? {};
	const isExcluded = endDate === 'excluded' || (endDate === 'excludedInBulk' && isBulk);
	const days = Math.round((end - start) / DAY_MS) + (isExcluded ? 0 : 1);
	const isWide = days > MAX_RANGE_DAYS;
	refuseIf(isWide, `The range is ${days} days wide, at most ${MAX_RANGE_DAYS} are allowed`);
	// A day of grace, because the client's day may have begun earlier.
	const isOld = start < Date.now() - (MAX_PAST_DAYS + 2) * DAY_MS;
	refuseIf(isOld, `The range begins more than ${MAX_PAST_DAYS} days back`);

	const dayNames = Array.from({ length: days }, (_, index) =>
		new Date(start + index * DAY_MS).toISOString().slice(0, 10),
	);
	const sent = queryName === 'notifications_by_user' ? (ledger?.entries ?? []) : [];
	return {
		limit,
		request: {
			queryName,
			days: recordsOfDays(queryName, dayNames, options),
			filters,
			received: receivedIn(sent, { start, days, timeZone }),
			hasNumericPhones: readings.records?.numericPhones ?? false,
		},
	};
}

function recordsOfDays(
	queryName: string,
	days: string[],
	{ rows, rowsOn }: ServiceOptions,
): DayOfRecords[] {
	if (rowsOn) return days.map((day) => ({ day, count: rowsOn(day) }));
	const all = typeof rows === 'function' ? rows(queryName, days.length) : rows;
	if (all === undefined) {
		return days.map((day) => ({ day, count: QUERIES[queryName]?.rowsPerDay ?? 1 }));
	}
	const total = Math.min(all, MAX_BULK_RECORDS);
	const before = (at: number) => Math.ceil((at * total) / days.length);
	return days.map((day, at) => ({ day, count: before(at + 1) - before(at) }));
}

/** What users received on these days of a time zone. */
function receivedIn(
	sent: Received[],
	{ start, days, timeZone }: { start: number; days: number; timeZone: string },
): Received[] {
	const zone = timeZone.replace(/^(?=[+-])/, 'UTC');
	const utc = DateTime.fromMillis(start, { zone: 'utc' });
	const firstDay = utc.setZone(zone, { keepLocalTime: true });
	const [from, to] = [firstDay.toMillis(), firstDay.plus({ days }).toMillis()];
	return sent.filter(({ time }) => time >= from && time < to);
}

/** Where the service is particular about the form of a date or a time zone. */
function refuseForm(
	{ timeZone: zones, dates }: RequestReading = {},
	{ timeZone, startDate, endDate }: Body,
	refuseIf: (isWrong: boolean, message: string) => void,
): void {
	const isOffset = /^[+-]\d{2}:\d{2}$/.test(timeZone);
	refuseIf(zones === 'offset' && !isOffset, 'timeZone must be like -03:00');
	refuseIf(zones === 'name' && isOffset, 'timeZone must be like America/Sao_Paulo');
	const haveTime = [startDate, endDate].map((date) => /T\d{2}:\d{2}/.test(date));
	const isShort = dates === 'withTime' && haveTime.includes(false);
	refuseIf(isShort, 'startDate and endDate must be like 2026-11-01T00:00:00Z');
	const isLong = dates === 'withoutTime' && haveTime.includes(true);
	refuseIf(isLong, 'startDate and endDate must be like 2026-11-01');
}

/** The day of yyyy-MM-dd or an ISO date and time, as milliseconds; NaN if there is none. */
function dayOf(date: string): number {
	return Date.parse(`${date.slice(0, 10).replaceAll('/', '-')}T00:00:00Z`);
}
