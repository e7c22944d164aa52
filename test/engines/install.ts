import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BEFORE } from '../n8n/installation';
import { runInstaller, usePackages } from '../tools/cachedPackages';

const VERSIONS = 'test/engines/versions';

export interface Engine {
	n8n: string;
	core: string;
	nodeVersion: string;
	folder: string;
	/** It is the one that the project's own tests run in. */
	isOwn: boolean;
}

interface Manifest {
	n8n: string;
	dependencies: { node: string };
	devDependencies: { node: string; 'n8n-core': string };
}

const manifestIn = (folder: string) =>
	JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

/** All engines, oldest first: those that have a folder in `versions`, and the project's own. */
export function engines(): Engine[] {
	const others = readdirSync(VERSIONS).map((core): Engine => {
		const folder = join(VERSIONS, core);
		const { n8n, dependencies } = manifestIn(folder);
		return { n8n, core, nodeVersion: dependencies.node, folder, isOwn: false };
	});
	const { node: nodeVersion, 'n8n-core': core } = manifestIn('.').devDependencies;
	const own: Engine = { n8n: BEFORE, core, nodeVersion, folder: '.', isOwn: true };
	return [...others, own].sort((a, b) => a.core.localeCompare(b.core, 'en', { numeric: true }));
}

/** Installs an engine as its lock file says, with its Node. Native modules are for databases and ssh, so none is built. */
export async function install({ core, folder, isOwn }: Engine): Promise<void> {
	if (isOwn) return;
	await usePackages({
		folder,
		files: ['package.json', 'package-lock.json'],
		async install(cwd) {
			console.log(`Installing n8n-core ${core} …`);
			const npm = async (...args: string[]) => await runInstaller(['npm', ...args], { cwd });
			await npm('ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error');
			await npm('rebuild', 'node', '--loglevel=error');
		},
	});
}
