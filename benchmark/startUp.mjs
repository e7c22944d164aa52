/**
 * node benchmark/startUp.mjs
 *
 * How long n8n takes to load what is published, in a fresh process each time, once what n8n has
 * loaded already (n8n-workflow, zod, luxon) is there; the packed tarball, and what is in it.
 */
import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { median } from './median.mts';
import { Table } from './table.mts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { n8n } = createRequire(import.meta.url)('../package.json');
const files = [...n8n.nodes, ...n8n.credentials];
const ROUNDS = 11;

const PROGRAM = `
	for (const name of ['n8n-workflow', 'zod', 'luxon']) require(name);
	const started = performance.now();
	for (const file of ${JSON.stringify(files.map((file) => join(root, file)))}) require(file);
	console.log(performance.now() - started);
`;

function run(command, args) {
	return execFileSync(command, args, { cwd: root, encoding: 'utf8', stdio: 'pipe' });
}

run('npx', ['gulp', 'build']);
const times = Array.from({ length: ROUNDS }, () => Number(run(process.execPath, ['-e', PROGRAM])));
const [packed] = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', tmpdir()]));

const table = new Table('Start-up and size', ['what', 'figure', 'goal']);
table.add('requiring all of dist/, ms', median(times).toFixed(1), '15');
table.add('packed tarball, kB', Math.round(packed.size / 1000), '150');
table.add('unpacked, kB', Math.round(packed.unpackedSize / 1000), '');
for (const file of files) {
	table.add(file, `${Math.round(statSync(join(root, file)).size / 1000)} kB`, '');
}
for (const [name, bytes] of await bundledLibraries()) {
	table.add(`of it, ${name}`, `${Math.round(bytes / 1000)} kB`, '');
}

/** Bytes of each bundled library in the bundles. */
async function bundledLibraries() {
	const { metafile } = await build({
		entryPoints: files.map((file) => file.replace(/^dist\//, '').replace(/\.js$/, '.ts')),
		absWorkingDir: root,
		outdir: join(tmpdir(), 'never-written'),
		bundle: true,
		write: false,
		metafile: true,
		platform: 'node',
		external: ['n8n-workflow', 'zod', 'luxon'],
	});
	const sizes = new Map();
	for (const { inputs } of Object.values(metafile.outputs)) {
		for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
			const name = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1];
			if (name) sizes.set(name, (sizes.get(name) ?? 0) + bytesInOutput);
		}
	}
	return sizes;
}
