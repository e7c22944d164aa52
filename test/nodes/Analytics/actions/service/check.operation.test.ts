import { pool } from '../../../../faults/pool';
import { generatedCells, runGenerated } from '../../../../readings/check/generated';
import { problemsOf } from '../../../../readings/check/problems';
import type { ServiceOptions } from '../../../../service/options';
import type { Readings } from '../../../../service/readings';
import { type Service, startService } from '../../../../service/service';
import { checkService, type Findings, QUESTIONS } from '../../../../support/serviceCheck';

let service: Service;
afterEach(async () => await service.close());

const start = async (readings: Readings = {}, options: Partial<ServiceOptions> = {}) => {
	service = await startService({ ...options, readings });
};
const resultsOf = (findings: Findings) =>
	Object.fromEntries(QUESTIONS.map((name) => [name, findings[name].result]));
const allOk = Object.fromEntries(QUESTIONS.map((name) => [name, 'ok']));
const hintsOf = ({ run }: Awaited<ReturnType<typeof checkService>>) =>
	run.hints.map(({ message }) => message).join('\n');

describe('what it says', () => {
	it('all fits', async () => {
		await start();
		const checked = await checkService(service);
		expect(resultsOf(checked.findings)).toEqual(allOk);
		expect(hintsOf(checked)).toContain('Checked with messages_by_day: 8 of 8 fit.');
		expect(checked.calls).toEqual({ queries: 3, bulk: 3 });
	});

	it('what to set, as the credential shows it', async () => {
		await start({
			request: { endDate: 'excluded', dates: 'withTime' },
			statusRecord: { done: 'EXPORTED' },
		});
		const checked = await checkService(service);
		const { dates, endDate, job } = checked.findings;
		expect(dates).toMatchObject({ setting: 'Date Format', value: 'Date and Time' });
		expect(endDate).toMatchObject({ setting: 'End Date Included', value: 'Off' });
		expect(endDate.found).toMatch(/^\d+ \w+ \d{4} is missing where it is the end date\.$/);
		expect(job).toMatchObject({ setting: 'Done Words', value: 'EXPORTED' });
		expect(hintsOf(checked)).toContain(
			'Checked with messages_by_day: 5 of 8 fit. In the credential (More Settings), set Date Format to Date and Time, turn off End Date Included, and set Done Words to EXPORTED. Then run Check again.',
		);
	});

	it('a word is added to those that the credential has', async () => {
		await start({ statusRecord: { done: 'EXPORTED' } });
		const { findings } = await checkService(service, { settings: { doneWords: 'CLOSED' } });
		expect(findings.job.value).toBe('CLOSED, EXPORTED');
	});

	it('the states of a job with their times', async () => {
		await start({ statusRecord: { running: ['QUEUED', 'RUNNING'] } });
		const { findings } = await checkService(service);
		expect(findings.job.evidence).toMatch(
			/^job-\w+; QUEUED after \d+ seconds, RUNNING after \d+ seconds, DONE after \d+ seconds; HasError false, ErrorMessage null$/,
		);
	});

	it('what a job failed with', async () => {
		const failJob = { message: 'Out of slots', description: 'Quota was used up', status: 'DONE' };
		await start({}, { failJob });
		const { findings } = await checkService(service);
		expect(findings.job.result).toBe('failed');
		expect(findings.job.found).toContain('Out of slots');
		expect(findings.job.evidence).toContain('HasError true, ErrorMessage "Out of slots"');
	});

	it('columns whose types differ', async () => {
		await start({ records: { fields: { day: '7' } } });
		const { findings } = await checkService(service);
		expect(findings.types).toMatchObject({ result: 'failed' });
		expect(findings.types.found).toContain('day (number, string)');
	});

	it('nothing of rows, and not the token', async () => {
		await start();
		const queryName = 'notifications_by_user';
		const { all } = await checkService(service, { queryName });
		const text = JSON.stringify(all);
		expect(text).not.toMatch(/\+55|Souza|CUPOM/);
		expect(text).not.toContain(service.token);
	});

	it('that a limit above the specified one was not tried', async () => {
		await start();
		const { findings } = await checkService(service, { settings: { callsPerMinute: 60 } });
		expect(findings.limits.result).toBe('unknown');
	});

	it('that there were too many calls', async () => {
		await start();
		service.faults.add('query', { kind: 'refusal', status: 429, retryAfter: 'none' });
		const { findings, calls } = await checkService(service);
		expect(findings.limits.result).toBe('unknown');
		expect(findings.limits.found).toContain('lower Calls per Minute');
		expect(findings.endDate.result).toBe('ok');
		expect(calls.queries).toBe(4);
	});

	it('which queries are open, one item and one call each', async () => {
		await start({}, { queryNotOpen: ['commerce_active_stores', 'campaigns_text'] });
		const { all, run } = await checkService(service, { allQueries: true });
		const open = all.slice(QUESTIONS.length);
		expect(open).toHaveLength(17);
		expect(open.filter(({ result }) => result === 'failed').map(({ check }) => check)).toEqual([
			'Is campaigns_text open to your account?',
			'Is commerce_active_stores open to your account?',
		]);
		expect(open.filter(({ result }) => result === 'ok')).toHaveLength(15);
		expect(run.items.every(({ pairedItem }) => JSON.stringify(pairedItem) === '{"item":0}')).toBe(
			true,
		);
		const asked = service.requests.filter(({ endpoint }) => endpoint === 'query');
		expect(asked).toHaveLength(3 + 17);
	});

	it('the same for equal items, and its own for others', async () => {
		await start();
		const items = ['messages_by_day', 'messages_by_day', 'no_such_query'].map((name) => ({
			json: { name },
		}));
		const { run } = await checkService(service, { queryName: '={{ $json.name }}', items });
		expect(run.items.map(({ pairedItem }) => (pairedItem as { item: number }).item)).toEqual(
			[0, 1, 2].flatMap((item) => QUESTIONS.map(() => item)),
		);
		expect(service.jobs.size).toBe(1);
	});
});

