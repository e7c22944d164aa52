/* eslint-disable jest/no-conditional-expect -- each output has assertions of its own, and each cell some */
import { gunzipSync, gzipSync } from 'node:zlib';
import { Container } from '@n8n/di';
import { parse } from 'csv-parse/sync';
import { BinaryDataService } from 'n8n-core';
import type { INodeExecutionData } from 'n8n-workflow';
import { OUTPUT_NAMES, outputsWith } from '../../../../nodes/Analytics/outputs/outputs';
import type { OutputName } from '../../../../nodes/Analytics/outputs/settings';
import { csvText } from '../../../service/bulkFile';
import type { Job } from '../../../service/jobs';
import { columnsOf, records } from '../../../service/records';
import { agentTool, bulkExport, runAnalytics } from '../../../support/analyticsNode';
import { serviceForEach } from '../../../support/serviceForEach';
import { SubWorkflow, WORKFLOW_ID } from '../../../support/subWorkflow';

/* Each output, of one part and of several, with and without a limit, for two items, against the records. */

const service = serviceForEach({ rows: 45 });

const LIMIT = 50;
const QUERIES = ['messages_by_hour_block', 'campaigns_by_user'];
/** An AI agent gets items, but fewer. */
const FOR_AN_AGENT = 'items for an agent';
const CELLS = [FOR_AN_AGENT, ...OUTPUT_NAMES].flatMap((output) =>
	([1, 3] as const).flatMap((parts) => [false, true].map((limit) => ({ output, parts, limit }))),
);

it.each(CELLS)('%j', async ({ output, parts, limit }) => {
	const isAgent = output === FOR_AN_AGENT;
	const sub = new SubWorkflow((rows) => rows.slice(0, 1));
	const parameters = bulkExport({
		dateRange: { 1: 'yesterday', 3: 'lastDays' }[parts],
		days: 90,
		queryName: '={{ $json.queryName }}',
		output: isAgent ? 'items' : output,
		workflowId: WORKFLOW_ID,
		rowsPerBatch: 20,
		options: limit ? { maxRows: LIMIT } : {},
	});
	const { items, error } = await runAnalytics(service, parameters, {
		items: QUERIES.map((queryName) => ({ json: { queryName } })),
		executeWorkflow: sub.execute,
		...(isAgent ? { node: agentTool() } : {}),
	});
	expect(error).toBeUndefined();
	expect([count('bulkStart'), count('status')]).toEqual([2 * parts, 6 * parts]);
	// For the columns of each query, whatever the parts.
	const hasColumnNames = isAgent || outputsWith('hasColumnNames').some((name) => name === output);
	expect(count('query')).toBe(hasColumnNames ? 2 : 0);
	// What is not wanted is not even fetched.
	const wanted = limit && output === 'items' ? Math.min(parts, 2) : parts;
	if (!isAgent) expect(count('download')).toBe(2 * wanted);
	const jobs = [...service.jobs.values()];
	const jobsOfItems = QUERIES.map((_, item) => jobs.slice(item * parts, (item + 1) * parts));

	const product = { items, jobs, jobsOfItems, parts, limit: limit ? LIMIT : Infinity, sub };
	const check = Object.entries(CHECKS).find(([name]) => name === output)?.[1];
	if (!check) throw new Error(`CHECKS has no row for ${output}`);
	await check(product);
});

interface Product {
	items: INodeExecutionData[];
	jobs: Job[];
	/** The jobs of each input item, one for each part of its range. */
	jobsOfItems: Job[][];
	parts: number;
	/** Infinity without one. */
	limit: number;
	sub: SubWorkflow;
}

type Check = (product: Product) => void | Promise<void>;

