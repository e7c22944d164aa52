import { type FailureKind, ServiceError } from '../../../../nodes/shared/errors';
import { statusClassOf } from '../../../../nodes/shared/status';
import {
	backoffMs,
	isFileLate,
	type RetryDecision,
	retryAfterOf,
	retryDecision,
	type RetryPolicy,
} from '../../../../nodes/shared/http/retry';

function failure(kind: FailureKind, status?: number, isFinal?: boolean): ServiceError {
	return new ServiceError(kind, 'No', '', { status, isFinal });
}

/** What happens next after the failure, with each policy. */
function decisions(error: ServiceError): Record<RetryPolicy, RetryDecision> {
	return {
		always: retryDecision(error, 'always'),
		ifNotReceived: retryDecision(error, 'ifNotReceived'),
		never: retryDecision(error, 'never'),
	};
}

/** With the policy `always`, and with the others: only 429 says that nothing was carried out, so they repeat nothing else. */
const STATUSES = [
	{ statusClass: 'notReady', statuses: [202], delivery: 'unknown' },
	{ statusClass: 'redirect', statuses: [301, 399], delivery: 'notSent' },
	{ statusClass: 'redirect', statuses: [302, 303], delivery: 'unknown' },
	{ statusClass: 'content', statuses: [400, 409, 422], delivery: 'notSent' },
	{ statusClass: 'tooLarge', statuses: [413], delivery: 'notSent' },
	{ statusClass: 'token', statuses: [401], delivery: 'notSent' },
	{ statusClass: 'permission', statuses: [403], delivery: 'notSent' },
	{ statusClass: 'address', statuses: [404, 405, 410, 415], delivery: 'notSent' },
	{ statusClass: 'proxy', statuses: [407, 511], delivery: 'notSent' },
	{
		statusClass: 'rateLimit',
		statuses: [429],
		always: 'pause',
		others: 'pause',
		delivery: 'notSent',
	},
	{ statusClass: 'other', statuses: [402, 499], delivery: 'notSent' },
	{ statusClass: 'gateway', statuses: [408, 502, 503, 504], always: 'again', delivery: 'unknown' },
	{ statusClass: 'service', statuses: [500, 501, 599], always: 'again', delivery: 'unknown' },
];

it.each(STATUSES)(
	'of the class $statusClass are $statuses, and it says whether a request is sent again, and what is known of it',
	({ statusClass, statuses, always = 'giveUp', others = 'giveUp', delivery }) => {
		for (const status of statuses) {
			const refused = failure('refused', status);
			expect(statusClassOf(status)).toBe(statusClass);
			expect(refused.delivery).toBe(delivery);
			expect(decisions(refused)).toEqual({ always, ifNotReceived: others, never: others });
		}
	},
);

it('sends again what never reached the service, unless the caller does so itself', () => {
	const error = failure('notSent');
	expect(error.delivery).toBe('notSent');
	expect(decisions(error)).toEqual({ always: 'again', ifNotReceived: 'again', never: 'giveUp' });
});

it('sends again what got no answer only if it may be carried out twice', () => {
	const error = failure('noAnswer');
	expect(error.delivery).toBe('unknown');
	expect(decisions(error)).toEqual({ always: 'again', ifNotReceived: 'giveUp', never: 'giveUp' });
});

it.each([
	{ kind: 'badAnswer', delivery: 'unknown' },
	{ kind: 'jobFailed', delivery: 'notSent' },
] as const)('gives up after $kind, which another try would not change', ({ kind, delivery }) => {
	const error = failure(kind);
	expect(error.delivery).toBe(delivery);
	expect(retryDecision(error, 'always')).toBe('giveUp');
});

it.each([
	{ what: 'a connection that could not be made', final: failure('notSent', undefined, true) },
	{ what: 'a missing response', final: failure('noAnswer', undefined, true) },
	{ what: 'a 429', final: failure('refused', 429, true) },
	{ what: 'a 503', final: failure('refused', 503, true) },
])('gives up after $what that is final', ({ final }) => {
	expect(retryDecision(final, 'always')).toBe('giveUp');
});

it('sends again at once what another host refused with a 429: the service itself has not asked to wait', () => {
	const details = { status: 429, isOfOtherHost: true };
	const failed = new ServiceError('refused', 'No', '', details);
	expect(retryDecision(failed, 'never')).toBe('again');
});

it.each([429, 503])(
	'does not send again what got the answer %i in a form that nobody knows',
	(status) => {
		expect(retryDecision(failure('badAnswer', status), 'always')).toBe('giveUp');
	},
);

