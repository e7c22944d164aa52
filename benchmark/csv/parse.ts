import { Table } from '../table';
import { chunksOf, medians } from './measure';
import { cellReaders, type Reader, readers } from './readers';
import { shapes } from './shapes';

/*
 * npm run bench -- csv
 *
 * Text in chunks of 64 KB to rows, against the CSV libraries.
 */

export async function main(): Promise<void> {
	await compare('row objects', readers, (row) => row.column_3!);
	await compare('arrays of cells', cellReaders, (cells) => cells[2]!);
}

type Readers<R> = Record<string, Reader<R>> & { ours: Reader<R> };

/** @param third gives the third value of a row */
async function compare<R>(
	title: string,
	all: Readers<R>,
	third: (row: R) => string,
): Promise<void> {
	const names = Object.keys(all);
	const table = new Table(`CSV text to ${title}: ms (times ours)`, ['shape', 'MB', ...names]);
	for (const [shape, makeText] of Object.entries(shapes)) {
		const bytes = Buffer.from(makeText());
		const times = await timesOf(shape, bytes, all, third);
		const { ours = NaN } = times;
		const cells = Object.values(times).map((time) => {
			return `${Math.round(time)} (${(time / ours).toFixed(2)})`;
		});
		table.add(shape, Math.round(bytes.length / 1e6), ...cells);
	}
}

/** Medians by reader, after a check that all of them read the same. */
async function timesOf<R>(
	shape: string,
	bytes: Uint8Array,
	all: Readers<R>,
	third: (row: R) => string,
): Promise<Record<string, number>> {
	const results = new Map<string, string>();
	const decoder = new TextDecoder();
	const chunks = chunksOf(bytes).map((chunk) => decoder.decode(chunk, { stream: true }));
	const tasks = Object.entries(all).map(([name, read]) => [
		name,
		async () => {
			let rows = 0;
			let length = 0;
			await read(chunks, (row) => {
				rows += 1;
				length += third(row).length;
			});
			results.set(name, `${rows} rows, ${length} characters`);
		},
	]);
	const times = await medians(Object.fromEntries(tasks) as Record<string, () => Promise<void>>);
	for (const [name, result] of results) {
		if (result !== results.get('ours')) throw new Error(`${shape}: ${name} read ${result}`);
	}
	return times;
}
