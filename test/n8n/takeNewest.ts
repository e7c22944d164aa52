import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installationFolder, lock, NEWEST } from './installation';

/** What the engine tests need of an n8n. */
const ENGINE = ['n8n-core', 'n8n-workflow', '@n8n/di'];

/**
 * Prepares the tests for the n8n that is the newest on npm today, and prints the environment variables for
 * them: N8N_NEWEST for whole n8n, ENGINE_PACKAGES to be installed for the engine tests.
 */
export function main(): void {
	const json = execFileSync('npm', ['view', 'n8n', '--json'], { encoding: 'utf8' });
	const { version, dependencies } = JSON.parse(json) as {
		version: string;
		dependencies: Record<string, string>;
	};
	const folder = installationFolder(version);
	if (!existsSync(folder)) {
		mkdirSync(folder);
		const known = readFileSync(join(installationFolder(NEWEST), 'package.json'), 'utf8');
		writeFileSync(join(folder, 'package.json'), known.replaceAll(NEWEST, version));
		lock(folder);
	}
	console.log(`N8N_NEWEST=${version}`);
	console.log(`ENGINE_PACKAGES=${ENGINE.map((name) => `${name}@${dependencies[name]}`).join(' ')}`);
}