it('expects the file of a job later after 202 and 404 alone', () => {
	const statuses = [200, 202, 204, 400, 403, 404, 409, 410, 423, 425, 500, undefined];
	expect(statuses.filter(isFileLate)).toEqual([202, 404]);
});

it.each([
	{ attempt: 0, shortest: 500, longest: 1_000 },
	{ attempt: 1, shortest: 1_000, longest: 2_000 },
	{ attempt: 2, shortest: 2_000, longest: 4_000 },
	{ attempt: 20, shortest: 15_000, longest: 30_000 },
])('waits $shortest to $longest ms after try $attempt', ({ attempt, shortest, longest }) => {
	expect(backoffMs(attempt, () => 0)).toBe(shortest);
	expect(backoffMs(attempt, () => 1)).toBe(longest);
});

const NOW = Date.parse('2026-11-21T12:00:00Z');
const HALF_A_MINUTE_LATER = Date.parse('2026-11-21T12:00:30Z');

describe('Retry-After', () => {
	it.each([
		{ what: 'seconds', text: '7', ms: 7_000 },
		{ what: 'hundredths of a second', text: '0.25', ms: 250 },
		{ what: 'seconds between blanks', text: ' 7 ', ms: 7_000 },
		{ what: 'thirty days', text: '2592000', ms: 2_592_000_000 },
		{ what: 'a date', text: 'Sat, 21 Nov 2026 12:00:30 GMT', ms: 30_000 },
		{ what: 'the second form of HTTP', text: 'Saturday, 21-Nov-26 12:00:30 GMT', ms: 30_000 },
		{ what: 'the third one, which is UTC as well', text: 'Sat Nov 21 12:00:30 2026', ms: 30_000 },
		{ what: 'a day of one digit, which has passed', text: 'Sun Nov  1 12:00:30 2026', ms: 0 },
		{ what: 'ISO 8601', text: '2026-11-21T12:00:30Z', ms: 30_000 },
		{ what: 'another time zone', text: '2026-11-21T13:00:30+01:00', ms: 30_000 },
		{ what: 'one without a colon, between blanks', text: ' 2026-11-21T13:00:30+0100 ', ms: 30_000 },
		{ what: 'another word for GMT', text: 'Sat, 21 Nov 2026 12:00:30 +0000', ms: 30_000 },
		{ what: 'milliseconds since 1970', text: String(HALF_A_MINUTE_LATER), ms: 30_000 },
		{
			what: 'the first number that is a point in time, which has passed',
			text: '1000000000',
			ms: 0,
		},
		{ what: 'the first one in milliseconds, which has passed', text: '1000000000000', ms: 0 },
		{
			what: 'a date that has passed, which means now',
			text: 'Sat, 21 Nov 2026 11:59:00 GMT',
			ms: 0,
		},
	])('may be $what: $text', ({ text, ms }) => {
		expect(retryAfterOf({ status: 503, headers: { 'retry-after': text } }, NOW)).toBe(ms);
	});

	it.each([
		'-5',
		'60 (try later)',
		'0x10',
		'Sat, 21 Nov 2026 12:00:30 GMT (or later)',
		'about Sat Nov 21 12:00:30 2026',
		'Sat Nov 21 12:00:30 2026 (or later)',
		'tomorrow',
		'about 2026-11-21 12:00:30 Z',
	])('says nothing in a form that nobody documents: %s', (text) => {
		expect(retryAfterOf({ status: 429, headers: { 'retry-after': text } }, NOW)).toBeUndefined();
	});

	it('is by the clock of the service', () => {
		const headers = {
			'retry-after': 'Sat, 21 Nov 2026 15:00:30 GMT',
			date: 'Sat, 21 Nov 2026 15:00:00 GMT',
		};
		expect(retryAfterOf({ status: 429, headers }, NOW)).toBe(30_000);
	});

	it('comes before RateLimit-Reset', () => {
		const headers = { 'retry-after': '7', 'ratelimit-reset': '9' };
		expect(retryAfterOf({ status: 429, headers }, NOW)).toBe(7_000);
	});
});

it.each([
	{ what: 'seconds', status: 429, text: '9', ms: 9_000 },
	{ what: 'seconds since 1970', status: 429, text: String(HALF_A_MINUTE_LATER / 1000), ms: 30_000 },
	{ what: 'only when the window ends', status: 503, text: '9', ms: undefined },
])('RateLimit-Reset in a $status says $what', ({ status, text, ms }) => {
	expect(retryAfterOf({ status, headers: { 'ratelimit-reset': text } }, NOW)).toBe(ms);
});
