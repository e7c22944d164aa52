import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const PACKAGE = 'n8n-nodes-chat-commerce';

/**
 * A fresh user folder of n8n in which our packed tarball lies as an installed community package.
 *
 * @returns the folder for `N8N_USER_FOLDER`; whoever asked for it removes it
 */
export function makeUserFolder(): string {
	const root = process.cwd();
	if (!existsSync(join(root, 'dist'))) throw new Error('Run `npm run build` first');
	const folder = mkdtempSync(join(tmpdir(), 'chat-commerce-n8n-'));
	const nodes = join(folder, '.n8n/nodes');
	const target = join(nodes, 'node_modules', PACKAGE);
	mkdirSync(target, { recursive: true });

	const [packed] = JSON.parse(
		execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
			cwd: root,
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'ignore'],
		}),
	) as Array<{ filename: string; version: string }>;
	if (!packed) throw new Error('npm packed nothing');
	const tarball = join(folder, packed.filename);
	execFileSync('tar', ['-xzf', tarball, '-C', target, '--strip-components=1']);
	rmSync(tarball);
	writeFileSync(
		join(nodes, 'package.json'),
		JSON.stringify({
			name: 'installed-nodes',
			private: true,
			dependencies: { [PACKAGE]: packed.version },
		}),
	);
	return folder;
}
