import { z } from 'zod';
import { InputError } from '../../../shared/errors';
import { parseField } from '../../../shared/parseField';
import { formatDate } from '../../dates/dateFormat';
import { DATE_RANGES, resolveDateRange, windowsOf } from '../../dates/dateRange';
import { resolveTimeZone } from '../../dates/timeZone';
import type { QueryBody } from '../../transport/analyticsApi';
import type { ItemRun } from '../itemContext';

const filterValue = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const filtersSchema = z.record(z.string(), filterValue.nullish());
const queryNameSchema = z.string().trim().min(1);
const optionsSchema = z
	.object({
		dateFormat: z.string().default('date'),
		splitLongRanges: z.boolean().default(true),
	})
	.passthrough();

/**
 * Reads the fields of a query into request bodies (section 2.1): one for each window of at most
 * 30 days, oldest first. All checks are made here, before a call is spent.
 *
 * @throws InputError naming the field and the fix
 */
export function readQueryRequests(run: ItemRun): QueryBody[] {
	const options = parseField(optionsSchema, run.parameter('options', {}), 'Options');
	const dateRange = parseField(z.enum(DATE_RANGES), run.parameter('dateRange'), 'Date Range');
	const queryName = readQueryName(run);
	const timeZone = resolveTimeZone(run.parameter('timeZone', ''), run.workflowTimeZone);
	const customFilters = readFilters(run);

	const custom =
		dateRange === 'custom'
			? { startDate: run.parameter('startDate'), endDate: run.parameter('endDate') }
			: {};
	const range = resolveDateRange({ dateRange, timeZone, ...custom }, run.now());
	const windows = windowsOf(range, options.splitLongRanges);
	const { dateFormat } = options;

	const bodies = windows.map(({ start, end }) => ({
		queryName,
		timeZone,
		startDate: formatDate(start, dateFormat),
		endDate: formatDate(end, dateFormat),
		...(customFilters ? { customFilters } : {}),
	}));
	if (bodies.length > 1) {
		const parts = bodies.map(({ startDate, endDate }) => `${startDate} to ${endDate}`).join(', ');
		run.hint(
			`The service takes at most 30 days at once, so the range was fetched in ${bodies.length} parts: ${parts}. What a query sums up or counts over its whole range (by user, active stores) is summed up for each part.`,
		);
	}
	return bodies;
}

export function readQueryName(run: ItemRun): string {
	const value = run.parameter('queryName', '');
	const name = queryNameSchema.safeParse(value);
	if (name.success) return name.data;
	throw new InputError('Query Name is empty', 'Choose a query from the list.');
}

/** 2.1: all filters are strings, and optional; what is empty is not sent. */
function readFilters(run: ItemRun): Record<string, string> | undefined {
	const filters = parseField(filtersSchema, run.parameter('filters', {}), 'Filters');
	const given = Object.entries(filters).filter(
		(entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
	);
	return given.length > 0 ? Object.fromEntries(given) : undefined;
}
