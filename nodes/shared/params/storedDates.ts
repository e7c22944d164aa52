import { DateTime } from 'luxon';
import { isPlainObject, leavesIn } from '../json';

/*
 * Nodes for databases give dates, which n8n stores as text, and so reads back for a Retry, or after a long Wait. Therefore a
 * field has them as text from the beginning: with another text, the same message would have another nonce, and its user
 * would get it twice.
 */

/** How JavaScript writes a date as a part of a text: "Sun Nov 29 2026 09:00:00 GMT-0300 (…)". n8n stores it in ISO form. */
const BY_JAVASCRIPT = /\d\d:\d\d:\d\d GMT[+-]\d{4}/;

/**
 * The value of a field with its dates as n8n stores them. An invalid one is "Invalid Date" or "Invalid DateTime", since null
 * might be meant.
 * @param sources gives the values that a text may have been made of
 */
export function withStoredDates(value: unknown, sources: () => unknown = () => []): unknown {
	if (typeof value === 'string') {
		return BY_JAVASCRIPT.test(value) ? withDatesOf(sources(), value) : value;
	}
	if (value instanceof Date || DateTime.isDateTime(value)) return value.toJSON() ?? String(value);
	if (Array.isArray(value)) return value.map((inner) => withStoredDates(inner, sources));
	// What else has a form of its own in JSON, such as a duration, is no object with fields.
	if (!isPlainObject(value) || 'toJSON' in value) return value;
	const entries = Object.entries(value).map(([key, inner]) => [
		key,
		withStoredDates(inner, sources),
	]);
	return Object.fromEntries(entries);
}

function withDatesOf(sources: unknown, text: string): string {
	const dates = [...leavesIn(sources)].filter((each) => each instanceof Date);
	return dates.reduce((left, date) => left.replaceAll(String(date), date.toJSON()), text);
}
