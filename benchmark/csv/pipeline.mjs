/** A compressed file of 500,000 rows to objects that are kept, and its parts. */
import { gunzipSync, gzipSync } from 'node:zlib';
import { Table } from '../table.mts';
import { bundledCore } from './bundled.mjs';
import { chunksOf, medians } from './measure.mjs';
import { shapes } from './shapes.mjs';
import { floorToObjects, oursToObjects } from './wholeFile.mjs';

const FLOOR = 'the floor: `zlib.gunzipSync` and uDSV to objects';

const core = await bundledCore();
const file = gzipSync(shapes.plain());
const chunks = chunksOf(file);

const times = await medians({
	'`Gunzip`, chunks of 64 KB': () => {
		const gunzip = new core.Gunzip({ onData: () => undefined });
		for (const chunk of chunks) gunzip.push(chunk);
		gunzip.end();
	},
	'`zlib.gunzipSync`': () => gunzipSync(file),
	'ours, streamed to objects': () => oursToObjects(core, chunks),
	'ours, with types converted': () => oursToObjects(core, chunks, core.convertType),
	[FLOOR]: () => floorToObjects(file),
});

const table = new Table('A compressed file of 500,000 rows', ['way', 'ms', 'times the floor']);
for (const [name, time] of Object.entries(times)) {
	table.add(name, Math.round(time), (time / times[FLOOR]).toFixed(2));
}
