import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { runInstaller, usePackages } from '../tools/cachedPackages';
import type { Child } from '../tools/childProcess';

/** Versions of n8n that the package is tested on, and the Node each needs. */
export const NEWEST = '2.41.1';
/** The minor version before, which the project's own engine belongs to. */
export const BEFORE = '2.40.7';
/** On the way from the one to the other. */
export const BETWEEN = '2.20.12';
export const OLDEST = '1.123.0';

export interface Installation {
	version: string;
	command: (env: NodeJS.ProcessEnv) => string[];
}

const PROJECT_NODE = join(process.cwd(), 'node_modules/node/bin/node');
const VERSIONS = join(process.cwd(), 'test/n8n/versions');
/** Without the programs of this project. */
const PATH = (process.env.PATH ?? '')
	.split(delimiter)
	.filter((folder) => !folder.includes('node_modules'));
// npm fails at n8n's dependency tree, or takes over ten minutes.
const PNPM = 'pnpm@10.34.9';
const PNPM_OPTIONS = ['--frozen-lockfile', '--node-linker=hoisted', '--reporter=append-only'];

/** Installs a version of n8n, unless that was done before. @param onStart gets the installer if there is one */
export async function install(
	version: string,
	onStart?: (installer: Child) => void,
): Promise<Installation> {
	const folder = join(VERSIONS, version);
	const node = version === OLDEST ? systemNode() : PROJECT_NODE;
	await usePackages({
		folder,
		files: ['package.json', 'pnpm-lock.yaml'],
		builtFor: askNode(node, 'process.versions.modules'),
		async install(cwd) {
			const env = {
				...process.env,
				PATH: [dirname(node), ...PATH].join(delimiter),
				...settingsOfGyp(node),
				// Where SQLite has to be compiled, all cores do so.
				npm_config_jobs: 'max',
			};
			const command = ['npx', '--yes', PNPM, 'install', ...PNPM_OPTIONS];
			await runInstaller(command, { cwd, env, onStart });
		},
	});
	// Native modules are built for this Node.
	return { version, command: () => [node, join(folder, 'node_modules/n8n/bin/n8n')] };
}

function askNode(node: string, expression: string): string {
	return execFileSync(node, ['-p', expression], { encoding: 'utf8' }).trim();
}

/**
 * For node-gyp: SQLite is compiled where github.com, which has it compiled, cannot be reached. Node's headers come with
 * Node, so nodejs.org need not be reached either.
 */
function settingsOfGyp(node: string): NodeJS.ProcessEnv {
	const version = askNode(node, 'process.version');
	const folders = [
		// Of the project's own Node, of which npm has put the program alone into bin.
		...globSync(join(process.cwd(), 'node_modules/{node/node_modules/,}node-*')),
		// Where archives of nodejs.org and most package managers have them.
		dirname(dirname(realpathSync(node))),
	];
	const folder = folders.find((one) => versionOfHeaders(one) === version);
	// Without headers, node-gyp gets them from nodejs.org.
	return folder === undefined ? {} : { npm_config_nodedir: folder };
}

/** @returns such as v24.1.0; undefined if there are none */
function versionOfHeaders(folder: string): string | undefined {
	const include = join(folder, 'include/node');
	const isComplete = existsSync(join(include, 'common.gypi'));
	if (!isComplete) return undefined;
	const header = readFileSync(join(include, 'node_version.h'), 'utf8');
	const numbers = ['MAJOR', 'MINOR', 'PATCH'].map(
		(part) => new RegExp(`#define NODE_${part}_VERSION (\\d+)`).exec(header)?.[1],
	);
	return `v${numbers.join('.')}`;
}

/** Of an n8n. A developer's own n8n must not be touched by them. */
export const OF_N8N = /^(N8N_|DB_|QUEUE_|EXECUTIONS_|OFFLOAD_|NODE_ENV|NODE_OPTIONS|JEST_)/;

/** n8n's official image by Docker, with this computer's network, and its user folder where it is here. */
export async function pull(image: string): Promise<Installation> {
	await runInstaller(['docker', 'pull', '--quiet', image], { cwd: '.' });
	const command = (env: NodeJS.ProcessEnv) => {
		const folder = env.N8N_USER_FOLDER;
		const names = Object.keys(env).filter((name) => OF_N8N.test(name) && env[name] !== undefined);
		return [
			...['docker', 'run', '--rm', '--init', '--network=host', `--volume=${folder}:${folder}`],
			...[`--user=${process.getuid?.()}:${process.getgid?.()}`, `--env=HOME=${folder}`],
			// Each with its value here.
			...names.map((name) => `--env=${name}`),
			image,
		];
	};
	return { version: image, command };
}

/** The machine's own Node: the Node of this project is too new for n8n 1.x. */
function systemNode(): string {
	const own = realpathSync(PROJECT_NODE);
	const isOther = (node: string) => existsSync(node) && realpathSync(node) !== own;
	return PATH.map((folder) => join(folder, 'node')).find(isOther) ?? PROJECT_NODE;
}
