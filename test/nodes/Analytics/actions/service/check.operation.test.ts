import { QUERY_NAMES } from '../../../../../nodes/Analytics/queries';
import type { Fault } from '../../../../service/faults';
import type { ServiceOptions } from '../../../../service/options';
import type { Readings } from '../../../../service/readings';
import type { Endpoint } from '../../../../service/requests';
import type { CheckOptions, Question } from '../../../../support/serviceCheck';
import { checkService, QUESTIONS } from '../../../../support/serviceCheck';
import { serviceForEach } from '../../../../support/serviceForEach';

const service = serviceForEach();

interface Given extends CheckOptions {
	options?: Partial<ServiceOptions>;
	readings?: Readings;
	fault?: [endpoint: Endpoint, fault: Fault, times?: number];
}

async function check({ options, readings = {}, fault, ...more }: Given) {
	Object.assign(service.options, options, { readings });
	if (fault) service.faults.add(...fault);
	return await checkService(service, more);
}

const EXPORTED: Readings = { statusRecord: { done: 'EXPORTED' } };
const EXCLUDED: Given = { readings: { request: { endDate: 'excluded' } } };
const MORE_WORDS: Given = { readings: EXPORTED, settings: { doneWords: 'CLOSED' } };
const QUEUED: Given = { readings: { statusRecord: { running: ['QUEUED', 'RUNNING'] } } };
const FAILED: Given = {
	options: { failJob: { message: 'Out of slots', description: 'No quota', status: 'DONE' } },
};
const NAMELESS: Given = { options: { columnNames: 'absent' } };
const MANY_CALLS: Given = { settings: { callsPerMinute: 60 } };
const TOO_MANY: Given = { fault: ['query', { kind: 'refusal', status: 429 }] };
const NO_SERVICE: Given = { settings: { analyticsBaseUrl: 'http://127.0.0.1:9' } };
const REFUSED_ONCE: Given = { fault: ['query', { kind: 'status', status: 400 }] };
const UNKNOWN_ONCE: Given = { fault: ['status', { kind: 'refusal', status: 404 }] };
const withStatus = (Status: string, times: number): Given => {
	const body = { data: [{ Status, HasError: false }], status: 200 };
	return { fault: ['status', { kind: 'wrongShape', body }, times] };
};

const RESET: Fault = { kind: 'resetBeforeRead' };
const without = (endpoint: Endpoint): Given => ({ fault: [endpoint, RESET, Infinity] });
const staysFor = (looks: number): Given => ({
	...withStatus('STAGED', looks),
	options: { statusBetween: undefined },
});
const DIFFERENT: Given = { readings: { request: { endDate: 'excludedInBulk' } } };
const MIDNIGHTS: Given = { queryName: 'commerce_summary_by_day', timeZone: 'America/Sao_Paulo' };

