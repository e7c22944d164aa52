/* eslint-disable jest/no-conditional-expect -- each output has assertions of its own, and each cell some */
import { gunzipSync } from 'node:zlib';
import { Container } from '@n8n/di';
import { parse } from 'csv-parse/sync';
import { BinaryDataService } from 'n8n-core';
import type { INodeExecutionData } from 'n8n-workflow';
import { csvText } from '../../../service/bulkFile';
import type { Job } from '../../../service/jobs';
import { columnsOf, records } from '../../../service/records';
import { agentTool, bulkExport, runAnalytics } from '../../../support/analyticsNode';
import { panels } from '../../../support/panels';
import { serviceForEach } from '../../../support/serviceForEach';
import { SubWorkflow, WORKFLOW_ID } from '../../../support/subWorkflow';

/* Each output, of one part and of several, with and without a limit, for two items, against the records. */

const service = serviceForEach({ rows: 45 });

const LIMIT = 50;
const QUERIES = ['messages_by_hour_block', 'campaigns_by_user'];
const runs = panels.filter(({ name }) => name.startsWith('bulkExport > run'));
const OUTPUTS = [
	'items for an agent',
	...runs.map(({ parameters }) => parameters.output as string),
];
const CELLS = OUTPUTS.flatMap((output) =>
	([1, 3] as const).flatMap((parts) => [false, true].map((limit) => ({ output, parts, limit }))),
);

it.each(CELLS)('%j', async ({ output, parts, limit }) => {
	const isAgent = output === 'items for an agent';
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
	expect(count('query')).toBe(output === 'gzipFile' ? 0 : 2);
	// What is not wanted is not even fetched.
	const wanted = limit && output === 'items' ? Math.min(parts, 2) : parts;
	if (!isAgent) expect(count('download')).toBe(2 * wanted);
	const jobs = [...service.jobs.values()];
	const jobsOfItems = QUERIES.map((_, item) => jobs.slice(item * parts, (item + 1) * parts));

	const product = { items, jobs, jobsOfItems, parts, limit: limit ? LIMIT : Infinity, sub };
	const check = CHECKS[output];
	if (!check) throw new Error(`What ${output} gives stands in CHECKS`);
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

/** What each output returns. */
const CHECKS: Record<string, (product: Product) => void | Promise<void>> = {
	items({ items, jobsOfItems, limit }) {
		const expected = jobsOfItems.flatMap((own, item) =>
			rowsOf(own)
				.slice(0, limit)
				.map((json) => ({ json, pairedItem: { item } })),
		);
		expect(items).toEqual(expected);
	},

	'items for an agent'({ items, jobsOfItems, limit }) {
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
