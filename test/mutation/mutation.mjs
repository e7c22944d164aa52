/**
 * Mutation testing: changes the heart of the nodes in small ways, and tells which changes no test
 * notices. `npm run mutation`, or `npm run mutation -- Notifications/sending` for some folders.
 * It takes long, so it is not part of CI. Report: test/mutation/report/index.html
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = fileURLToPath(new URL('.', import.meta.url));
const stryker = join(folder, 'node_modules/@stryker-mutator/core/bin/stryker.js');

if (!existsSync(stryker)) {
	console.log('Installing Stryker (once) …');
	execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
		cwd: folder,
		stdio: 'inherit',
	});
}
const { status } = spawnSync(
	process.execPath,
	[stryker, 'run', join(folder, 'stryker.config.mjs')],
	{
		cwd: root,
		stdio: 'inherit',
		env: { ...process.env, MUTATE: process.argv.slice(2).join(',') },
	},
);
process.exitCode = status ?? 1;
