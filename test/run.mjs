/**
 * Runs a TypeScript program of this project: `node test/run.mjs test/demo/demo.ts [arguments]`.
 *
 * It is bundled to CommonJS first, because n8n-workflow cannot be imported as an ES module.
 */
import { spawn } from 'node:child_process';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { inEngine, isOfEngine } from './engines/engine.cjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const [program, ...args] = process.argv.slice(2);
const outfile = join(
	root,
	'node_modules/.cache/programs',
	process.env.ENGINE ?? '',
	basename(program).replace(/\.ts$/, '.cjs'),
);

/** What n8n brings comes from the engine that is tested. */
const engine = {
	name: 'engine',
	setup: ({ onResolve }) =>
		onResolve({ filter: /./ }, ({ path, importer }) =>
			isOfEngine(path, importer) ? { path: inEngine(path), external: true } : undefined,
		),
};

await build({
	entryPoints: [join(root, program)],
	outfile,
	bundle: true,
	platform: 'node',
	format: 'cjs',
	target: 'node24',
	packages: 'external',
	plugins: [engine],
	sourcemap: 'inline',
	logLevel: 'warning',
});
const child = spawn(
	process.execPath,
	['--enable-source-maps', ...process.execArgv, outfile, ...args],
	{
		cwd: root,
		stdio: 'inherit',
	},
);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => (process.exitCode = signal ? 1 : code));
