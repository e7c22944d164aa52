import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// n8n-core writes an encryption key into its user folder: give it one of its own.
process.env.N8N_USER_FOLDER ??= mkdtempSync(join(tmpdir(), 'chat-commerce-n8n-'));