describe('in doubt it says that it does not know', () => {
	it.each<[string, Partial<ServiceOptions>]>([
		['no data', { rowsOn: () => 0 }],
		['one day with data', { rowsOn: (day) => Number(Date.parse(day) % (7 * 864e5) === 0) }],
		['exactly 100,000 records', { rows: 100_000 }],
		['more than 100,000 records', { rows: 100_001 }],
	])('%s', async (_, options) => {
		for (const endDate of [undefined, 'excluded'] as const) {
			await start({ request: endDate ? { endDate } : {} }, options);
			// Their file is another question.
			service.faults.add('bulkStart', { kind: 'refusal', status: 403 });
			const { findings } = await checkService(service);
			expect(findings.endDate.result).toBe('unknown');
			expect(findings.endDate.found).toContain('Choose a query');
			await service.close();
		}
	});

	it('a query that the service does not have', async () => {
		await start();
		const { findings, calls } = await checkService(service, { queryName: 'no_such_query' });
		const { limits, ...others } = resultsOf(findings);
		expect(limits).toBe('ok');
		expect(new Set(Object.values(others))).toEqual(new Set(['unknown']));
		expect(findings.access.found).toContain('The service has no query "no_such_query"');
		expect(calls).toEqual({ queries: 1, bulk: 1 });
	});

	it('a form that was refused once, without a word', async () => {
		await start();
		service.faults.add('query', { kind: 'status', status: 400 });
		const { findings } = await checkService(service);
		expect([findings.dates.result, findings.timeZone.result]).toEqual(['ok', 'ok']);
	});

	it('a word behind which another comes', async () => {
		await start();
		const data = [{ Status: 'VALIDATED', HasError: false, ErrorMessage: null }];
		const body = { data, message: 'OK', status: 200 };
		service.faults.add('status', { kind: 'wrongShape', body });
		const { findings } = await checkService(service);
		expect(findings.job).toMatchObject({ result: 'ok', setting: '' });
		expect(findings.job.evidence).toMatch(/VALIDATED after \d+ seconds, DONE after \d+ seconds/);
	});

	it('a word of a job that is under way, though its file can be fetched', async () => {
		await start();
		const data = [{ Status: 'RUNNING', HasError: false, ErrorMessage: null }];
		const body = { data, message: 'OK', status: 200 };
		service.faults.add('status', { kind: 'wrongShape', body }, Infinity);
		const { findings } = await checkService(service);
		expect(findings.job.result).toBe('unknown');
	});
});

it('whatever the service, its data and the credential: no advice is wrong', async () => {
	await start();
	const results = await pool(generatedCells(80, Date.now()), 16, runGenerated);
	const wrong = results.filter(({ problems }) => problems.length > 0);
	expect(wrong.map(({ cell, problems }) => [problems, JSON.stringify(cell)])).toEqual([]);
}, 60_000);

it('asks twice in a row within the calls a minute', async () => {
	await start({}, { enforceRateLimit: false });
	for (const settings of [{}, { callsPerMinute: 2 }]) {
		const checked = await checkService(service, { settings });
		expect(problemsOf(service, settings, checked)).toEqual([]);
	}
});
