import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// n8n-core writes an encryption key into its user folder: give it one of its own. Jest never lets
// a test file see the process end, so there the folders lie in one that homes.js removes.
if (process.env.N8N_USER_FOLDER === undefined) {
	const folder = mkdtempSync(join(process.env.TEST_HOMES ?? tmpdir(), 'chat-commerce-n8n-'));
	process.env.N8N_USER_FOLDER = folder;
	process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
}

// The failures that tests provoke would fill the screen; tests look at the errors themselves.
process.env.N8N_LOG_LEVEL ??= 'silent';
