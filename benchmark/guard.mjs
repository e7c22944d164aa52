/**
 * npm run guard
 *
 * Fails when something has become slow by far. It runs in CI on machines that are busy with other
 * things, so it compares within one run, with margins that only a mistake goes through; how fast
 * things are is told by `npm run bench`.
 */
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath, URL } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { bundledCore } from './csv/bundled.mjs';
import { chunksOf, medians } from './csv/measure.mjs';
import { readers } from './csv/readers.mjs';
import { shapes } from './csv/shapes.mjs';
import { floorToObjects, oursToObjects } from './csv/wholeFile.mjs';
import { Table } from './table.mts';

const MOST_TARBALL_BYTES = 150_000;
const root = fileURLToPath(new URL('..', import.meta.url));
const table = new Table('Guard', ['what', 'figure', 'limit', 'normal']);
let failures = 0;

function check(what, figure, { limit, normal }) {
	table.add(what, figure, limit, normal);
	if (figure > limit) failures += 1;
}

const core = await bundledCore();
const { ours, 'csv-parse': csvParse } = readers(core);
for (const shape of ['plain', 'quoted']) {
	const chunks = chunksOf(shapes[shape]());
	const times = await medians({
		ours: async () => await ours(chunks, () => {}),
		csvParse: async () => await csvParse(chunks, () => {}),
	});
	check(`rows of ${shape} text, times csv-parse`, ratio(times.ours, times.csvParse), {
		limit: 0.4,
		normal: '0.1 to 0.2',
	});
}

const file = gzipSync(shapes.plain());
const unpacking = await medians({
	ours: () => {
		const gunzip = new core.Gunzip({ onData: () => {} });
		for (const chunk of chunksOf(file)) gunzip.push(chunk);
		gunzip.end();
	},
	zlib: () => gunzipSync(file),
});
check('gunzip, times zlib', ratio(unpacking.ours, unpacking.zlib), { limit: 6, normal: '2' });

const whole = await medians({
	ours: () => oursToObjects(core, chunksOf(file)),
	floor: () => floorToObjects(file),
});
check('file to row objects, times the floor', ratio(whole.ours, whole.floor), {
	limit: 3,
	normal: '1.5',
});

const [packed] = JSON.parse(
	execFileSync('npm', ['pack', '--json', '--pack-destination', tmpdir()], {
		cwd: root,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'ignore'],
	}),
);
check('packed tarball, bytes', packed.size, { limit: MOST_TARBALL_BYTES, normal: '126,000' });

process.exitCode = failures > 0 ? 1 : 0;

function ratio(time, other) {
	return Math.round((time / other) * 100) / 100;
}
