import { type AssumptionGroup, judged, NotTested, type Result } from './assumption';
import { isObject } from '../../nodes/shared/json';
import type { Session } from './session';
import { say, typeOf } from './shown';

const CALLS_PER_MINUTE = 'Credential > More Settings > Calls per Minute';

/** They are tested last, as they look back at all calls. */
export const CALL_LIMITS: AssumptionGroup = {
	title: 'Calls a minute',
	assumptions: [
		{
			id: 'callsPerMinute',
			title: 'Calls per minute',
			expected:
				'As many calls as we allow ourselves (5) are accepted in a minute, for queries and for bulk exports each.',
			documented: '8, A',
			tested: 'The calls of all other tests, which keep within it',
			otherwise: `${CALLS_PER_MINUTE}: the number that was accepted`,
			test: testCallsPerMinute,
		},
		{
			id: 'tooManyCalls',
			title: 'Too many calls',
			expected: 'They are refused with status 429, a message, and Retry-After in seconds.',
			documented: '7, B and C',
			tested:
				'The refusals of the other tests. The check provokes none: set CHAT_COMMERCE_CALLS_PER_MINUTE higher than your account allows to see one.',
			otherwise: 'An issue: the nodes wait for a minute if nothing says how long',
			test: testTooManyCalls,
		},
	],
};

async function testCallsPerMinute({ calls, settings }: Session): Promise<Result> {
	const { callsPerMinute } = settings;
	const [refused] = calls.tooMany;
	if (refused) {
		const { accepted } = refused;
		return {
			outcome: 'differs',
			seen: say`a call was refused after ${accepted} in a minute, of ${callsPerMinute}`,
			setting: { place: CALLS_PER_MINUTE, value: say`${accepted}` },
		};
	}
	const busiest = Math.max(calls.queries.busiest, calls.bulk.busiest);
	if (busiest >= callsPerMinute) return judged(say`${busiest} calls in a minute were accepted`);
	throw new NotTested(say`there were ${busiest} calls in a minute at most, of ${callsPerMinute}`);
}

async function testTooManyCalls({ calls }: Session): Promise<Result> {
	const [refused] = calls.tooMany;
	if (!refused) throw new NotTested(say`no call was refused`);
	const { headers, json } = refused.reply;
	const message = isObject(json) ? json['message'] : undefined;
	const wait = headers['retry-after'];
	const isInSeconds = wait !== undefined && /^\d+$/.test(wait);
	const isExpected = isInSeconds && typeof message === 'string';
	const seen = say`message is ${typeOf(message)}, Retry-After ${isInSeconds ? say`in seconds` : typeOf(wait)}`;
	return judged(seen, !isExpected && seen);
}
