import '../../../support/quickWaits';
import { gzipSync } from 'node:zlib';
import { DateTime } from 'luxon';
import type { INodeParameters } from 'n8n-workflow';
import { OUTPUT_NAMES } from '../../../../nodes/Analytics/outputs/outputs';
import { agentTool, bulkExport, runAnalytics, sendFiles } from '../../../support/analyticsNode';
import type { RunOptions } from '../../../support/nodeRuns';
import { CONTINUE } from '../../../support/onError';
import { serviceForEach } from '../../../support/serviceForEach';

const service = serviceForEach();

/** Three windows of 30 days, so three jobs. */
const LONG_RANGE = { dateRange: 'lastDays', days: 90 };

async function run(parameters: INodeParameters = {}, options: RunOptions = {}) {
	const ran = await runAnalytics(service, bulkExport(parameters), options);
	return { ...ran, rows: ran.items.map(({ json }) => json) };
}

const yesterday = DateTime.utc().minus({ days: 1 }).toISODate();

it('a call by an AI agent is told what the rows are, as in Query > Run', async () => {
	const { rows } = await run({}, { node: agentTool() });
	expect(rows.at(-1)?.note).toBe(
		`24 rows of messages_by_hour_block, ${yesterday}, UTC, without filters.`,
	);
});

describe('a Limit', () => {
	it('decides the types by the rows up to it, although the next one is text', async () => {
		sendFiles(service, 'x\nday,sent\n2026-11-20,1.50\n2026-11-20,2\n2026-11-20,A\n');
		const { rows } = await run({ options: { columnNames: 'secondRow', maxRows: 2 } });
		expect(rows.map(({ sent }) => sent)).toEqual([1.5, 2]);
	});

	it('is no reason to return rows of a file that is damaged after them', async () => {
		const text = `x\nday,orders\n${'2026-11-01,3\n'.repeat(20_000)}`;
		const bytes = gzipSync(text, { level: 0 });
		const digitOfFirstRow = bytes.indexOf('2026-11-01');
		bytes[digitOfFirstRow] = '3'.charCodeAt(0);
		service.faults.add('download', { kind: 'file', bytes }, 3);
		const { items, error } = await run({ options: { columnNames: 'secondRow', maxRows: 5 } });
		expect(error?.message).toContain('is damaged');
		expect(items).toEqual([]);
	});
});

it('of one job for the requests of two items, neither gets the file, as nobody knows whose it is', async () => {
	let first: unknown;
	service.options.answers = (answer, endpoint) => {
		if (endpoint !== 'bulkStart') return answer;
		first ??= answer.body;
		return { ...answer, body: first as typeof answer.body };
	};
	const items = ['north', 'south'].map((store) => ({ json: { store } }));
	const filters = { storeId: '={{ $json.store }}' };
	const { rows } = await run({ filters }, { items, ...CONTINUE });
	const said = expect.stringContaining('one job for two different requests') as string;
	expect(rows).toMatchObject([{ error: said }, { error: said }]);
	expect(JSON.stringify(rows)).not.toContain('Get Result can fetch');
});

it('the files of several items differ by a number, if File Name is fixed, and equal items share one', async () => {
	const items = ['north', 'south', 'north'].map((store) => ({ json: { store } }));
	const parameters = {
		output: 'csvFile',
		filters: { storefront: '={{ $json.store }}' },
		options: { fileName: 'daily' },
	};
	// The job of the first item is done last.
	service.faults.add('status', { kind: 'status', status: 500 });
	const ran = await run(parameters, { items });
	const files = ['daily.csv', 'daily (2).csv', 'daily.csv'];
	expect(ran.rows.map(({ fileName }) => fileName)).toEqual(files);
	expect(ran.items.map(({ binary }) => binary?.data?.fileName)).toEqual(files);
});

