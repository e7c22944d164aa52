import { setTimeout as sleep } from 'node:timers/promises';
import type { INodeParameters } from 'n8n-workflow';
import { request } from 'undici';
import { ColumnTypes } from '../nodes/Analytics/table/columnTypes';
import { startWholeN8n, type WholeN8n } from '../test/n8n/wholeN8n';
import { opened } from './csv/wholeFile';
import { median } from './median';
import { chain, getResult, type Step } from './n8n/chains';
import { finishedExport, type FinishedExport } from './n8n/exportServer';
import { peakBytes, residentBytes, resetPeak } from './n8n/processMemory';
import { Table } from './table';

/*
 * npm run bench:batches -- [rows] [rounds]
 *
 * Rows passed on to an empty sub-workflow in batches of 10,000, in one real n8n process: against
 * reading the file once and n8n's own cost of as many calls.
 */

/** Each takes a minute and more. */
const ROUNDS = Number(process.argv[3] ?? 3);
const MB = 2 ** 20;
const ROWS_PER_BATCH = 10_000;
/** For all of n8n. With its default of gigabytes, V8 collects memory late, and the peak says nothing about the need. */
const HEAP_MB = 400;
/** An execution calls a sub-workflow so often; what one call takes is computed from it and from one without calls. */
const CALLS = 10;

export async function main(): Promise<void> {
	const rows = Number(process.argv[2] ?? 3_000_000);
	const file = await finishedExport(rows);
	const n8n = await startWholeN8n(file.service, {
		env: { NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` },
	});
	try {
		const id = await emptySubWorkflow(n8n);
		await activate(n8n, chain('batches', inBatches(file, n8n, id)));
		await activate(n8n, chain('no-calls', oneBatch(file, n8n)));
		await activate(n8n, chain('calls', [...oneBatch(file, n8n), ...executions(id, CALLS)]));
		const batchCount = Math.ceil(rows / ROWS_PER_BATCH);
		// n8n loads some of its modules only when they are needed first.
		await n8n.api.webhook('calls', {});
		const measured: Round[] = [];
		for (let round = 0; round < ROUNDS; round += 1) {
			measured.push(await measureRound(n8n, file, { rows, batchCount }));
			console.error(measured.at(-1));
		}
		const batches = median(measured.map(({ batchesMs }) => batchesMs));
		const reading = median(measured.map(({ readingMs }) => readingMs));
		const calls = median(measured.map(({ callMs }) => callMs)) * batchCount;
		const table = new Table(
			`${rows} rows to an empty sub-workflow, ${ROWS_PER_BATCH} in a batch (a heap of ${HEAP_MB} MB; rounds: ${ROUNDS})`,
			[
				'Sub-Workflow in Batches, ms',
				'reading the file once, ms',
				`${batchCount} calls of n8n's own Execute Sub-workflow, ms`,
				'ratio to both',
				'peak memory above idle, MB',
				`that of ${CALLS} such calls alone, MB`,
			],
		);
		table.add(
			Math.round(batches),
			Math.round(reading),
			Math.round(calls),
			(batches / (reading + calls)).toFixed(2),
			Math.round(Math.max(...measured.map(({ peakOfBatches }) => peakOfBatches))),
			Math.round(Math.max(...measured.map(({ peakOfCalls }) => peakOfCalls))),
		);
	} finally {
		await n8n.stop();
		await file.service.close();
	}
}

interface Round {
	/** How long all batches took, and reading the file once. */
	batchesMs: number;
	readingMs: number;
	/** What one call of n8n's own Execute Sub-workflow takes. */
	callMs: number;
	/** Memory above that of n8n before the execution, in MB. */
	peakOfBatches: number;
	peakOfCalls: number;
}