/** Of the line `result setting: value | found | evidence`. */
const CASES: Array<[says: string, name: Question, expected: RegExp, given: Given]> = [
	['which day is missing', 'endDate', /^change .*Off \| \d+ \w+ \d{4} is missing wh/, EXCLUDED],
	['all words to enter', 'job', /^change Done Words: CLOSED, EXPORTED \|/, MORE_WORDS],
	['how a job was', 'job', /\| job-\w+; QUEUED after \d+ seconds \(HasError false, .*; RU/, QUEUED],
	['why a job failed', 'job', /^failed .*Out of slots.*rror true, .* Out of slots/, FAILED],
	['that a file has no names', 'file', /^unknown .* Column Names/, NAMELESS],
	['that there are no rows', 'file', /^unknown .*whole.*has no record/, { options: { rows: 0 } }],
	['which calls were not tried', 'limits', /^unknown .* 60 a minute were not /, MANY_CALLS],
	['that there were too many calls', 'limits', /^unknown .* lower Calls per Minute/, TOO_MANY],
	['what was answered later', 'endDate', /^ok /, TOO_MANY],
	['that a form is taken that was refused once without a word', 'dates', /^ok /, REFUSED_ONCE],
	['nothing of one that stays for two looks', 'job', /^ok .*STAGED .*STAGED .*DONE/, staysFor(2)],
	['nothing of one that changes', 'job', /^unknown /, { ...staysFor(2), readings: EXPORTED }],
	['which status is the last', 'job', /^change Done Words: STAGED \|.*stayed so/, staysFor(3)],
	['that a bulk export has other days', 'endDate', /^unknown .* 6 rows instead of 7/, DIFFERENT],
	['which day is in, of midnights in UTC', 'endDate', /^ok .*is included/, MIDNIGHTS],
	['nothing of a word under way', 'job', /^unknown /, withStatus('RUNNING', Infinity)],
	['nothing of a look that failed', 'job', /^ok .*There is no job .*; DONE/, UNKNOWN_ONCE],
	['how a job is, without queries', 'job', /^ok /, without('query')],
	['which day is in, without a job', 'endDate', /^ok /, without('bulkStart')],
	['that a status could not be read', 'job', /^unknown /, without('status')],
	['why a file could not be read', 'file', /^failed /, without('download')],
];
it.each(CASES)('says %s', async (_, name, expected, given) => {
	const { result, setting, value, found, evidence } = (await check(given)).findings[name];
	expect(`${result} ${setting}: ${value} | ${found} | ${evidence}`).toMatch(expected);
});

it('keeps the form that it found, though its last call fails', async () => {
	service.faults.add('query', { kind: 'delay', ms: 0 }, 4);
	service.faults.add('query', RESET);
	const { dates } = (await check({ readings: { request: { dates: 'withTime' } } })).findings;
	expect(dates).toMatchObject({ result: 'change', value: 'Date and Time' });
});

it('says nothing of the end date where a day has other records in each range', async () => {
	const records = {
		get fields() {
			return { request: String(service.requests.length) };
		},
	};
	const { endDate } = (await check({ readings: { records } })).findings;
	expect(endDate).toMatchObject({ result: 'unknown' });
});

const SUMMARIES: Array<[results: string, hint: string, given: Given]> = [
	['ok', '7 of 7 fit. Nothing to change.', {}],
	['failed,unknown', '0 of 7 fit. See what failed.', NO_SERVICE],
	[
		'ok,change',
		'4 of 7 fit. In the credential (More Settings), set Date Format to Date and Time, End Date Included to Off, Done Words to EXPORTED. Then run Check again.',
		{ readings: { request: { endDate: 'excluded', dates: 'withTime' }, ...EXPORTED } },
	],
];
it.each(SUMMARIES)('ends with what to do: %s', async (results, hint, given) => {
	const { run, all } = await check(given);
	expect([...new Set(all.map(({ result }) => result))].join()).toBe(results);
	expect(run.hints[0]?.message).toBe(`Checked with messages_by_day: ${hint}`);
});

it('makes no more calls than it needs', async () => {
	expect((await check({})).calls).toEqual({ queries: 3, bulk: 4 });
});

it.each<[string, Partial<ServiceOptions>]>([
	['no data', { rowsOn: () => 0 }],
	['one day', { rowsOn: (day) => (Date.parse(day) % (7 * 864e5) === 0 ? 1 : 0) }],
	['exactly 100,000 records', { rows: 100_000 }],
])('says nothing of the end date by %s', async (_, options) => {
	// Their file is another question.
	const fault: Given['fault'] = ['bulkStart', { kind: 'refusal', status: 403 }];
	const { endDate } = (await check({ ...EXCLUDED, options, fault })).findings;
	expect(`${endDate.result}: ${endDate.found}`).toMatch(/^unknown: .* Choose a query/);
});

it('knows nothing else of a query that the service does not have', async () => {
	const { calls, all } = await check({ queryName: 'no_such_query' });
	expect(calls).toEqual({ queries: 4, bulk: 1 });
	expect(all.map(({ result }) => result).join()).toBe(
		'failed,unknown,unknown,unknown,failed,unknown,ok',
	);
});

it('shows nothing of rows, and not the token', async () => {
	const { all } = await check({ queryName: 'notifications_by_user' });
	const text = JSON.stringify(all);
	expect(text).not.toMatch(/\+55|Souza|CUPOM/);
	expect(text).not.toContain(service.token);
});

it('says which queries are open, one item and one call each', async () => {
	const closed = ['campaigns_text', 'commerce_active_stores'];
	const { all } = await check({ options: { queryNotOpen: closed }, allQueries: true });
	const open = all.slice(QUESTIONS.length);
	const resultsOf = (result: string) => open.filter((each) => each.result === result);
	expect(resultsOf('ok')).toHaveLength(QUERY_NAMES.length - closed.length);
	expect(resultsOf('failed').map((each) => each.check)).toEqual(
		closed.map((name) => `Is ${name} open to your account?`),
	);
	const asked = service.requests.filter(({ endpoint }) => endpoint === 'query');
	expect(asked).toHaveLength(3 + QUERY_NAMES.length);
});
