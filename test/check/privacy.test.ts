import { json } from '../service/answers';
import type { Dialect } from '../service/options';
import { startService } from '../service/service';
import { isObject } from '../../nodes/shared/json';
import { reportOf, STATEMENT } from './report';
import { startCheck } from './runCheck';
import { oneOf, say, Shown, typeOf } from './shown';
import { PARAMS, PHONE, QUICK, settingsFor } from './simulated';

const TOKEN = 'secret-token-91827364';
const ACCOUNT = 'account-of-ana';
const FLOW = 'flow-of-ana';
/** What the service knows of its users. */
const VALUE = 'Maria Quintana';

/** What a service could quote in anything that it says. */
const ALL = `${VALUE} ${PHONE} ${TOKEN} ${ACCOUNT} ${FLOW} order_shipped ${PARAMS.name} ${PARAMS.order_id}`;

/** Each text of each answer quotes all of it, and so do the names of additional fields. */
const QUOTING: Dialect = {
	answers(answer) {
		if (typeof answer.body !== 'string') return answer;
		return json(answer.status, quoted(JSON.parse(answer.body)));
	},
};

/** The fields by which the check finds its way are left as they are. */
const KEPT = ['jobId', 'JobId', 'Status'];

function quoted(value: unknown, name = ''): unknown {
	if (typeof value === 'string') return KEPT.includes(name) ? value : `${value} ${ALL}`;
	if (Array.isArray(value)) return value.map((one) => quoted(one));
	if (!isObject(value)) return value;
	const entries = Object.entries(value).map(([key, one]) => [key, quoted(one, key)] as const);
	const more = [TOKEN, PHONE, ACCOUNT, FLOW, PARAMS.order_id].map((key) => [key, ALL] as const);
	return Object.fromEntries([...entries, ...more]);
}

it.each([
	{ answers: 'quotes all in accepted requests', changes: {} },
	{ answers: 'quotes all in refusals', changes: { templates: {}, dates: 'date' } },
	{ answers: 'has rows of data where names are expected', changes: { columnNames: 'absent' } },
	{
		answers: 'says that the job failed',
		changes: { failJob: { message: ALL, description: ALL } },
	},
	{ answers: 'has words of its own for the status', changes: { states: [ALL, 'Quintana'] } },
] as const)('no report has anything of a service that $answers', async ({ changes }) => {
	const service = await startService({
		token: TOKEN,
		accountId: ACCOUNT,
		flowId: FLOW,
		dialect: QUOTING,
		...(changes as object),
	});
	const settings = settingsFor(service);
	const result = await startCheck(settings, QUICK).result;
	await service.close();
	const report = reportOf(result, settings);
	const parts = [...ALL.split(' '), PHONE.slice(1), '127.0.0.1'];
	expect(parts.filter((part) => report.includes(part))).toEqual([]);
	expect(report).toContain(STATEMENT);
	expect(report).toContain('message (a text of ');
});

it('a token that is refused is in no report either', async () => {
	const service = await startService({ dialect: QUOTING });
	const settings = { ...settingsFor(service), token: TOKEN };
	const result = await startCheck(settings, QUICK).result;
	await service.close();
	expect(String(result.cannotRun)).toMatch(/^the service /);
	expect(reportOf(result, settings)).not.toMatch(/token-91827364|Quintana|5511987654321/);
});

describe('what may be shown', () => {
	it('is made of words of our own, numbers, and types with their lengths', () => {
		const types = [VALUE, 42, true, null, undefined, [1, 2], { a: 1 }].map(typeOf);
		expect(types.map(String)).toEqual([
			'a text of 14 characters',
			'a number',
			'true or false',
			'null',
			'nothing',
			'a list of 2',
			'an object',
		]);
		expect(String(say`HTTP ${404}: ${typeOf(VALUE)}`)).toBe('HTTP 404: a text of 14 characters');
	});

	it('has a word of the service only if it is in a list of ours', () => {
		expect(String(oneOf('done', ['PENDING', 'DONE']))).toBe('DONE');
		expect(String(oneOf(VALUE, ['DONE']))).toBe('another value (a text of 14 characters)');
	});

	it.each([
		{ name: 'Created Date', shown: 'Created Date' },
		{ name: 'message_ids', shown: 'message_ids' },
		{ name: PHONE, shown: '(a name of 14 characters)' },
		{ name: 'total of 5511987654321', shown: '(a name of 22 characters)' },
		{ name: `x-${TOKEN}`, shown: '(a name of 23 characters)' },
		{ name: 'ana@example.com', shown: '(a name of 15 characters)' },
	])('the name of a field is shown as $shown', ({ name, shown }) => {
		expect(String(Shown.names([name], [TOKEN]))).toBe(shown);
	});
});
