import '../engine/isolateHome';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const home = process.env.N8N_USER_FOLDER ?? '';

// Temporary files too, so that those of other processes do not count.
process.env.TMPDIR = join(home, 'tmp');
mkdirSync(process.env.TMPDIR, { recursive: true });

/** Files in n8n's folder and in that of temporary files. */
export function ownFiles(): number {
	const entries = readdirSync(home, { recursive: true, withFileTypes: true });
	return entries.filter((entry) => entry.isFile()).length;
}
