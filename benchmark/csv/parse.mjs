/** Text in chunks of 64 KB to rows, against the CSV libraries. */
import { Buffer } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { Table } from '../table.mts';
import { bundledCore } from './bundled.mjs';
import { chunksOf, medians } from './measure.mjs';
import { cellReaders, readers } from './readers.mjs';
import { shapes } from './shapes.mjs';

const core = await bundledCore();
await compare('row objects', readers(core), (row) => row.column_3);
await compare('arrays of cells', cellReaders(core), (cells) => cells[2]);

async function compare(title, all, third) {
	const names = Object.keys(all);
	const table = new Table(`CSV text to ${title}: ms (times ours)`, ['shape', 'MB', ...names]);
	for (const [shape, makeText] of Object.entries(shapes)) {
		const bytes = Buffer.from(makeText());
		const times = await timesOf(shape, bytes, all, third);
		const cells = names.map((name) => {
			return `${Math.round(times[name])} (${(times[name] / times.ours).toFixed(2)})`;
		});
		table.add(shape, Math.round(bytes.length / 1e6), ...cells);
	}
}

/** Medians by reader, after a check that all of them read the same. */
async function timesOf(shape, bytes, all, third) {
	const results = new Map();
	const decoder = new TextDecoder();
	const chunks = chunksOf(bytes).map((chunk) => decoder.decode(chunk, { stream: true }));
	const tasks = Object.entries(all).map(([name, read]) => [
		name,
		async () => {
			let rows = 0;
			let length = 0;
			await read(chunks, (row) => {
				rows++;
				length += third(row).length;
			});
			results.set(name, `${rows} rows, ${length} characters`);
		},
	]);
	const times = await medians(Object.fromEntries(tasks));
	for (const [name, result] of results) {
		if (result !== results.get('ours')) throw new Error(`${shape}: ${name} read ${result}`);
	}
	return times;
}
