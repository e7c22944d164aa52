import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';

// Jest gives each test file its own process object, which gets no event when the process exits.
const realProcess = runInThisContext('process') as NodeJS.Process;

// n8n-core writes an encryption key into its user folder. Each process gets a folder of its own, and not the user's.
if (realProcess.env.N8N_USER_FOLDER === undefined) {
	const folder = mkdtempSync(join(tmpdir(), 'chat-commerce-n8n-'));
	realProcess.env.N8N_USER_FOLDER = folder;
	realProcess.on('exit', () => rmSync(folder, { recursive: true, force: true }));
}
process.env.N8N_USER_FOLDER = realProcess.env.N8N_USER_FOLDER;

// The failures that tests provoke would fill the screen, and tests look at the errors themselves.
process.env.N8N_LOG_LEVEL ??= 'silent';
