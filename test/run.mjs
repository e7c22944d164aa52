/**
 * Runs a TypeScript program of this project: `node test/run.mjs test/demo/demo.ts [arguments]`.
 *
 * It is bundled to CommonJS first, because n8n-workflow cannot be imported as an ES module.
 */
import { spawn } from 'node:child_process';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const [program, ...args] = process.argv.slice(2);
const outfile = join(
	root,
	'node_modules/.cache/programs',
	basename(program).replace(/\.ts$/, '.cjs'),
);

await build({
	entryPoints: [join(root, program)],
	outfile,
	bundle: true,
	platform: 'node',
	format: 'cjs',
	target: 'node24',
	packages: 'external',
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
