import '../../../support/quickWaits';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import type { INodeExecutionData } from 'n8n-workflow';
import { OUTPUT_NAMES, outputsWith } from '../../../../nodes/Analytics/outputs/outputs';
import type { OutputName } from '../../../../nodes/Analytics/outputs/settings';
import { csvText } from '../../../service/bulkFile';
import type { Job } from '../../../service/jobs';
import { recordObjects } from '../../../service/records';
import { BY_QUERY, bulkExport, itemsOfQueries, runAnalytics } from '../../../support/analyticsNode';
import { bytesOf } from '../../../support/binaryFile';
import { serviceForEach } from '../../../support/serviceForEach';

/*
 * What each output returns for two input items, compared with the records of the service: for a range that is
 * fetched in three parts, with a Limit and without.
 */

const RECORDS_OF_A_PART = 45;
const service = serviceForEach({ rows: RECORDS_OF_A_PART });

/** More than one part has, and fewer than two have. */
const LIMIT = 50;
const QUERIES = ['messages_by_hour_block', 'campaigns_by_user'];
const PARTS = 3;

/** All rows, and fewer than that: a Limit that was entered for another output does not count. */
const CASES = OUTPUT_NAMES.flatMap((output) => [
	{ output, limit: undefined },
	{ output, limit: LIMIT },
]);

it.each(CASES)('$output, Limit: $limit', async ({ output, limit }) => {
	const parameters = bulkExport({
		dateRange: 'lastDays',
		days: 30 * PARTS,
		...BY_QUERY,
		output,
		options: limit === undefined ? {} : { maxRows: limit },
	});
	const { items, error } = await runAnalytics(service, parameters, {
		items: itemsOfQueries(...QUERIES),
	});
	expect(error).toBeUndefined();

	expect(service.requestsTo('bulkStart')).toHaveLength(2 * PARTS);
	// Each job is done at the third look.
	expect(service.requestsTo('status')).toHaveLength(3 * 2 * PARTS);
	// For the columns of each query, whatever the parts.
	const hasColumnNames = outputsWith('hasColumnNames').includes(output);
	expect(service.requestsTo('query')).toHaveLength(hasColumnNames ? 2 : 0);
	// The limit is reached in the second part, so a third one is not even fetched.
	const isThirdLeftOut = output === 'items' && limit !== undefined;
	expect(service.requestsTo('download')).toHaveLength(2 * (isThirdLeftOut ? 2 : PARTS));

	const jobs = [...service.jobs.values()];
	const jobsOfItems = QUERIES.map((_, item) => jobs.slice(item * PARTS, (item + 1) * PARTS));
	await CHECKS[output]({ items, jobs, jobsOfItems, limit: limit ?? Infinity });
});

interface Result {
	items: INodeExecutionData[];
	jobs: Job[];
	/** The jobs of each input item, one for each part of its range. */
	jobsOfItems: Job[][];
	/** Infinity without one. */
	limit: number;
}

/** What each output returns. */
const CHECKS: Record<OutputName, (result: Result) => void | Promise<void>> = {
	items({ items, jobsOfItems, limit }) {
		const expected = jobsOfItems.flatMap((own, item) =>
			rowsOf(own)
				.slice(0, limit)
				.map((json) => ({ json, pairedItem: { item } })),
		);
		expect(items).toEqual(expected);
	},

	async csvFile({ items, jobsOfItems }) {
		expect(items).toHaveLength(2);
		for (const [item, rows] of jobsOfItems.map(rowsOf).entries()) {
			const columns = Object.keys(rows[0]!);
			const cells = rows.map((row) => Object.values(row).map(String));
			expect(parse(await bytesOf(items[item]))).toEqual([columns, ...cells]);
			expect(items[item]?.json).toMatchObject({ rows: rows.length, columns: columns.join(', ') });
			// With the ID of one part, Get Result would take it for the whole.
			expect(items[item]?.json).not.toHaveProperty('jobId');
			expect(items[item]?.pairedItem).toEqual({ item });
		}
	},

	async gzipFile({ items, jobs }) {
		expect(items).toHaveLength(jobs.length);
		for (const [at, { jobId, request }] of jobs.entries()) {
			const text = [...csvText(service.options, request)].join('');
			expect(gunzipSync(await bytesOf(items[at])).toString()).toBe(text);
			expect(items[at]?.json).toMatchObject({ jobId, queryName: request.queryName });
			expect(items[at]?.pairedItem).toEqual({ item: Math.floor(at / PARTS) });
		}
	},
};

/** The records of jobs as objects, in the order of the jobs. */
function rowsOf(jobs: Job[]): object[] {
	return jobs.flatMap(({ request }) => recordObjects(request));
}
