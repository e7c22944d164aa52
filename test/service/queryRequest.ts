import { DateTime } from 'luxon';
import { z } from 'zod';
import type { Clock } from './clock';
import { FILTER_COLUMNS, QUERIES } from './columns';
import { Ledger, type Received } from './ledger';
import type { ServiceOptions } from './options';
import type { RequestReading } from './readings';
import type { RecordsRequest } from './records';

const DAY_MS = 86_400_000;
/** Limits of section 8. */
const MAX_RANGE_DAYS = 30;
const MAX_PAST_DAYS = 90;
const MAX_BULK_RECORDS = 3_000_000;

/** What is wrong with a query, and the HTTP status that says so. */
interface Problem {
	status: number;
	message: string;
}

interface CheckedQuery {
	request: RecordsRequest;
	/** Of the synchronous mode. */
	limit: number;
}

interface Context {
	options: ServiceOptions;
	clock: Clock;
	/** Without it, nobody received anything. */
	ledger?: Ledger;
	isBulk: boolean;
}

/** Section 2.1. */
const bodySchema = z.object({
	queryName: z.string().refine((name) => name in QUERIES, 'Unknown queryName'),
	limit: z
		.string()
		.regex(/^\d{1,6}$/)
		.optional(),
	timeZone: z.string().min(1),
	startDate: z.string().regex(/^\d{4}[-/]\d{2}[-/]\d{2}/),
	endDate: z.string().regex(/^\d{4}[-/]\d{2}[-/]\d{2}/),
	customFilters: z
		.record(z.string(), z.string())
		.refine((filters) => Object.keys(filters).every((name) => name in FILTER_COLUMNS))
		.default({}),
});

/** Checks a query request against the specification and its limits. */
export function checkQuery(
	body: unknown,
	{ options, clock, ledger = new Ledger(), isBulk }: Context,
): CheckedQuery | Problem {
	const refuse = (message: string, status = 400): Problem => ({ status, message });
	const { maxSyncRecords, readings, rows, rowsOn } = options;
	const parsed = bodySchema.safeParse(body);
	if (!parsed.success) {
		const { path = [], message } = parsed.error.issues[0] ?? {};
		return refuse(`${path.join('.')}: ${message}`);
	}
	const { queryName, limit, timeZone, startDate, endDate, customFilters: filters } = parsed.data;
	if (options.queryNotOpen.includes(queryName)) {
		return refuse(`The query ${queryName} is not open to this account`, 403);
	}
	if (isBulk && limit !== undefined) return refuse('limit is for synchronous queries only');
	if (!isBulk && !(Number(limit) >= 1 && Number(limit) <= maxSyncRecords)) {
		return refuse(`limit must be a quoted number from 1 to ${maxSyncRecords}`);
	}
	const formProblem = formProblemOf(readings.request, { timeZone, startDate, endDate });
	if (formProblem) return refuse(formProblem);

	const [start, end] = [dayOf(startDate), dayOf(endDate)];
	if (!(end >= start)) return refuse('Bad startDate or endDate');
	const days = Math.round((end - start) / DAY_MS) + (readings.request?.endDate ? 0 : 1);
	if (days > MAX_RANGE_DAYS) {
		return refuse(`The range is ${days} days wide, at most ${MAX_RANGE_DAYS} are allowed`);
	}
	// A day of grace, because the client's day may have begun earlier.
	if (start < clock.now() - (MAX_PAST_DAYS + 2) * DAY_MS) {
		return refuse(`The range begins more than ${MAX_PAST_DAYS} days back`);
	}

	const isoDay = (time: number) => new Date(time).toISOString().slice(0, 10);
	const dayNames = Array.from({ length: days }, (_, index) => isoDay(start + index * DAY_MS));
	const dayOfRow = rowsOn && dayNames.flatMap((day) => Array<string>(rowsOn(day)).fill(day));
	const usual = (QUERIES[queryName]?.rowsPerDay ?? 1) * days;
	const count = typeof rows === 'function' ? rows(queryName, days) : (rows ?? usual);
	const tellsReceived = queryName === 'notifications_by_user';
	return {
		limit: Number(limit ?? 0),
		request: {
			queryName,
			startDate: isoDay(start),
			days,
			count: Math.min(dayOfRow?.length ?? count, MAX_BULK_RECORDS),
			...(dayOfRow ? { dayOfRow } : {}),
			filters,
			received: tellsReceived ? receivedIn(ledger, { start, days, timeZone }) : [],
			phones: readings.records?.phones,
		},
	};
}

/** What users received on these days of a time zone. */
function receivedIn(
	{ entries }: Ledger,
	{ start, days, timeZone }: { start: number; days: number; timeZone: string },
): Received[] {
	const zone = timeZone.replace(/^(?=[+-])/, 'UTC');
	const firstDay = DateTime.fromMillis(start, { zone: 'utc' }).setZone(zone, {
		keepLocalTime: true,
	});
	const [from, to] = [firstDay.toMillis(), firstDay.plus({ days }).toMillis()];
	return entries.filter(({ time }) => time >= from && time < to);
}

/** What is wrong with the form of a date or a time zone, where the service is particular. */
function formProblemOf(
	reading: RequestReading = {},
	{ timeZone, startDate, endDate }: Record<'timeZone' | 'startDate' | 'endDate', string>,
): string | undefined {
	const isOffset = /^[+-]\d{2}:\d{2}$/.test(timeZone);
	if (reading.timeZone === 'offset' && !isOffset) return 'timeZone must be like -03:00';
	if (reading.timeZone === 'name' && isOffset) return 'timeZone must be like America/Sao_Paulo';
	const haveTime = [startDate, endDate].map((date) => /T\d{2}:\d{2}/.test(date));
	if (reading.dates === 'withTime' && haveTime.includes(false)) {
		return 'startDate and endDate must be like 2026-11-01T00:00:00Z';
	}
	if (reading.dates === 'withoutTime' && haveTime.includes(true)) {
		return 'startDate and endDate must be like 2026-11-01';
	}
	return undefined;
}

/** The day of yyyy-MM-dd or an ISO date and time, as milliseconds; NaN if there is none. */
function dayOf(date: string): number {
	return Date.parse(`${date.slice(0, 10).replaceAll('/', '-')}T00:00:00Z`);
}
