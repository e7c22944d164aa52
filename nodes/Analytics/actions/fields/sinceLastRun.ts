import { DateTime } from 'luxon';
import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { InputError } from '../../../shared/errors';
import { type Field, numeric, readField } from '../../../shared/field';
import { dayOf, endOfDay, startOfDay } from '../../dates/calendarDays';
import { type DateRange, MAX_DAYS_BACK } from '../../dates/dateRange';
import { spanText } from '../../dates/daysText';
import { type DaySpan, newDays } from '../../dates/newDays';
import type { ItemContext } from '../itemContext';
import type { AskedRequest } from '../sinceLastRun';

/** The value of Date Range. */
export const SINCE_LAST_RUN = 'sinceLastRun';

export const ALL_OR_NONE = 'Since Last Run passes on all rows of its days, or none.';
const FIRST_RUN =
	'This is the first run for this query with these filters and this time zone, so it goes back as First Run says. If every production run says so, your n8n does not keep what the node remembers (n8n 2.40 in queue mode does not): choose Date Range > Yesterday instead.';
const NOT_COUNTED =
	'A manual or test run does not count: the next production run gets these days again.';

const daysBack = (min: number) =>
	numeric(
		z
			.number({ message: 'Enter a whole number' })
			.int('Enter a whole number')
			.min(min, `Enter ${min} or more`)
			.max(MAX_DAYS_BACK, `Enter ${MAX_DAYS_BACK} or less: the service keeps no older data`),
	);

const displayOptions = { show: { dateRange: [SINCE_LAST_RUN] } };

const firstRunDays: Field<number> = {
	field: {
		displayName: 'First Run (Days)',
		name: 'firstRunDays',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: MAX_DAYS_BACK },
		displayOptions,
		default: 30,
		description:
			'How many days back the first run goes. A change of query, filters or time zone makes the next run a first run.',
	},
	schema: daysBack(1),
};

const lookBackDays: Field<number> = {
	field: {
		displayName: 'Look Back (Days)',
		name: 'lookBackDays',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: MAX_DAYS_BACK },
		displayOptions,
		default: 0,
		description:
			'How many days to get again, before the new ones, because some data arrives late. Their rows then come twice.',
	},
	schema: daysBack(0),
};

export const sinceLastRunFields: INodeProperties[] = [firstRunDays.field, lookBackDays.field];

export function isSinceLastRun(item: ItemContext): boolean {
	return item.parameter('dateRange', '') === SINCE_LAST_RUN;
}

/**
 * Rows that a setting cuts off would be gone: no later run gets them.
 *
 * @throws InputError if the item asks for Since Last Run
 */
export function refuseToCut(item: ItemContext, setting: string, advice: string): void {
	if (!isSinceLastRun(item)) return;
	throw new InputError(
		`Date Range > Since Last Run does not go together with ${setting}`,
		`${ALL_OR_NONE} ${advice}, or choose another Date Range.`,
	);
}

/**
 * The days since the last run, told to the user.
 *
 * @returns undefined if nothing is new
 * @throws InputError naming the field and the fix
 */
export function newRange(item: ItemContext, request: AskedRequest): DateRange | undefined {
	if (item.isToolCall) throw notForAgents();
	const { timeZone } = request;
	const covered = item.sinceLastRun.covered(request);
	const { days, again, lost } = newDays({
		covered,
		firstRunDays: readField(firstRunDays, item.parameter('firstRunDays', 30)),
		lookBackDays: readField(lookBackDays, item.parameter('lookBackDays', 0)),
		today: dayOf(DateTime.fromJSDate(item.now(), { zone: timeZone })),
	});
	if (!days) {
		item.hint(`Nothing is new: earlier runs got all days up to yesterday, ${timeZone}.`);
		return undefined;
	}
	item.sinceLastRun.plan(request, days);
	if (!covered) item.hint(FIRST_RUN);
	if (again) item.hint(`Got again, as Look Back says: ${spanText(again)}.`);
	if (lost) item.hint(lostText(lost));
	if (!item.sinceLastRun.isCounted) item.hint(NOT_COUNTED);
	return { start: startOfDay(days.first, timeZone), end: endOfDay(days.last, timeZone) };
}

function lostText(lost: DaySpan): string {
	return `No run got ${spanText(lost)}, and the service keeps ${MAX_DAYS_BACK} days only: this data is lost.`;
}

/** An agent may ask again and again, and gets no more rows than its model can read. */
function notForAgents(): InputError {
	return new InputError(
		'Date Range > Since Last Run is not available to AI agents',
		'An agent gets only some of the rows, so the days would never count as passed on. Choose another Date Range.',
	);
}
