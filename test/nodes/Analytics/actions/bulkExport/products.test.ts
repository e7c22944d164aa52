/* eslint-disable jest/no-conditional-expect -- each output has assertions of its own, and each cell some */
import { gunzipSync } from 'node:zlib';
import { Container } from '@n8n/di';
import { parse } from 'csv-parse/sync';
import { BinaryDataService } from 'n8n-core';
import type { INodeExecutionData } from 'n8n-workflow';
import { Analytics } from '../../../../../nodes/Analytics/Analytics.node';
import { startService, type Service } from '../../../../service/service';
import { bulkExport, runAnalytics } from '../../../../support/analyticsNode';
import { type RawFile, rawFiles, typedRows } from '../../../../support/rawFiles';
import { SubWorkflow, WORKFLOW_ID } from '../../../../support/subWorkflow';

/*
 * Each output with all that may change its rows, for two input items: what comes out is compared with
 * the files of the service as another reader reads them.
 */

let service: Service;
beforeEach(async () => {
	service = await startService({ rows: ROWS });
});
afterEach(async () => await service.close());

const ROWS = 45;
const LIMIT = 50;
const QUERIES = ['messages_by_hour_block', 'campaigns_by_user'];
const RANGES = { one: { dateRange: 'yesterday' }, three: { dateRange: 'last90Days' } };
const PARTS = { one: 1, three: 3 };

const OUTPUTS = ['items', 'csvFile', 'gzipFile', 'subWorkflow'] as const;
const NAMES = ['secondRow', 'firstRow', 'absent'] as const;
type Names = (typeof NAMES)[number];
const CELLS = OUTPUTS.flatMap((output) =>
	(['one', 'three'] as const).flatMap((parts) =>
		[false, true].flatMap((limit) =>
			NAMES.flatMap((names) =>
				[false, true].map((isAgent) => ({ output, parts, limit, names, isAgent })),
			),
		),
	),
);

it.each(CELLS)('%j', async ({ output, parts, limit, names, isAgent }) => {
	service.options.columnNames = names;
	const sub = new SubWorkflow((rows) => rows.slice(0, 1));
	const parameters = bulkExport({
		...RANGES[parts],
		queryName: '={{ $json.query }}',
		output,
		workflowId: WORKFLOW_ID,
		rowsPerBatch: 20,
		options: limit ? { maxRows: LIMIT } : {},
	});
	const { items, error, hints } = await runAnalytics(service, parameters, {
		items: QUERIES.map((query) => ({ json: { query } })),
		executeWorkflow: sub.execute,
		...(isAgent ? { node: agentTool() } : {}),
	});
	const downloads = count('download');
	const files = await rawFiles(service);

	// Without names, none are made up, and nothing is passed on; a compressed file has no need of them.
	if (names === 'absent' && output !== 'gzipFile') {
		expect(items).toEqual([]);
		expect(error?.message).toContain('The column names could not be determined from the file');
		expect(sub.rows).toEqual([]);
		return;
	}
	expect(error).toBeUndefined();
	const perItem = QUERIES.map((_, at) => files.slice(at * PARTS[parts], (at + 1) * PARTS[parts]));
	expect(count('bulkStart')).toBe(2 * PARTS[parts]);
	expect(count('status')).toBe(2 * PARTS[parts]);
	const all = perItem.map((own) => tableOf(own, names));
	const isCut = limit && (output === 'items' || output === 'subWorkflow') && parts === 'three';
	// What is not wanted is not even fetched.
	const fetched = isCut && output === 'items' ? 2 * 2 : 2 * PARTS[parts];
	if (!isAgent) expect(downloads).toBe(fetched);

	switch (output) {
		case 'items': {
			const most = Math.min(limit ? LIMIT : Infinity, isAgent ? 100 : Infinity);
			const expected = all.flatMap(({ columns, rows }, item) => {
				const taken = rows.slice(0, most);
				const more = isAgent && rows.length > most;
				const note = `Only the first ${most} rows are shown, there are more. Narrow the query by dates or filters.`;
				return [...typedRows(columns, taken), ...(more ? [{ moreRows: true, note }] : [])].map(
					(json) => ({ json, pairedItem: { item } }),
				);
			});
			expect(items).toEqual(expected);
			expect(text(hints).includes(`Only the first ${LIMIT} rows were returned`)).toBe(
				isCut && !isAgent,
			);
			break;
		}
		case 'csvFile':
			expect(items).toHaveLength(2);
			for (const [item, { columns, rows }] of all.entries()) {
				const csv = (await bytesOf(items[item])).toString();
				expect(parse(csv)).toEqual([columns, ...rows]);
				expect(items[item]?.json).toMatchObject({ rows: rows.length, columns });
				expect(items[item]?.pairedItem).toEqual({ item });
			}
			break;
		case 'gzipFile':
			expect(items).toHaveLength(files.length);
			for (const [at, { jobId, text: stored }] of files.entries()) {
				expect(gunzipSync(await bytesOf(items[at])).toString()).toBe(stored);
				expect(items[at]?.json).toMatchObject({ jobId, queryName: QUERIES[itemOf(at, parts)] });
				expect(items[at]?.pairedItem).toEqual({ item: itemOf(at, parts) });
			}
			break;
		case 'subWorkflow': {
			const passed = all.map(({ columns, rows }) =>
				typedRows(columns, rows).slice(0, limit ? LIMIT : Infinity),
			);
			expect(sub.rows).toEqual(passed.flat());
			expect(items.map(({ json }) => json.rows)).toEqual(passed.map((rows) => rows.length));
			expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
			expect(items.map(({ json }) => json.jobIds)).toEqual(
				perItem.map((own) => own.map(({ jobId }) => jobId)),
			);
			expect(text(hints).includes(`Only ${LIMIT} rows were passed on`)).toBe(isCut);
		}
	}
});

