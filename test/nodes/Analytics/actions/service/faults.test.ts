import { pool } from '../../../../faults/pool';
import { problemsOf } from '../../../../readings/check/problems';
import type { Fault } from '../../../../service/faults';
import type { Endpoint } from '../../../../service/requests';
import { startService } from '../../../../service/service';
import { checkService, QUESTIONS, startCheck } from '../../../../support/serviceCheck';

const FAULTS: Fault[] = [
	{ kind: 'resetBeforeRead' },
	{ kind: 'resetAfterRead', apply: true },
	{ kind: 'stall' },
	...[400, 401, 403, 404, 408, 409, 422, 429, 500, 503].map((status): Fault => ({
		kind: 'refusal',
		status,
	})),
	{ kind: 'status', status: 502, body: '<html><h1>Bad Gateway</h1></html>' },
	{ kind: 'wrongShape', body: { data: 'rows: 1', message: 'OK', status: 200 } },
	{ kind: 'wrongShape', body: { data: [], message: 'OK', status: 200 } },
	{ kind: 'emptyBody' },
	{ kind: 'noContent' },
	{ kind: 'notHttp' },
	{ kind: 'endless' },
	{ kind: 'cutJson' },
	{ kind: 'redirect', status: 302, location: 'http://127.0.0.1:9' },
	{ kind: 'bomb', megabytes: 1 },
];

/** Each call of a check for a service that needs no advice. */
const CALLS: Array<[endpoint: Endpoint, number: number]> = [
	['query', 1],
	['query', 2],
	['query', 3],
	['bulkStart', 1],
	['status', 1],
	['download', 1],
];

interface Cell {
	fault: Fault;
	endpoint: Endpoint;
	number: number;
	times: number;
}

async function run({ fault, endpoint, number, times }: Cell): Promise<string[]> {
	const service = await startService();
	try {
		if (number > 1) service.faults.add(endpoint, { kind: 'delay', ms: 0 }, number - 1);
		service.faults.add(endpoint, fault, times);
		const checked = await checkService(service);
		const isMet = service.requests.some((request) => request.fault === fault.kind);
		// What answers wrongly is not the service that the oracle knows.
		return [...problemsOf(service, {}, checked), ...(isMet ? [] : ['the fault was not met'])];
	} finally {
		await service.close();
	}
}

it.each([1, Infinity])(
	'a fault of any call gives items and words (%s times)',
	async (times) => {
		const cells = FAULTS.flatMap((fault) =>
			CALLS.map(([endpoint, number]): Cell => ({ fault, endpoint, number, times })),
		);
		const problems = await pool(cells, 24, run);
		const wrong = cells.flatMap((cell, at) =>
			problems[at]!.map((problem) => `${JSON.stringify(cell)}: ${problem}`),
		);
		expect(wrong).toEqual([]);
	},
	110_000,
);

it('asks about the file and the job though queries fail, and the other way round', async () => {
	const service = await startService();
	service.faults.add('query', { kind: 'resetBeforeRead' }, Infinity);
	const queriesFail = await checkService(service);
	expect(queriesFail.findings.access.result).toBe('failed');
	expect(queriesFail.findings.job.result).toBe('ok');
	service.reset();
	service.faults.add('bulkStart', { kind: 'resetBeforeRead' }, Infinity);
	const jobsFail = await checkService(service);
	expect(jobsFail.findings.job.result).toBe('failed');
	expect(jobsFail.findings.endDate.result).toBe('ok');
	await service.close();
});

it.each(['query', 'bulkStart', 'status', 'download'] as const)(
	'Stop ends it while the call "%s" is made',
	async (endpoint) => {
		const service = await startService();
		service.faults.add(endpoint, { kind: 'stall' });
		const { result, stop } = await startCheck(service);
		while (!service.requests.some((request) => request.endpoint === endpoint)) {
			await new Promise((resolve) => setTimeout(resolve, 10));
		}
		stop();
		const { items, run: whole } = await result;
		const requests = service.requests.length;
		expect(items).toEqual([]);
		expect(whole.status).toBe('canceled');
		await new Promise((resolve) => setTimeout(resolve, 5_000));
		expect(service.requests).toHaveLength(requests);
		await service.close();
	},
);

it('Stop ends it while it waits for the job', async () => {
	const service = await startService({
		readings: { statusRecord: { running: ['RUNNING', 'RUNNING'] } },
	});
	const { result, stop } = await startCheck(service);
	while (!service.requests.some(({ endpoint }) => endpoint === 'status')) {
		await new Promise((resolve) => setTimeout(resolve, 10));
	}
	stop();
	const { items } = await result;
	expect(items).toEqual([]);
	await service.close();
});

it('with On Error: Continue, a credential at fault is an item', async () => {
	const service = await startService();
	const { run } = await checkService(service, {
		settings: { requestTimeout: 0 },
		onError: 'continueRegularOutput',
		items: [{ json: {} }, { json: {} }],
	});
	expect(run.items).toHaveLength(2);
	expect(run.items.length).not.toBe(QUESTIONS.length);
	await service.close();
});
