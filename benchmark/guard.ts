import { execFileSync } from 'node:child_process';
import { gunzipSync, gzipSync } from 'node:zlib';
import { outputsWith } from '../nodes/Analytics/outputs/outputs';
import { packedPackage } from '../test/support/manifest';
import { bombGrowth } from './bomb';
import { chunksOf, medians } from './csv/measure';
import { readers } from './csv/readers';
import { shapes } from './csv/shapes';
import { floorToObjects, oursToObjects, unpack } from './csv/wholeFile';
import { Table } from './table';

/*
 * npm run bench -- guard
 *
 * Fails when something has become slow, or large, by far. It runs in CI on machines that are busy with other
 * things, so it compares within one run, with margins that only a mistake goes through; how fast
 * things are is told by `npm run bench`.
 */

const MAX_TARBALL_BYTES = 350_000;

interface Figure {
	figure: number;
	limit: number;
	normal: string;
}

export async function main(): Promise<void> {
	const table = new Table('Guard', ['what', 'figure', 'limit', 'normal']);
	const check = (what: string, { figure, limit, normal }: Figure) => {
		table.add(what, figure, limit, normal);
		if (figure > limit) process.exitCode = 1;
	};

	const file = gzipSync(shapes.plain());
	check('file to items with types, times the floor', {
		figure: await readingFile(file),
		limit: 3,
		normal: '1.6',
	});
	for (const shape of ['plain', 'quoted'] as const) {
		const figure = await readingRows(shapes[shape]());
		check(`rows of ${shape} text, times csv-parse`, { figure, limit: 0.4, normal: '0.1 to 0.2' });
	}
	check('gunzip, times zlib', { figure: await unpacking(file), limit: 6, normal: '1.5' });
	// Without column names, a file is passed on as it is, and is not refused.
	for (const output of outputsWith('hasColumnNames')) {
		// The longest field that is allowed takes as much, and zeros are one field.
		const figure = await bombGrowth(output);
		check(`a gzip bomb of 1 GB to ${output}, MB`, { figure, limit: 300, normal: '20' });
	}
	const figure = tarballBytes();
	check('packed tarball, bytes', { figure, limit: MAX_TARBALL_BYTES, normal: '301,000' });
}

async function readingRows(text: string): Promise<number> {
	const chunks = chunksOf(text);
	const times = await medians({
		ours: async () => await readers.ours(chunks, () => {}),
		csvParse: async () => await readers['csv-parse'](chunks, () => {}),
	});
	return ratio(times.ours, times.csvParse);
}

async function unpacking(file: Uint8Array): Promise<number> {
	const times = await medians({
		ours: () => unpack(chunksOf(file)),
		zlib: () => gunzipSync(file),
	});
	return ratio(times.ours, times.zlib);
}

async function readingFile(file: Uint8Array): Promise<number> {
	const times = await medians({
		ours: () => oursToObjects(chunksOf(file), 'byColumn'),
		floor: () => floorToObjects(file),
	});
	return ratio(times.ours, times.floor);
}

function tarballBytes(): number {
	const args = ['pack', '--dry-run', '--json', '--offline'];
	return packedPackage(execFileSync('npm', args, { encoding: 'utf8' })).size;
}

function ratio(time: number, other: number): number {
	return Math.round((time / other) * 100) / 100;
}