/** Files of jobs in the order of their starts: those of the first item first. */
function itemOf(file: number, parts: keyof typeof PARTS): number {
	return Math.floor(file / PARTS[parts]);
}

function tableOf(files: RawFile[], names: Names) {
	const above = names === 'secondRow' ? 2 : 1;
	return {
		columns: files[0]!.rows[above - 1]!,
		rows: files.flatMap(({ rows }) => rows.slice(above)),
	};
}

function agentTool(): Analytics {
	const node = new Analytics();
	const description = { ...node.description, name: 'analyticsTool' };
	return { ...node, description, execute: node.execute };
}

const asked = () => service.requests.map(({ endpoint }) => endpoint);
const count = (endpoint: string) => asked().filter((each) => each === endpoint).length;
const text = (hints: Array<{ message: string }>) => hints.map(({ message }) => message).join('\n');

async function bytesOf(item: INodeExecutionData | undefined): Promise<Buffer> {
	return await Container.get(BinaryDataService).getAsBuffer(item!.binary!.data!);
}

it.each([
	['secondRow', 'secondRow'],
	['firstRow', 'firstRow'],
	['absent', 'query'],
	['secondRow', 'query'],
] as const)(
	'a file with names %s, where the user chooses Column Names %s',
	async (names, columnNames) => {
		service.options.columnNames = names;
		const { items, error } = await runAnalytics(service, bulkExport({ options: { columnNames } }));
		expect(error).toBeUndefined();
		const [{ rows } = { rows: [] }] = await rawFiles(service);
		const data = rows.slice(names === 'secondRow' ? 2 : 1);
		const columns = data[0]!.map((_, at) => `column ${at}`);
		expect(items.map(({ json }) => Object.values(json))).toEqual(
			typedRows(columns, data).map((row) => Object.values(row)),
		);
	},
);

it('asks the query for its columns once, for all parts and executions, while the jobs run', async () => {
	service.options.jobDurationMs = 50;
	await runAnalytics(service, bulkExport({ ...RANGES.three, queryName: 'usage_by_user' }));
	expect(asked().indexOf('query')).toBeLessThan(asked().indexOf('download'));
	await runAnalytics(service, bulkExport({ queryName: 'usage_by_user' }));
	expect(count('query')).toBe(1);
});
