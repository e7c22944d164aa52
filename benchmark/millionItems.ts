import '../test/engine/isolateHome';
import { finishedExport } from './n8n/exportServer';
import { runAnalytics } from './runAnalytics';
import { Table } from './table';

/*
 * node --max-old-space-size=2048 test/run.mjs benchmark/millionItems.ts [rows]
 *
 * A million rows of ten columns as items, in n8n's engine, within 2 GB of heap. The simulated
 * service, with the compressed file in its memory, is the same process.
 */

export async function main(): Promise<void> {
	const rows = Number(process.argv[2] ?? 1_000_000);
	const { service, jobId } = await finishedExport(rows);
	const columns = ['rows', 'ms', 'µs a row', 'heap in use, MB', 'limit of the heap, MB'];
	const table = new Table("Items in n8n's engine", columns);
	const started = performance.now();
	const { items, error } = await runAnalytics(service, {
		resource: 'bulkExport',
		operation: 'getResult',
		jobId,
		output: 'items',
		options: { columnNames: 'firstRow' },
	});
	const time = performance.now() - started;
	if (error ?? items.length !== rows) throw error ?? new Error(`${items.length} items came`);
	const { heapUsed } = process.memoryUsage();
	const { getHeapStatistics } = await import('node:v8');
	table.add(
		rows,
		Math.round(time),
		((time / rows) * 1000).toFixed(2),
		Math.round(heapUsed / 2 ** 20),
		Math.round(getHeapStatistics().heap_size_limit / 2 ** 20),
	);
	await service.close();
}
