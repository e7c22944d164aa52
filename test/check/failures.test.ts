import type { Fault } from '../service/faults';
import { serviceForEach } from '../support/serviceForEach';
import { startCheck } from './runCheck';
import { givenBy, settingsOf } from './settings';
import { givenFor, QUICK, settingsFor } from './simulated';

/* What the check says where something else than the service's usual answers comes, and that it always ends. */

const service = serviceForEach({ states: [] });

interface Row {
	answer: string;
	fault: Fault;
	sentence: string;
	/** How many messages may have been sent nevertheless. */
	messages: number;
}

const LATE = 'the service did not answer within 1 seconds';

const ROWS: Row[] = [
	{
		answer: 'nothing',
		fault: { kind: 'stall' },
		sentence: LATE,
		messages: 1,
	},
	{
		answer: 'a body that never ends',
		fault: { kind: 'endless', everyMs: 20 },
		sentence: LATE,
		messages: 1,
	},
	{
		answer: 'half of a body',
		fault: { kind: 'resetMidBody' },
		sentence: 'the connection to the service broke off',
		messages: 1,
	},
	{
		answer: 'another protocol',
		fault: { kind: 'notHttp' },
		sentence: 'the connection to the service broke off',
		messages: 1,
	},
	{
		answer: 'a page',
		fault: { kind: 'status', status: 200, body: '<html>Log in</html>' },
		sentence: 'something else than the service answered (HTTP 200, not JSON)',
		messages: 1,
	},
	{
		answer: 'a 404',
		fault: { kind: 'status', status: 404, body: '{"message":"no Route matched"}' },
		sentence: 'the service is not at this address (HTTP 404)',
		messages: 0,
	},
	{
		answer: 'a 503',
		fault: { kind: 'status', status: 503, body: '<html>Oh</html>' },
		sentence: 'the service is not available (HTTP 503)',
		messages: 1,
	},
	{
		answer: 'a redirect',
		fault: { kind: 'redirect', status: 302, location: 'http://other.invalid/' },
		sentence: 'the address leads to another one (HTTP 302)',
		messages: 1,
	},
	{
		answer: 'always a 429',
		fault: { kind: 'refusal', status: 429, retryAfter: 0 },
		sentence: 'the service kept refusing calls as too many (HTTP 429)',
		messages: 0,
	},
	{
		answer: 'a 403 for each query',
		fault: { kind: 'refusal', status: 403 },
		sentence: 'none of the queries that the check knows is open to the account',
		messages: 0,
	},
];

it.each(ROWS)('cannot run if the answer is $answer', async ({ fault, sentence, messages }) => {
	service.faults.add('query', fault, 100);
	service.faults.add('notifications', fault, 100);
	// Where something is answered, the time-out must not come first, even if a busy machine stops this process for seconds.
	const limits = { ...QUICK, answerMs: sentence === LATE ? 1_000 : 60_000 };
	const result = await startCheck(settingsFor(service), limits).result;
	const { groups, cannotRun } = result;
	expect(String(cannotRun)).toBe(sentence);
	// Only what a refusal because of too many calls says may be as expected even then.
	const others = groups.filter(({ title }) => title !== 'Calls a minute');
	const outcomes = others.flatMap(({ tested }) => tested.map(({ result }) => result.outcome));
	expect(new Set(outcomes)).toEqual(new Set(['notTested']));
	// What may have been carried out is counted, and nothing is sent after it.
	expect(result.messages).toBe(messages);
	expect(service.requestsTo('notifications')).toHaveLength(1);
	expect(service.jobs.size).toBe(0);
});

it('cannot run without a network', async () => {
	const given = {
		CHAT_COMMERCE_TOKEN: 'any-token',
		CHAT_COMMERCE_ANALYTICS_URL: 'http://127.0.0.1:9',
	};
	const { cannotRun } = await startCheck(settingsOf(givenBy(given)), QUICK).result;
	expect(String(cannotRun)).toContain('the host of the service could not be reached');
});

it('names what was not given for notifications, and sends none', async () => {
	const given = { ...givenFor(service), CHAT_COMMERCE_PHONE: '', CHAT_COMMERCE_FLOW_ID: '' };
	const { groups } = await startCheck(settingsOf(givenBy(given)), QUICK).result;
	const { tested } = groups.find(({ title }) => title === 'Notifications')!;
	// What has no refusal to look at says just that.
	const others = tested.filter(({ assumption }) => assumption.id !== 'refusalDetails');
	const reasons = others.map(({ result }) => result.outcome === 'notTested' && String(result.why));
	const why = 'not given: CHAT_COMMERCE_FLOW_ID, CHAT_COMMERCE_PHONE';
	expect(reasons).toEqual(Array(5).fill(why));
	expect(service.requestsTo('notifications')).toEqual([]);
});

it('tests notifications also if the token is good for them only', async () => {
	service.faults.add('query', { kind: 'refusal', status: 401 }, 100);
	const { groups, cannotRun } = await startCheck(settingsFor(service), QUICK).result;
	expect(cannotRun).toBeUndefined();
	const tested = groups.flatMap((group) => group.tested);
	const resultOf = (id: string) => tested.find(({ assumption }) => assumption.id === id)?.result;
	expect(resultOf('accepted')?.outcome).toBe('asExpected');
	expect(resultOf('limit')?.outcome).toBe('notTested');
});

it('a job that fails leaves its file untested', async () => {
	service.options.failJob = { message: 'Oh', description: 'Oh' };
	const { groups } = await startCheck(settingsFor(service), QUICK).result;
	const tested = groups.flatMap((group) => group.tested);
	const ofFile = tested.filter(({ assumption }) => {
		return ['compressed', 'firstRow', 'secondDownload', 'exportNode'].includes(assumption.id);
	});
	const reasons = ofFile.map(({ result }) => result.outcome === 'notTested' && String(result.why));
	expect(reasons).toEqual(Array(4).fill('the job failed'));
});
