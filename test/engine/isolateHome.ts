import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// A folder of this process alone, and never the user's own: tests remove what is in it.
const OWN = join(tmpdir(), `chat-commerce-n8n-${process.pid}-`);

// n8n-core writes an encryption key into its user folder.
if (!process.env.N8N_USER_FOLDER?.startsWith(OWN)) {
	const folder = mkdtempSync(OWN);
	process.env.N8N_USER_FOLDER = folder;
	process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
}

// The failures that tests provoke would fill the screen, and tests look at the errors themselves.
process.env.N8N_LOG_LEVEL ??= 'silent';
