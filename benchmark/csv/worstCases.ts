import { CsvReader } from '../../nodes/Analytics/csv/csvReader';
import { Table } from '../table';
import { medians } from './measure';

/*
 * node test/run.mjs benchmark/csv/worstCases.ts
 *
 * Texts made to slow a CSV reader down, at two sizes: twice the text must take about twice the time.
 */

const CHUNK = 65_536;
const MB = 2 ** 20;

/** Text of a size, and what it must be read as. */
interface WorstCase {
	size: number;
	text(size: number): string;
	cells(size: number): number;
}

const cases: Record<string, WorstCase> = {
	'one plain field of 100 MB': {
		size: 100 * MB,
		text: (size) => 'x'.repeat(size),
		cells: () => 1,
	},
	'one quoted field of 100 MB': {
		size: 100 * MB,
		text: (size) => `"${'x, \n'.repeat(size / 4)}"`,
		cells: () => 1,
	},
	'one field with a million quotes': {
		size: 1e6,
		text: (size) => `"${'""'.repeat(size)}"`,
		cells: () => 1,
	},
	'a million empty quoted fields, 10,000 in a row': {
		size: 1e6,
		text: (size) => `${'"",'.repeat(9_999)}""\n`.repeat(size / 10_000),
		cells: (size) => size,
	},
	'ten million empty rows': {
		size: 1e7,
		text: (size) => '\n'.repeat(size),
		cells: (size) => size,
	},
};

export async function main(): Promise<void> {
	const table = new Table('CSV reader: worst cases, ms', ['text', 'half', 'whole', 'times']);
	for (const [name, worst] of Object.entries(cases)) {
		const { half, whole } = await medians({
			half: task(worst, worst.size / 2),
			whole: task(worst, worst.size),
		});
		table.add(name, Math.round(half), Math.round(whole), (whole / half).toFixed(2));
	}
}

function task({ text, cells }: WorstCase, size: number): () => void {
	const chunks = chunksOf(text(size));
	return () => {
		let count = 0;
		const reader = new CsvReader({ onRow: (row) => (count += row.length) });
		for (const chunk of chunks) reader.write(chunk);
		reader.end();
		if (count !== cells(size)) throw new Error(`${count} cells were read`);
	};
}

/** Strings of their own, as a decoder makes them. */
function chunksOf(text: string): string[] {
	const bytes = new TextEncoder().encode(text);
	const decoder = new TextDecoder();
	const chunks: string[] = [];
	for (let at = 0; at < bytes.length; at += CHUNK) {
		chunks.push(decoder.decode(bytes.subarray(at, at + CHUNK)));
	}
	return chunks;
}
