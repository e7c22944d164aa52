import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/*
 * Mutation testing: changes the heart of the nodes in small ways, and tells which changes no test
 * notices. `npm run mutation` for all folders, `npm run mutation -- nodes/shared` for some. It takes long, so it
 * is not part of CI. Report: test/mutation/report/index.html
 */

const FOLDER = 'test/mutation';
/** Below nodes/: those whose tests need the engine seldom or never. */
const DEFAULT = [
	...['bulkFile', 'csv', 'gzip', 'job', 'transport'].map((folder) => `Analytics/${folder}`),
	...['message', 'sending', 'transport'].map((folder) => `Notifications/${folder}`),
	'shared',
];
const STRYKER = `${FOLDER}/node_modules/@stryker-mutator/core/bin/stryker.js`;

export function main(): void {
	const named = process.argv.slice(2).map((folder) => folder.replace(/^nodes\/|\/$/g, ''));
	const folders = named.length > 0 ? named : DEFAULT;
	for (const folder of folders) {
		if (!existsSync(`nodes/${folder}`)) throw new Error(`There is no folder nodes/${folder}`);
	}

	if (!existsSync(STRYKER)) {
		console.log('Installing Stryker (once) …');
		const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
		execFileSync('npm', args, { cwd: FOLDER, stdio: 'inherit' });
	}
	const args = [STRYKER, 'run', `${FOLDER}/stryker.config.mjs`];
	const env = { ...process.env, MUTATE: folders.join(',') };
	const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', env });
	process.exitCode = status ?? 1;
}
