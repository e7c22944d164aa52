import { retryAfterOf } from '../../../../nodes/shared/http/retry';

const NOW = Date.parse('2026-11-21T12:00:00Z');

const HALF_A_MINUTE_LATER = Date.parse('2026-11-21T12:00:30Z');

/** In a response with the status 429, if nothing else is said. */
const ROWS = [
	{ what: 'seconds', status: 503, headers: { 'retry-after': '7' }, ms: 7_000 },
	{ what: 'a part of a second', headers: { 'retry-after': '0.5' }, ms: 500 },
	{ what: 'hundredths of a second', headers: { 'retry-after': '0.25' }, ms: 250 },
	{ what: 'seconds between blanks', headers: { 'retry-after': ' 7 ' }, ms: 7_000 },
	{ what: 'an hour', headers: { 'retry-after': '3600' }, ms: 3_600_000 },
	{ what: 'thirty days', headers: { 'retry-after': '2592000' }, ms: 2_592_000_000 },
	{
		what: 'a date',
		headers: { 'retry-after': 'Sat, 21 Nov 2026 12:00:30 GMT' },
		ms: 30_000,
	},
	{
		what: 'a date in the second form of HTTP',
		headers: { 'retry-after': 'Saturday, 21-Nov-26 12:00:30 GMT' },
		ms: 30_000,
	},
	{
		what: 'a date in the third form of HTTP, which is UTC as well',
		headers: { 'retry-after': 'Sat Nov 21 12:00:30 2026' },
		ms: 30_000,
	},
	{
		what: 'a date of ISO 8601',
		headers: { 'retry-after': '2026-11-21T12:00:30Z' },
		ms: 30_000,
	},
	{
		what: 'a date of ISO 8601 in another time zone',
		headers: { 'retry-after': '2026-11-21T13:00:30+01:00' },
		ms: 30_000,
	},
	{
		what: 'a date of ISO 8601 in another time zone, without a colon, between blanks',
		headers: { 'retry-after': ' 2026-11-21T13:00:30+0100 ' },
		ms: 30_000,
	},
	{
		what: 'a date in the third form of HTTP, whose day has one digit, and which has passed',
		headers: { 'retry-after': 'Sun Nov  1 12:00:30 2026' },
		ms: 0,
	},
	{
		what: 'a date with another word for GMT',
		headers: { 'retry-after': 'Sat, 21 Nov 2026 12:00:30 +0000' },
		ms: 30_000,
	},
	{
		what: 'a point in time in milliseconds since 1970',
		headers: { 'retry-after': String(HALF_A_MINUTE_LATER) },
		ms: 30_000,
	},
	{
		what: 'the first number that is a point in time, which has passed',
		headers: { 'retry-after': '1000000000' },
		ms: 0,
	},
	{
		what: 'the first number that is one in milliseconds, which has passed',
		headers: { 'retry-after': '1000000000000' },
		ms: 0,
	},
	{
		what: 'a date that has passed, which means now',
		headers: { 'retry-after': 'Sat, 21 Nov 2026 11:59:00 GMT' },
		ms: 0,
	},
	{
		what: 'a date, by the clock of the service',
		headers: {
			'retry-after': 'Sat, 21 Nov 2026 15:00:30 GMT',
			date: 'Sat, 21 Nov 2026 15:00:00 GMT',
		},
		ms: 30_000,
	},
	{
		what: 'a time in seconds since 1970',
		headers: { 'ratelimit-reset': String(HALF_A_MINUTE_LATER / 1000) },
		ms: 30_000,
	},
	{ what: 'RateLimit-Reset', headers: { 'ratelimit-reset': '9' }, ms: 9_000 },
	{
		what: 'Retry-After before RateLimit-Reset',
		headers: { 'retry-after': '7', 'ratelimit-reset': '9' },
		ms: 7_000,
	},
];

it.each(ROWS)('reads $what', ({ status = 429, headers, ms }) => {
	expect(retryAfterOf({ status, headers }, NOW)).toBe(ms);
});

it.each([
	{
		what: 'RateLimit-Reset with another status than 429, where it only says when the window ends',
		status: 503,
		headers: { 'ratelimit-reset': '9' },
	},
	{ what: 'a negative number', headers: { 'retry-after': '-5' } },
	{ what: 'a number with words', headers: { 'retry-after': '60 (try later)' } },
	{ what: 'a number in another notation', headers: { 'retry-after': '0x10' } },
	{
		what: 'a date with words behind it',
		headers: { 'retry-after': 'Sat, 21 Nov 2026 12:00:30 GMT (or later)' },
	},
	{
		what: 'a date in the third form of HTTP with words before it',
		headers: { 'retry-after': 'about Sat Nov 21 12:00:30 2026' },
	},
	{
		what: 'a date in the third form of HTTP with words behind it',
		headers: { 'retry-after': 'Sat Nov 21 12:00:30 2026 (or later)' },
	},
	{ what: 'a word', headers: { 'retry-after': 'tomorrow' } },
	{ what: 'headers of which none says how long', headers: {} },
])('reads no time from $what', ({ status = 429, headers }) => {
	expect(retryAfterOf({ status, headers }, NOW)).toBeUndefined();
});
