/**
 * How long the service asks to wait, in milliseconds.
 * @returns undefined if it does not ask, or in a form that nobody documents
 */
export function retryAfterOf(
	{ status, headers }: { status: number; headers: Record<string, unknown> },
	now = Date.now(),
): number | undefined {
	// A date is compared with the service's own clock, which may differ from ours by hours.
	const sentAt = dateIn(headers['date']);
	const serviceNow = Number.isNaN(sentAt) ? now : sentAt;
	const retryAfter = waitIn(headers['retry-after'], serviceNow);
	if (retryAfter !== undefined) return retryAfter;
	// The gateway sends RateLimit-Reset with every response, so it only counts in a 429.
	return status === 429 ? waitIn(headers['ratelimit-reset'], serviceNow) : undefined;
}

/** So many seconds would be thirty years, so such a number is a point in time, in seconds since 1970. */
const MIN_TIMESTAMP = 1_000_000_000;
/** So many seconds after 1970 would be in 30,000 years, so such a number is in milliseconds. */
const MIN_TIMESTAMP_MS = 1_000_000_000_000;

function waitIn(header: unknown, now: number): number | undefined {
	const text = typeof header === 'string' ? header.trim() : '';
	if (/^\d+(\.\d+)?$/.test(text)) {
		const number = Number(text);
		if (number < MIN_TIMESTAMP) return number * 1000;
		return until(number < MIN_TIMESTAMP_MS ? number * 1000 : number, now);
	}
	const date = dateIn(header);
	return Number.isNaN(date) ? undefined : until(date, now);
}

/** How long until a point in time, in milliseconds. A time that has passed means "now". */
function until(time: number, now: number): number {
	return Math.max(0, time - now);
}

const ISO_DATE = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:?\d\d)$/;
/** "Sun Nov  6 08:49:37 1994". HTTP defines this form as UTC, although the text does not say so. */
const ASCTIME = /^[A-Z][a-z]{2} [A-Z][a-z]{2} +\d{1,2} [\d:]+ \d{4}$/;

/** HTTP asks for GMT, but some servers write UTC or +0000. */
const GMT = /(GMT|UTC|[+-]0000)$/;

/** Reads the three date forms of HTTP, and ISO 8601, which some services send. @returns NaN for anything else */
function dateIn(header: unknown): number {
	const text = typeof header === 'string' ? header.trim() : '';
	if (GMT.test(text) || ISO_DATE.test(text)) return Date.parse(text);
	return ASCTIME.test(text) ? Date.parse(`${text} GMT`) : NaN;
}
