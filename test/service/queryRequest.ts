import { DateTime } from 'luxon';
import { z } from 'zod';
import { Refusal } from './answers';
import { FILTER_COLUMNS, QUERIES } from './columns';
import type { Ledger, Received } from './ledger';
import type { ServiceOptions } from './options';
import type { RecordsRequest } from './records';

const DAY_MS = 86_400_000;
/** Limits of section 8. */
const MAX_RANGE_DAYS = 30;
const MAX_PAST_DAYS = 90;
const MAX_RECORDS = 100_000;
const MAX_BULK_RECORDS = 3_000_000;

interface Context {
	options: ServiceOptions;
	ledger?: Ledger;
	isBulk: boolean;
}

/** The two forms that the service documents (section 2.1 shows none). */
const FORMS = { date: '2026-11-01', dateTime: '2026-11-01 00:00:00' };
const date = z.string().regex(/^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}:\d{2})?$/);
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

/** Checks a query request against the specification and its limits. The limit is of the synchronous mode. */
export function checkQuery(
	given: unknown,
	{ options, ledger, isBulk }: Context,
): { limit: number; request: RecordsRequest } {
	const refuseIf = (isWrong: boolean, message: string) => {
		if (isWrong) throw new Refusal(400, message);
	};
	const { data: body, error } = bodySchema.safeParse(given);
	if (!body) {
		const { path = [], message } = error.issues[0] ?? {};
		throw new Refusal(400, `${path.join('.')}: ${message}`);
	}
	const { queryName, timeZone, customFilters: filters } = body;
	refuseIf(isBulk && body.limit !== undefined, 'limit is for synchronous queries only');
	const limit = Number(body.limit ?? 0);
	const isPossible = isBulk || (limit >= 1 && limit <= MAX_RECORDS);
	refuseIf(!isPossible, `limit must be a quoted number from 1 to ${MAX_RECORDS}`);
	const haveTime = [body.startDate, body.endDate].map((text) => text.includes(' '));
	const form = haveTime[0] ? 'dateTime' : 'date';
	const expected = options.dates === 'both' ? form : options.dates;
	const isOtherForm = haveTime[0] !== haveTime[1] || form !== expected;
	refuseIf(isOtherForm, `startDate and endDate must be like ${FORMS[expected]}`);

	const [start, end] = [dayOf(body.startDate), dayOf(body.endDate)];
	refuseIf(!(end >= start), 'Bad startDate or endDate');
	// With a time, it is the last moment.
	const endsAtMidnight = body.endDate.endsWith(' 00:00:00');
	const isExcluded = form === 'date' ? options.endDateExcluded : endsAtMidnight;
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
			hasNumericPhones: options.numericPhones,
		},
	};
}

function recordsOfDays(queryName: string, days: string[], { rows }: ServiceOptions) {
	const all = typeof rows === 'function' ? rows(queryName, days.length) : rows;
	if (all === undefined) {
		const perDay = QUERIES[queryName]?.rowsPerDay ?? 1;
		return days.map((day) => ({ day, count: Math.ceil(perDay * partOver(day)) }));
	}
	const total = Math.min(all, MAX_BULK_RECORDS);
	const before = (at: number) => Math.ceil((at * total) / days.length);
	return days.map((day, at) => ({ day, count: before(at + 1) - before(at) }));
}

/** How much of a day is over: nothing is in the future. */
function partOver(day: string): number {
	return Math.min(1, Math.max(0, (Date.now() - dayOf(day)) / DAY_MS));
}

function receivedIn(
	sent: Received[],
	{ start, days, timeZone }: { start: number; days: number; timeZone: string },
): Received[] {
	const utc = DateTime.fromMillis(start, { zone: 'utc' });
	const firstDay = utc.setZone(timeZone, { keepLocalTime: true });
	const [from, to] = [firstDay.toMillis(), firstDay.plus({ days }).toMillis()];
	return sent.filter(({ time }) => time >= from && time < to);
}

function dayOf(date: string): number {
	return Date.parse(`${date.slice(0, 10)}T00:00:00Z`);
}
