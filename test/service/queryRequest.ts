import { DateTime } from 'luxon';
import type { Clock } from './clock.ts';
import { FILTER_COLUMNS, QUERIES } from './columns.ts';
import { Ledger, type Received } from './ledger.ts';
import type { ServiceOptions } from './options.ts';
import type { RequestReading } from './readings.ts';
import type { RecordsRequest } from './records.ts';

const DAY_MS = 86_400_000;

/** What is wrong with a query, and the HTTP status that says so. */
export interface Problem {
	status: number;
	message: string;
}

export interface CheckedQuery {
	request: RecordsRequest;
	/** Of the synchronous mode. */
	limit: number;
}

interface Context {
	options: ServiceOptions;
	clock: Clock;
	/** Without it, nobody received anything. */
	ledger?: Ledger;
}

/** Checks a query request (section 2.1) against the specification and its limits (section 8). */
export function checkQuery(
	body: unknown,
	{ options, clock, ledger = new Ledger(), isBulk }: Context & { isBulk: boolean },
): CheckedQuery | Problem {
	const refuse = (message: string, status = 400): Problem => ({ status, message });
	if (typeof body !== 'object' || body === null) return refuse('The body is not JSON');
	const {
		queryName,
		limit,
		timeZone,
		startDate,
		endDate,
		customFilters = {},
	} = body as Record<string, unknown>;

	if (typeof queryName !== 'string' || !(queryName in QUERIES)) return refuse('Unknown queryName');
	if (options.queryNotOpen.includes(queryName)) {
		return refuse(`The query ${queryName} is not open to this account`, 403);
	}
	if (isBulk && limit !== undefined) return refuse('limit is for synchronous queries only');
	const isLimit = typeof limit === 'string' && /^\d{1,6}$/.test(limit);
	if (!isBulk && (!isLimit || Number(limit) < 1 || Number(limit) > options.maxSyncRecords)) {
		return refuse(`limit must be a quoted number from 1 to ${options.maxSyncRecords}`);
	}
	if (typeof timeZone !== 'string' || timeZone === '') return refuse('timeZone is missing');
	if (typeof customFilters !== 'object' || customFilters === null) {
		return refuse('customFilters must be an object');
	}
	for (const [filter, value] of Object.entries(customFilters)) {
		if (!(filter in FILTER_COLUMNS)) return refuse(`Unknown filter ${filter}`);
		if (typeof value !== 'string') return refuse(`The filter ${filter} must be a string`);
	}

	const formProblem = formProblemOf(options.readings.request, { timeZone, startDate, endDate });
	if (formProblem) return refuse(formProblem);
	const [start, end] = [dayOf(startDate), dayOf(endDate)];
	if (start === undefined || end === undefined || end < start)
		return refuse('Bad startDate or endDate');
	const isEndIncluded = options.readings.request?.endDate !== 'excluded';
	const days = Math.round((end - start) / DAY_MS) + (isEndIncluded ? 1 : 0);
	if (options.enforceRanges && days > options.maxRangeDays) {
		return refuse(`The range is ${days} days wide, at most ${options.maxRangeDays} are allowed`);
	}
	// A day of grace, because the client's day may have begun earlier.
	const oldest = clock.now() - (options.maxPastDays + 2) * DAY_MS;
	if (options.enforceRanges && start < oldest) {
		return refuse(`The range begins more than ${options.maxPastDays} days back`);
	}

	const { rows = QUERIES[queryName]?.rowsPerDay ?? 1 } = options;
	const count =
		typeof rows === 'function'
			? rows(queryName, days)
			: options.rows === undefined
				? rows * days
				: rows;
	const dayNames = Array.from({ length: days }, (_, index) =>
		new Date(start + index * DAY_MS).toISOString().slice(0, 10),
	);
	const { rowsOn } = options;
	const perDay = rowsOn && dayNames.flatMap((day) => Array<string>(rowsOn(day)).fill(day));
	return {
		limit: Number(limit ?? 0),
		request: {
			seed: options.seed,
			queryName,
			startDate: new Date(start).toISOString().slice(0, 10),
			days,
			count: Math.min(perDay?.length ?? count, options.maxBulkRecords),
			...(perDay ? { dayOfRow: perDay } : {}),
			filters: customFilters as Record<string, string>,
			received:
				queryName === 'notifications_by_user'
					? receivedIn(ledger, { startDate: start, days, timeZone })
					: [],
			phones: options.readings.records?.phones,
		},
	};
}

/** What users received on these days of a time zone. */
function receivedIn(
	{ entries }: Ledger,
	{ startDate, days, timeZone }: { startDate: number; days: number; timeZone: string },
): Received[] {
	const zone = timeZone.replace(/^(?=[+-])/, 'UTC');
	const firstDay = DateTime.fromMillis(startDate, { zone: 'utc' }).setZone(zone, {
		keepLocalTime: true,
	});
	const [from, to] = [firstDay.toMillis(), firstDay.plus({ days }).toMillis()];
	return entries.filter(({ time }) => time >= from && time < to);
}

/** What is wrong with the form of a date or a time zone, where the service is particular. */
function formProblemOf(
	reading: RequestReading = {},
	{ timeZone, startDate, endDate }: { timeZone: string; startDate: unknown; endDate: unknown },
): string | undefined {
	const isOffset = /^[+-]\d{2}:\d{2}$/.test(timeZone);
	if (reading.timeZone === 'offset' && !isOffset) return 'timeZone must be like -03:00';
	if (reading.timeZone === 'name' && isOffset) return 'timeZone must be like America/Sao_Paulo';
	const haveTime = [startDate, endDate].map((date) => /T\d{2}:\d{2}/.test(String(date)));
	if (reading.dates === 'withTime' && haveTime.includes(false)) {
		return 'startDate and endDate must be like 2026-11-01T00:00:00Z';
	}
	if (reading.dates === 'withoutTime' && haveTime.includes(true)) {
		return 'startDate and endDate must be like 2026-11-01';
	}
	return undefined;
}

/** The day of yyyy-MM-dd or an ISO date and time, as milliseconds. */
function dayOf(value: unknown): number | undefined {
	if (typeof value !== 'string' || !/^\d{4}[-/]\d{2}[-/]\d{2}/.test(value)) return undefined;
	const time = Date.parse(`${value.slice(0, 10).replaceAll('/', '-')}T00:00:00Z`);
	return Number.isNaN(time) ? undefined : time;
}
