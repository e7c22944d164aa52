import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const VERSIONS = fileURLToPath(new URL('versions', import.meta.url));
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The n8n that has the project's own engine: see test/n8n/installation.ts. */
const OWN_N8N = '2.40.7';
const OWN = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).devDependencies;

/**
 * The spread, oldest first: the folders of `versions`, and the project's own engine.
 *
 * @returns {Array<{ n8n: string, core: string, nodeVersion: string, folder: string, isOwn: boolean }>}
 */
export function engines() {
	const others = readdirSync(VERSIONS).map((core) => {
		const folder = join(VERSIONS, core);
		const { n8n, dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
		return { n8n, core, nodeVersion: dependencies.node, folder, isOwn: false };
	});
	const own = { n8n: OWN_N8N, core: OWN['n8n-core'], nodeVersion: OWN.node, folder: ROOT };
	return [...others, { ...own, isOwn: true }].sort((a, b) =>
		a.core.localeCompare(b.core, 'en', { numeric: true }),
	);
}

/**
 * Installs an engine as its lock file says, and the Node that it runs on, if it is not there.
 * Its native modules are for databases and ssh, so nothing of it is built.
 */
export function install({ core, folder, isOwn }) {
	const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8');
	const installed = join(folder, 'node_modules/.installed');
	if (isOwn || (existsSync(installed) && readFileSync(installed, 'utf8') === lock)) return;
	console.log(`Installing n8n-core ${core} …`);
	const npm = (...args) => execFileSync('npm', args, { cwd: folder, stdio: 'ignore' });
	npm('ci', '--ignore-scripts', '--no-audit', '--no-fund');
	npm('rebuild', 'node');
	writeFileSync(installed, lock);
}
