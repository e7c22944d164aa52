import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unpackInto } from '../support/manifest';

export const PACKAGE = 'n8n-nodes-chat-commerce';

/**
 * Puts our packed tarball into a user folder of n8n, as an installed community package.
 *
 * @param kept a folder that an earlier n8n may have used; without it, a fresh one
 * @returns the folder for `N8N_USER_FOLDER`; whoever asked for it removes it
 */
export function makeUserFolder(kept?: string): string {
	if (!existsSync('dist')) throw new Error('Run `npm run build` first');
	const folder = kept ?? mkdtempSync(join(tmpdir(), 'chat-commerce-n8n-'));
	const nodes = join(folder, '.n8n/nodes');
	const target = join(nodes, 'node_modules', PACKAGE);
	rmSync(target, { recursive: true, force: true });
	mkdirSync(target, { recursive: true });
	const { version } = unpackInto(target);
	const dependencies = { [PACKAGE]: version };
	const manifest = { name: 'installed-nodes', private: true, dependencies };
	writeFileSync(join(nodes, 'package.json'), JSON.stringify(manifest));
	return folder;
}
