import fc from 'fast-check';
import type { Fault } from '../../service/faults';
import type { ServiceOptions } from '../../service/options';
import type { Endpoint } from '../../service/requests';
import { bulkExport, query, runAnalytics } from '../../support/analyticsNode';
import { serviceForEach } from '../../support/serviceForEach';
import { SubWorkflow, WORKFLOW_ID } from '../../support/subWorkflow';

/*
 * The law of the node: whatever fields, faults and readings come, each input item gives all of its rows
 * or an error, never a part of them, in its place; and no text has the token.
 */

const ROWS = 12;
const service = serviceForEach({ rows: ROWS });
const QUERIES = ['messages_by_hour_block', 'campaigns_by_user', 'usage_by_user', 'nonsense'];

const faults: fc.Arbitrary<Fault> = fc.constantFrom<Fault[]>(
	{ kind: 'status', status: 500 },
	{ kind: 'status', status: 503, headers: { 'Retry-After': '1' } },
	{ kind: 'status', status: 400, body: '{"message":"Not today"}' },
	{ kind: 'status', status: 401 },
	{ kind: 'status', status: 404 },
	{ kind: 'status', status: 429, headers: { 'Retry-After': '0' } },
	{ kind: 'resetBeforeRead' },
	{ kind: 'resetAfterRead' },
	{ kind: 'resetMidBody', fraction: 0.5 },
	{ kind: 'cutJson' },
	{ kind: 'gzip', damage: 'truncated' },
);

const cases = fc.record({
	operation: fc.constantFrom('items', 'csvFile', 'subWorkflow', 'query'),
	queries: fc.array(fc.constantFrom(...QUERIES), { minLength: 1, maxLength: 4 }),
	dateRange: fc.constantFrom('yesterday', 'lastDays'),
	faults: fc.array(
		fc.record({
			endpoint: fc.constantFrom<Endpoint[]>('query', 'bulkStart', 'status', 'download'),
			fault: faults,
			times: fc.constantFrom(1, 2, 9),
		}),
		{ maxLength: 2 },
	),
	columnNames: fc.constantFrom('secondRow', 'firstRow', 'absent'),
	way: fc.record<Partial<ServiceOptions>>({
		decompressedByProxy: fc.boolean(),
		redirectDownload: fc.boolean(),
	}),
	limit: fc.constantFrom(undefined, 5, 15),
	onError: fc.constantFrom('continueRegularOutput', 'continueErrorOutput'),
});

it('all rows of an item, or its error', async () => {
	const counts = { failed: 0, whole: 0 };
	const check = async ({ faults: given, columnNames, way, queries, ...request }: Case) => {
		service.reset();
		Object.assign(service.options, way, { columnNames });
		for (const { endpoint, fault, times } of given) service.faults.add(endpoint, fault, times);
		const { outputs, passedOn } = await run(request, queries);
		for (const items of outputs) {
			expect(items).toEqual(items.toSorted((one, other) => one.item - other.item));
		}
		const all = ROWS * (request.dateRange === 'yesterday' ? 1 : 3);
		const wanted = request.operation === 'csvFile' ? all : Math.min(all, request.limit ?? all);
		const whole = new Set<string>();
		for (const [item, name] of queries.entries()) {
			const own = outputs.flat().filter((each) => each.item === item);
			const isFailed = own.some(({ isError }) => isError);
			counts[isFailed ? 'failed' : 'whole'] += 1;
			if (!isFailed) whole.add(name);
			const rows = own.reduce((sum, each) => sum + each.rows, 0);
			// An error stands alone.
			const isRight = isFailed ? own.length === 1 : rows === wanted;
			expect({ name, own: isRight ? [] : own }).toEqual({ name, own: [] });
		}
		// Equal items share what was passed on.
		expect(passedOn).toBe(request.operation === 'subWorkflow' ? whole.size * wanted : 0);
	};
	await fc.assert(fc.asyncProperty(cases, check), { numRuns: 20, seed: 20 });
	expect([counts.failed > 5, counts.whole > 5]).toEqual([true, true]);
});

type Case = typeof cases extends fc.Arbitrary<infer T> ? T : never;
type Request = Pick<Case, 'operation' | 'dateRange' | 'limit' | 'onError'>;

async function run({ operation, dateRange, limit, onError }: Request, queries: string[]) {
	const sub = new SubWorkflow(() => []);
	const request = { queryName: '={{ $json.query }}', dateRange, days: 90 };
	const parameters =
		operation === 'query'
			? query({ ...request, returnAll: limit === undefined, limit: limit ?? 50 })
			: bulkExport({
					...request,
					output: operation,
					workflowId: WORKFLOW_ID,
					options: limit === undefined || operation === 'csvFile' ? {} : { maxRows: limit },
				});
	const { items, errorItems, error, run } = await runAnalytics(service, parameters, {
		items: queries.map((name) => ({ json: { query: name } })),
		onError,
		credential: { requestTimeout: 0.4 },
		executeWorkflow: sub.execute,
	});
	expect(error).toBeUndefined();
	expect(JSON.stringify(run)).not.toContain(service.token);
	const outputs = [items, errorItems].map((output) =>
		output.map(({ json, pairedItem }) => ({
			item: (pairedItem as { item: number }).item,
			isError: typeof json.error === 'string',
			rows: operation === 'items' || operation === 'query' ? 1 : Number(json.rows ?? 0),
		})),
	);
	return { outputs, passedOn: sub.rows.length };
}
