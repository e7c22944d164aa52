/**
 * Runs a TypeScript program of this project, in its root: `npx node test/run.mjs FILE [arguments]`. Like the npm scripts,
 * npx takes the Node.js that this project installs, whatever the reader's own is.
 * A program is a file that exports `main`; it fails if that throws, and, by Node itself, if it never comes to its end.
 *
 * It is bundled to CommonJS first, because n8n-workflow cannot be imported as an ES module. This file
 * itself is what Node starts, so it is plain JavaScript.
 */
import { execFileSync } from 'node:child_process';
import Module from 'node:module';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inEngine, isOfEngine } from './engines/engine.cjs';

/** Of the Node.js among the packages of this project. */
const MIN_MAJOR = 24;
const MAX_BUNDLE_BYTES = 1e8;

/** Of esbuild, which has a process of its own, so that nothing of it is in the memory that is measured. */
const OPTIONS = [
	...['--bundle', '--platform=node', '--format=cjs', `--target=node${MIN_MAJOR}`],
	...['--packages=external', '--sourcemap=inline', '--log-level=warning'],
];

const root = fileURLToPath(new URL('..', import.meta.url));

// An older engine has a Node.js of its own, in which its tests start programs, too.
if (parseInt(process.versions.node) < MIN_MAJOR && process.env.ENGINE === undefined) {
	console.error(
		`This is Node.js ${process.versions.node}, and the program needs ${MIN_MAJOR}: run npm ci, and start it by its npm script or by npx node. ` +
			'If that does not help, npm did not run the install script of the package node: npm rebuild node --ignore-scripts=false',
	);
	process.exit(1);
}

// The program gets the arguments as if Node had started it.
process.argv.splice(1, 1);
process.chdir(root);
const path = relative(root, resolve(process.argv[1] ?? ''));

/** The bundle is in no file, since the checkout may be read-only. Packages are found from here. */
const program = new Module(join(root, 'program.cjs'));
program.filename = program.id;
program.paths = Module._nodeModulePaths(root);

/** What n8n brings comes from the engine that is tested. */
const { _resolveFilename: resolveFilename } = Module;
Module._resolveFilename = function (name, parent, ...rest) {
	if (parent === program && isOfEngine(name, '')) return inEngine(name);
	return resolveFilename.call(this, name, parent, ...rest);
};

function load() {
	const bundle = execFileSync('node_modules/.bin/esbuild', [path, ...OPTIONS], {
		encoding: 'utf8',
		maxBuffer: MAX_BUNDLE_BYTES,
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	program._compile(bundle, program.filename);
	return program.exports;
}

process.setSourceMapsEnabled(true);
const { main } = load();
if (typeof main !== 'function') throw new Error(`${path} does not export main()`);

try {
	await main();
} catch (error) {
	// Here, since a program may listen to errors that nobody caught.
	console.error(error);
	process.exitCode = 1;
}
