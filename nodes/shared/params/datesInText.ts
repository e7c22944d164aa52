import { leavesIn, textsIn, withTexts } from '../json';

/*
 * JavaScript writes a date that is a part of a text as "Sun Nov 29 2026 09:00:00 GMT-0300 (…)". n8n stores the date itself as
 * "2026-11-29T12:00:00.000Z", and so reads it back for a Retry, or after a long Wait. There, the text would be another one,
 * with another nonce, and its user would get the message twice.
 */

const BY_JAVASCRIPT = /\d\d:\d\d:\d\d GMT[+-]\d{4}/;

/**
 * The value of a field, in whose texts dates are written as n8n stores them.
 * @param sources gives values that may be such dates, or lists and objects with them
 */
export function withStoredDates(value: unknown, sources: () => unknown): unknown {
	const hasDate = textsIn(value).some(({ text }) => BY_JAVASCRIPT.test(text));
	if (!hasDate) return value;
	const dates = [...leavesIn(sources())].filter((each) => each instanceof Date);
	return withTexts(value, (text) =>
		dates.reduce((left, date) => left.replaceAll(String(date), date.toJSON()), text),
	);
}
