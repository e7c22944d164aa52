import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// n8n-core writes an encryption key into its user folder: give it one of its own.
process.env.N8N_USER_FOLDER ??= mkdtempSync(join(tmpdir(), 'chat-commerce-n8n-'));

// The failures that tests provoke would fill the screen; tests look at the errors themselves.
process.env.N8N_LOG_LEVEL ??= 'silent';
