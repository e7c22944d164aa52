import { DateTime } from 'luxon';
import { z } from 'zod';
import { InputError } from '../../shared/errors';
import { type Day, written } from '../dates/calendarDays';
import type { DaySpan } from '../dates/newDays';

/** What days are remembered for: any change of it starts anew. */
export interface RememberedRequest {
	queryName: string;
	filters: Record<string, string>;
	/** IANA name. */
	timeZone: string;
	/** ID of the credential: another account has other data. */
	credential: string;
}

const DAY = 'yyyy-MM-dd';

const day = z.string().refine((text) => DateTime.fromFormat(text, DAY).isValid);
const days = z.object({ from: day, through: day });
const remembered = days.extend({
	queryName: z.string(),
	filters: z.record(z.string(), z.string()),
	timeZone: z.string(),
	credential: z.string(),
	/** When it was last passed on. */
	on: day,
	/** By which run of the node, and what was covered before. */
	run: z.string(),
	before: days.optional(),
});
/** The days of one request, as n8n saves them: readable, since people look at it when in doubt. */
export type Remembered = z.infer<typeof remembered>;
type SavedDays = z.infer<typeof days>;

const state = z.object({ version: z.literal(1), requests: z.array(remembered) });

/** @throws InputError if it is something else, such as of a later version of the node */
export function readState(saved: unknown): Remembered[] {
	if (saved === undefined) return [];
	const parsed = state.safeParse(saved);
	if (parsed.success) return parsed.data.requests;
	throw new InputError(
		'Since Last Run cannot read which days earlier runs have got',
		'What n8n has saved for this node has an unknown form, perhaps of a later version of the node. Update the node, or rename it in the workflow, which makes its next run a first run.',
	);
}

export function stateOf(requests: Remembered[]): z.infer<typeof state> {
	return { version: 1, requests };
}

export function spanOf({ from, through }: SavedDays): DaySpan {
	return { first: read(from), last: read(through) };
}

export function savedDays({ first, last }: DaySpan): SavedDays {
	return { from: written(first), through: written(last) };
}

/** Equal for equal requests, in whatever order their filters stand. */
export function keyOf({ queryName, filters, timeZone, credential }: RememberedRequest): string {
	return JSON.stringify([queryName, Object.entries(filters).sort(), timeZone, credential]);
}

function read(text: string): Day {
	return DateTime.fromFormat(text, DAY, { zone: 'utc' });
}
