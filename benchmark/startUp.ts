import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { manifest, packedPackage } from '../test/support/manifest';
import { median } from './median';
import { Table } from './table';

/*
 * node test/run.mjs benchmark/startUp.ts
 *
 * How long n8n takes to load what is published, in a fresh process each time, once what n8n has
 * loaded already (n8n-workflow, zod, luxon) is there; the packed tarball, and what is in it.
 */

const { n8n } = manifest();
const files = [...n8n.nodes, ...n8n.credentials];
const ROUNDS = 11;

const PROGRAM = `
	for (const name of ['n8n-workflow', 'zod', 'luxon']) require(name);
	const started = performance.now();
	for (const file of ${JSON.stringify(files.map((file) => resolve(file)))}) require(file);
	console.log(performance.now() - started);
`;

export async function main(): Promise<void> {
	run('npx', ['gulp', 'build']);
	const times = Array.from({ length: ROUNDS }, () =>
		Number(run(process.execPath, ['-e', PROGRAM])),
	);
	const packed = packedPackage(run('npm', ['pack', '--json', '--pack-destination', tmpdir()]));

	const table = new Table('Start-up and size', ['what', 'figure', 'goal']);
	table.add('requiring all of dist/, ms', median(times).toFixed(1), '15');
	table.add('packed tarball, kB', Math.round(packed.size / 1000), '170');
	table.add('unpacked, kB', Math.round(packed.unpackedSize / 1000), '');
	for (const file of files) {
		table.add(file, `${Math.round(statSync(file).size / 1000)} kB`, '');
	}
	for (const [name, bytes] of await bundledLibraries()) {
		table.add(`of it, ${name}`, `${Math.round(bytes / 1000)} kB`, '');
	}
}

function run(command: string, args: string[]): string {
	return execFileSync(command, args, { encoding: 'utf8', stdio: 'pipe' });
}

/** Bytes of each bundled library in the bundles. */
async function bundledLibraries(): Promise<Map<string, number>> {
	const { metafile } = await build({
		entryPoints: files.map((file) => file.replace(/^dist\//, '').replace(/\.js$/, '.ts')),
		outdir: join(tmpdir(), 'never-written'),
		bundle: true,
		write: false,
		metafile: true,
		platform: 'node',
		external: ['n8n-workflow', 'zod', 'luxon'],
	});
	const sizes = new Map<string, number>();
	for (const { inputs } of Object.values(metafile.outputs)) {
		for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
			const name = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1];
			if (name) sizes.set(name, (sizes.get(name) ?? 0) + bytesInOutput);
		}
	}
	return sizes;
}
