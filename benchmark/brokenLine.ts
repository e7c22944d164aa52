import '../test/engine/isolateHome';
import { median } from './median';
import { type FinishedExport, finishedExport } from './n8n/exportServer';
import { peakBytes, residentBytes, resetPeak } from './n8n/processMemory';
import { runAnalytics } from './runAnalytics';
import { Table } from './table';

/*
 * node test/run.mjs benchmark/brokenLine.ts [rows]
 *
 * A bulk export of 3 million rows as a file in n8n's engine, over a line that breaks twice in its middle and
 * over one that does not, alternating: each time the file is fetched from its beginning. The simulated service
 * is the same process.
 */

const ROUNDS = 3;
const MB = 2 ** 20;
const BREAK_AFTER = 30 * MB;

interface Line {
	name: string;
	/** After 30 MB. */
	breaks: number;
}

const LINES: Line[] = [
	{ name: 'does not break', breaks: 0 },
	{ name: 'breaks once', breaks: 1 },
	{ name: 'breaks twice', breaks: 2 },
];

export async function main(): Promise<void> {
	const rows = Number(process.argv[2] ?? 3_000_000);
	const file = await finishedExport(rows);
	const table = new Table(`A file of ${rows} rows over a line that breaks`, [
		'output',
		'line',
		'downloads',
		'outcome',
		'ms',
		'times',
		'peak memory above idle, MB',
	]);
	for (const output of ['csvFile', 'gzipFile']) {
		await fetched(file, output, LINES[0]!); // loads what n8n loads late
		const results = new Map(LINES.map((line) => [line, [] as Fetched[]]));
		for (let round = 0; round < ROUNDS; round++) {
			for (const [line, rounds] of results) rounds.push(await fetched(file, output, line));
		}
		const times = LINES.map((line) => median(results.get(line)!.map(({ ms }) => ms)));
		LINES.forEach((line, at) => {
			const { downloads, outcome } = results.get(line)!.at(-1)!;
			const ms = times[at]!;
			const ratio = (ms / times[0]!).toFixed(2);
			const peak = Math.max(...results.get(line)!.map(({ peakMb }) => peakMb));
			table.add(output, line.name, downloads, outcome, Math.round(ms), ratio, peak);
		});
	}
	await file.service.close();
}

interface Fetched {
	ms: number;
	/** Of the service too, which has the whole file in its memory before. */
	peakMb: number;
	downloads: number;
	outcome: string;
}

async function fetched(
	{ service, jobId }: FinishedExport,
	output: string,
	{ breaks }: Line,
): Promise<Fetched> {
	service.faults.clear();
	service.requests.length = 0;
	if (breaks > 0) {
		service.faults.add('download', { kind: 'breakOff', afterBytes: BREAK_AFTER }, breaks);
	}
	const idle = residentBytes(process.pid);
	resetPeak(process.pid);
	const started = performance.now();
	const { items, error } = await runAnalytics(service, {
		resource: 'bulkExport',
		operation: 'getResult',
		jobId,
		output,
		binaryPropertyName: 'data',
		options: { columnNames: 'firstRow' },
	});
	const ms = performance.now() - started;
	const peakMb = Math.round((peakBytes(process.pid) - idle) / MB);
	const downloads = service.requests.filter(({ endpoint }) => endpoint === 'download').length;
	if (!error && items.length !== 1) throw new Error(`${items.length} items came`);
	return { ms, peakMb, downloads, outcome: error ? 'never arrives' : 'arrives' };
}
