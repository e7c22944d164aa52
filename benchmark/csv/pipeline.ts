import { gunzipSync, gzipSync } from 'node:zlib';
import { Table } from '../table';
import { chunksOf, medians } from './measure';
import { shapes } from './shapes';
import { floorToObjects, oursToObjects, oursToText, unpack } from './wholeFile';

/*
 * npm run bench -- pipeline
 *
 * A compressed file of 500,000 rows to objects that are kept, and its parts.
 */

const FLOOR = 'the floor: `zlib.gunzipSync` and uDSV to objects';

export async function main(): Promise<void> {
	const file = gzipSync(shapes.plain());
	const chunks = chunksOf(file);

	const times = await medians({
		'ours, with types converted': () => oursToObjects(chunks, 'byColumn'),
		'ours, all text': () => oursToObjects(chunks),
		'ours, the text passed through': () => oursToText(chunks),
		'`Gunzip`, chunks of 64 KB': () => unpack(chunks),
		'`zlib.gunzipSync`': () => gunzipSync(file),
		[FLOOR]: () => floorToObjects(file),
	});

	const table = new Table('A compressed file of 500,000 rows', ['way', 'ms', 'times the floor']);
	for (const [name, time] of Object.entries(times)) {
		table.add(name, Math.round(time), (time / times[FLOOR]).toFixed(2));
	}
}