async function measureRound(
	n8n: WholeN8n,
	file: FinishedExport,
	{ rows, batchCount }: { rows: number; batchCount: number },
): Promise<Round> {
	const withoutCallsMs = await timed(async () => await n8n.api.webhook('no-calls', {}));
	const calls = await measureExecution(n8n, 'calls', 'flow');
	const readingMs = await timed(async () => await readOnce(file, rows));
	const batches = await measureExecution(n8n, 'batches', `"batches":${batchCount}`);
	return {
		batchesMs: batches.ms,
		readingMs,
		callMs: (calls.ms - withoutCallsMs) / CALLS,
		peakOfBatches: batches.peak,
		peakOfCalls: calls.peak,
	};
}

/** @returns the ID of a sub-workflow that does nothing with the rows that it gets */
export async function emptySubWorkflow(n8n: WholeN8n): Promise<string> {
	const workflow = chain('empty', []);
	const trigger = {
		...workflow.nodes[0]!,
		type: 'n8n-nodes-base.executeWorkflowTrigger',
		typeVersion: 1.1,
		parameters: { inputSource: 'passthrough' },
	};
	const id = await n8n.api.createWorkflow({ ...workflow, nodes: [trigger], connections: {} });
	await n8n.api.activate(id);
	return id;
}

export async function activate(n8n: WholeN8n, workflow: ReturnType<typeof chain>): Promise<void> {
	await n8n.api.activate(await n8n.api.createWorkflow(workflow));
}

function locator(workflowId: string): INodeParameters {
	return { __rl: true, mode: 'id', value: workflowId };
}

/** @returns the step that passes the rows of a finished export on to a sub-workflow, by the ID of that workflow */
export function inBatches(file: FinishedExport, { credentialId }: WholeN8n, id: string): Step[] {
	return getResult(file, 'subWorkflow', credentialId).map((step) => ({
		...step,
		parameters: { ...step.parameters, workflowId: locator(id), rowsPerBatch: ROWS_PER_BATCH },
	}));
}

/** As many of the same rows as one batch has, as the cost of a call depends on its rows. */
function oneBatch(file: FinishedExport, { credentialId }: WholeN8n): Step[] {
	const options = { columnNames: 'firstRow', maxRows: ROWS_PER_BATCH };
	return getResult(file, 'items', credentialId).map((step) => ({
		...step,
		parameters: { ...step.parameters, options },
	}));
}

/** Steps of n8n's own Execute Sub-workflow. */
function executions(id: string, count: number): Step[] {
	return Array.from({ length: count }, (_, at) => ({
		name: `Execute ${at}`,
		type: 'n8n-nodes-base.executeWorkflow',
		typeVersion: 1.1,
		parameters: { workflowId: locator(id), options: {} },
	}));
}

/** One reading with types, of which nothing is kept. */
async function readOnce({ fileUrl, authorization }: FinishedExport, rows: number): Promise<void> {
	const { body } = await request(fileUrl, { headers: { authorization } });
	const types = new ColumnTypes();
	const { table, columns } = await opened(body as AsyncIterable<Uint8Array>);
	const learn = types.converter(columns.names);
	for await (const batch of table.rows(columns)) {
		for (const cells of batch) cells.forEach(learn);
	}
	await table.verify();
	const read = table.rowCount;
	if (read !== rows) throw new Error(`${read} rows were read`);
}

interface Measurement {
	ms: number;
	/** Memory above that of n8n before the execution, in MB. */
	peak: number;
}

/** @param expected a part of what the webhook of the workflow answers */
async function measureExecution(
	{ api, child }: WholeN8n,
	path: string,
	expected: string,
): Promise<Measurement> {
	// n8n still works for a while after an execution has ended.
	await sleep(1_000);
	const idle = residentBytes(child.pid);
	resetPeak(child.pid);
	let answer = '';
	const ms = await timed(async () => {
		answer = await api.webhook(path, {});
	});
	if (!answer.includes(expected)) throw new Error(answer.slice(0, 300));
	return { ms, peak: (peakBytes(child.pid) - idle) / MB };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
	const started = performance.now();
	await work();
	return performance.now() - started;
}