describe('of an unpacked file that is cut off in its last value at the same byte each time', () => {
	const bytes = Buffer.from(`x\nday,orders\n${'2026-11-01,345\n'.repeat(100)}`).subarray(0, -2);

	it.each(OUTPUT_NAMES)('nothing is passed on: %s', async (output) => {
		service.faults.add('download', { kind: 'file', bytes }, Infinity);
		const { items, error } = await run({ output, options: { columnNames: 'secondRow' } });
		expect(items).toEqual([]);
		const isCompressed = output === 'gzipFile';
		expect(error?.message).toContain(isCompressed ? 'arrived already unpacked' : 'is damaged');
		expect(service.requestsTo('download')).toHaveLength(isCompressed ? 1 : 3);
	});
});

describe('of a file that was compressed for the way', () => {
	const file = 'x\nday,orders\n1,7\n2,8\n';
	const headers = { 'Content-Encoding': 'gzip' };
	const stored = gzipSync(file, { level: 0 });
	// n8n unpacks what has arrived, and notices no end of it.
	const cut = stored.subarray(0, stored.indexOf('2,8'));

	it('no part passes for the whole, and n8n is not asked to unpack it', async () => {
		service.options.compressedBytes = stored.length;
		service.faults.add('download', { kind: 'file', bytes: cut, headers });
		service.faults.add('download', { kind: 'file', bytes: stored, headers }, 2);
		const { rows, error } = await run({ options: { columnNames: 'secondRow' } });
		expect(error).toBeUndefined();
		expect(rows).toEqual([
			{ day: 1, orders: 7 },
			{ day: 2, orders: 8 },
		]);
		const asked = service.requestsTo('download').map(({ headers }) => headers['accept-encoding']);
		expect(asked).toEqual(Array(3).fill('identity'));
	});
});

it('a damaged file is fetched again, although its column names are wrong as well', async () => {
	// Its checksum, which is wrong, is far behind the rows by which the names are chosen.
	const file = gzipSync(`x\nd?y\n${'1\n'.repeat(100_000)}`, { level: 0 });
	const bytes = Buffer.concat([file.subarray(0, -8), Buffer.alloc(8)]);
	service.faults.add('download', { kind: 'file', bytes });
	sendFiles(service, 'x\nday\n1\n');
	const { rows } = await run({ options: { columnNames: 'secondRow', outputColumns: ['day'] } });
	expect(rows).toEqual([{ day: 1 }]);
});

it.each(['run', 'start'])(
	'if one part of a long range fails, the error of the item names the jobs of the others (%s)',
	async (operation) => {
		service.faults.add('bulkStart', { kind: 'status', status: 400, body: '' });
		const { rows } = await run({ operation, ...LONG_RANGE }, CONTINUE);
		const { description, jobId } = rows[0]!;
		// Get Result would take two parts for the whole.
		expect(jobId).toBeNull();
		expect(description).toContain(`with: ${[...service.jobs.keys()].join(', ')} (2 of 3 parts).`);
		expect(service.requestsTo('status')).toHaveLength(0);
	},
);

it.each(['start', 'run'])(
	'on the error output of %s, the job of an earlier export in the input does not pass for a new one',
	async (operation) => {
		service.faults.add('bulkStart', { kind: 'status', status: 400, body: '' });
		const items = [{ json: { jobId: 'of-an-earlier-export' } }];
		const options = { onError: 'continueErrorOutput', items } as const;
		const { errorItems } = await run({ operation }, options);
		expect(errorItems.map(({ json }) => json['jobId'])).toEqual([null]);
	},
);

it.each([
	{
		what: 'a description of a job that failed, if it never comes',
		failJob: { message: 'Quota', description: 'Quota exceeded' },
		fault: { kind: 'stall' } as const,
		message: 'The bulk export failed',
	},
	{
		what: 'a file that is refused with 429',
		fault: { kind: 'status', status: 429, headers: { 'Retry-After': '30' } } as const,
		message: 'receiving too many requests',
	},
])('Max Wait ends the wait for $what', async ({ failJob, fault, message }) => {
	Object.assign(service.options, { failJob });
	service.faults.add('download', fault, Infinity);
	const from = performance.now();
	const { error } = await run({ options: { maxWait: 60 } });
	expect(error?.message).toContain(message);
	expect((performance.now() - from) / 1000).toBeLessThan(240);
});
