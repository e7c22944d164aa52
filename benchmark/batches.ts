import { setTimeout as sleep } from 'node:timers/promises';
import type { INodeParameters } from 'n8n-workflow';
import { request } from 'undici';
import { ColumnTypes } from '../nodes/Analytics/table/columnTypes';
import { startWholeN8n, type WholeN8n } from '../test/n8n/wholeN8n';
import { groupsOf } from './csv/wholeFile';
import { median } from './median';
import { chain, getResult } from './n8n/chains';
import { finishedExport, type FinishedExport } from './n8n/exportServer';
import { peakBytes, residentBytes, resetPeak } from './n8n/processMemory';
import { Table } from './table';

/*
 * node test/run.mjs benchmark/batches.ts [rows] [rounds]
 *
 * Rows passed on to an empty sub-workflow in batches of 10,000, in one real n8n process: against
 * reading the file once and n8n's own cost of as many calls.
 */

/** Each takes a minute and more. */
const ROUNDS = Number(process.argv[3] ?? 3);
const MB = 2 ** 20;
const ROWS_PER_BATCH = 10_000;
/** For all of n8n. With the gigabytes of its default, memory is collected late, and no peak tells what is needed. */
const HEAP_MB = 400;
/** Calls of a sub-workflow in one execution, from which the cost of one follows. */
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
		const calls = Math.ceil(rows / ROWS_PER_BATCH);
		const times = { batches: [] as number[], reading: [] as number[], call: [] as number[] };
		const peaks: number[] = [];
		const peaksOfCalls: number[] = [];
		// Loads what n8n loads late.
		await n8n.api.webhook('calls', {});
		for (let round = 0; round < ROUNDS; round++) {
			const without = await timed(async () => await n8n.api.webhook('no-calls', {}));
			const calling = await measured(n8n, 'calls', 'flow');
			const reading = await timed(async () => await readOnce(file, rows));
			const { time, peak } = await measured(n8n, 'batches', `"batches":${calls}`);
			times.call.push((calling.time - without) / CALLS);
			peaksOfCalls.push(calling.peak);
			times.reading.push(reading);
			times.batches.push(time);
			peaks.push(peak);
			console.error({ time, peak, reading, without, calling });
		}
		const [ours, reading] = [median(times.batches), median(times.reading)];
		const ownCost = median(times.call) * calls;
		new Table(
			`${rows} rows to an empty sub-workflow, ${ROWS_PER_BATCH} in a batch (a heap of ${HEAP_MB} MB; rounds: ${ROUNDS})`,
			[
				'Sub-Workflow in Batches, ms',
				'reading the file once, ms',
				`${calls} calls of n8n's own Execute Sub-workflow, ms`,
				'ratio to both',
				'peak memory above idle, MB',
				`that of ${CALLS} such calls alone, MB`,
			],
		).add(
			Math.round(ours),
			Math.round(reading),
			Math.round(ownCost),
			(ours / (reading + ownCost)).toFixed(2),
			Math.round(Math.max(...peaks)),
			Math.round(Math.max(...peaksOfCalls)),
		);
	} finally {
		await n8n.stop();
		await file.service.close();
	}
}

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

const locator = (value: string): INodeParameters => ({ __rl: true, mode: 'id', value });

export function inBatches(
	file: FinishedExport,
	{ credentialId }: WholeN8n,
	id: string,
): ReturnType<typeof getResult> {
	return getResult(file, 'subWorkflow', credentialId).map((step) => ({
		...step,
		parameters: { ...step.parameters, workflowId: locator(id), rowsPerBatch: ROWS_PER_BATCH },
	}));
}

/** As many of the same rows as one batch has: what a call costs n8n depends on them. */
function oneBatch(file: FinishedExport, { credentialId }: WholeN8n) {
	const options = { columnNames: 'firstRow', maxRows: ROWS_PER_BATCH };
	return getResult(file, 'items', credentialId).map((step) => ({
		...step,
		parameters: { ...step.parameters, options },
	}));
}

function executions(id: string, count: number) {
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
	let learn: ReturnType<ColumnTypes['converter']> | undefined;
	let read = 0;
	for await (const batch of groupsOf(body as AsyncIterable<Uint8Array>)) {
		learn ??= types.converter(batch.columns.names);
		for (const cells of batch.rows) cells.forEach(learn);
		read += batch.rows.length;
	}
	if (read !== rows) throw new Error(`${read} rows were read`);
}

async function measured({ api, child }: WholeN8n, path: string, expected: string) {
	// What n8n does after the execution before.
	await sleep(1_000);
	const idle = residentBytes(child.pid);
	resetPeak(child.pid);
	let answer = '';
	const time = await timed(async () => {
		answer = await api.webhook(path, {});
	});
	if (!answer.includes(expected)) throw new Error(answer.slice(0, 300));
	return { time, peak: (peakBytes(child.pid) - idle) / MB };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
	const started = performance.now();
	await work();
	return performance.now() - started;
}
