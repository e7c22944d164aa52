import { pool } from '../../../../faults/program';
import type { Fault } from '../../../../service/faults';
import type { Endpoint } from '../../../../service/requests';
import type { Service } from '../../../../service/service';
import { checkService } from '../../../../support/serviceCheck';
import { serviceForEach } from '../../../../support/serviceForEach';
import { checkOnce } from './problems';

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

/** Each call of a check for a service that needs no advice, and how many there are. */
const CALLS = { query: 3, bulkStart: 1, status: 1, download: 1 };

type Cell = { fault: Fault; endpoint: Endpoint; number: number; times: number };

async function run({ fault, endpoint, number, times }: Cell): Promise<string[]> {
	const prepare = ({ faults }: Service) => {
		if (number > 1) faults.add(endpoint, { kind: 'delay', ms: 0 }, number - 1);
		faults.add(endpoint, fault, times);
	};
	const { service, problems } = await checkOnce({}, { prepare });
	const isMet = service.requests.some((request) => request.fault === fault.kind);
	const cell = `${endpoint} ${number}, ${JSON.stringify(fault)}`;
	return [...problems, ...(isMet ? [] : ['the fault was not met'])].map(
		(each) => `${cell}: ${each}`,
	);
}

it.each([1, Infinity])('a fault of any call gives items and words (%s times)', async (times) => {
	const calls = Object.entries(CALLS).flatMap(([endpoint, count]) =>
		Array.from({ length: count }, (_, at) => ({
			endpoint: endpoint as Endpoint,
			number: at + 1,
		})),
	);
	const cells = FAULTS.flatMap((fault) => calls.map((call): Cell => ({ fault, ...call, times })));
	const problems = (await pool(cells, 24, run)).flat();
	expect(problems).toEqual([]);
});

describe('one service', () => {
	const service = serviceForEach();

	it.each([
		['query', { access: 'failed', dates: 'unknown', job: 'ok' }],
		['bulkStart', { access: 'ok', endDate: 'ok', job: 'failed', file: 'unknown' }],
		['status', { access: 'ok', endDate: 'ok', job: 'unknown', file: 'unknown' }],
		['download', { access: 'ok', endDate: 'ok', job: 'unknown', file: 'failed' }],
	] as const)('asks all else though each call "%s" fails', async (endpoint, expected) => {
		service.faults.add(endpoint, { kind: 'resetBeforeRead' }, Infinity);
		const { findings } = await checkService(service);
		const results = Object.entries(findings).map(([name, { result }]) => [name, result]);
		expect(Object.fromEntries(results)).toMatchObject(expected);
	});
});