/** What each output returns. */
const CHECKS: Record<OutputName | typeof FOR_AN_AGENT, Check> = {
	items({ items, jobsOfItems, limit }) {
		const expected = jobsOfItems.flatMap((own, item) =>
			rowsOf(own)
				.slice(0, limit)
				.map((json) => ({ json, pairedItem: { item } })),
		);
		expect(items).toEqual(expected);
	},

	[FOR_AN_AGENT]({ items, jobsOfItems, limit }) {
		const most = Math.min(limit, 100);
		const note = `Only the first ${most} rows are shown, there are more. Narrow the query by dates or filters.`;
		const expected = jobsOfItems.flatMap((own, item) => {
			const rows = rowsOf(own);
			const shown: object[] = rows.slice(0, most);
			if (rows.length > most) shown.push({ moreRows: true, note });
			return shown.map((json) => ({ json, pairedItem: { item } }));
		});
		expect(items).toEqual(expected);
	},

	async csvFile({ items, jobsOfItems }) {
		expect(items).toHaveLength(2);
		for (const [item, rows] of jobsOfItems.map(rowsOf).entries()) {
			const columns = Object.keys(rows[0]!);
			const cells = rows.map((row) => Object.values(row).map(String));
			expect(parse(await bytesOf(items[item]))).toEqual([columns, ...cells]);
			expect(items[item]?.json).toMatchObject({ rows: rows.length, columns });
			expect(items[item]?.pairedItem).toEqual({ item });
		}
	},

	async gzipFile({ items, jobs, parts }) {
		expect(items).toHaveLength(jobs.length);
		for (const [at, { jobId, request }] of jobs.entries()) {
			const text = [...csvText(service.options, request)].join('');
			expect(gunzipSync(await bytesOf(items[at])).toString()).toBe(text);
			expect(items[at]?.json).toMatchObject({ jobId, queryName: request.queryName });
			expect(items[at]?.pairedItem).toEqual({ item: Math.floor(at / parts) });
		}
	},

	subWorkflow({ items, jobsOfItems, limit, sub }) {
		const passed = jobsOfItems.map((own) => rowsOf(own).slice(0, limit));
		expect(sub.rows).toEqual(passed.flat());
		expect(items).toMatchObject(
			passed.map(({ length: rows }, item) => ({
				json: { rows, jobIds: jobsOfItems[item]!.map(({ jobId }) => jobId) },
				pairedItem: { item },
			})),
		);
	},
};

it.each(OUTPUT_NAMES)('%s: of a damaged file, nothing is passed on', async (output) => {
	service.faults.add('download', { kind: 'gzip', damage: 'flippedBit' }, Infinity);
	const sub = new SubWorkflow();
	const parameters = bulkExport({ output, workflowId: WORKFLOW_ID });
	const run = await runAnalytics(service, parameters, { executeWorkflow: sub.execute });
	expect(run.error?.message).toContain('is damaged');
	expect(run.items).toEqual([]);
	expect(sub.rows).toEqual([]);
});

it.each(outputsWith('hasTypes'))(
	'%s: a column with one text is text in all rows',
	async (output) => {
		const bytes = gzipSync('x\ncode\n1\n2.50\nA3\n');
		service.faults.add('download', { kind: 'file', bytes }, Infinity);
		const sub = new SubWorkflow();
		const parameters = bulkExport({
			output,
			workflowId: WORKFLOW_ID,
			options: { columnNames: 'secondRow', convertTypes: '={{ $json.convertTypes }}' },
		});
		const run = await runAnalytics(service, parameters, {
			items: [{ json: { convertTypes: true } }, { json: { convertTypes: false } }],
			executeWorkflow: sub.execute,
		});
		expect(run.error).toBeUndefined();
		const contentOf = async ({ json, binary }: INodeExecutionData) =>
			binary ? (await bytesOf({ json, binary })).toString() : json;
		const half = run.items.length / 2;
		const withTypes = await Promise.all(run.items.slice(0, half).map(contentOf));
		const withoutTypes = await Promise.all(run.items.slice(half).map(contentOf));
		expect(withTypes).toEqual(withoutTypes);
		expect(sub.rows.slice(0, 3)).toEqual(sub.rows.slice(3));
	},
);

function rowsOf(jobs: Job[]): object[] {
	return jobs.flatMap(({ request }) => {
		const names = columnsOf(request.queryName).map(({ name }) => name);
		return [...records(request)].map((cells) =>
			Object.fromEntries(names.map((name, at) => [name, cells[at]])),
		);
	});
}

const count = (name: string) => service.requests.filter(({ endpoint }) => endpoint === name).length;

async function bytesOf(item: INodeExecutionData | undefined): Promise<Buffer> {
	return await Container.get(BinaryDataService).getAsBuffer(item!.binary!.data!);
}
