import { spawnSync, type SpawnSyncOptions } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { homedir } from 'node:os';
import { join, relative } from 'node:path';

interface Packages {
	/** Has the manifest and the lock file, and gets `node_modules`. */
	folder: string;
	files: string[];
	/** What besides the files decides what is installed, such as the Node that it is built for. */
	builtFor?: string;
	install(folder: string): void;
}

/** A link into the user's cache: clones of one commit share it, and installing is once for each lock file. */
export function usePackages({ folder, files, builtFor = '', install }: Packages): void {
	const hash = createHash('sha256').update(`${builtFor} ${process.platform} ${process.arch}`);
	for (const file of files) hash.update(fs.readFileSync(join(folder, file)));
	const root = cacheFolder();
	const name = relative(process.cwd(), folder).replace(/\W+/g, '-');
	const kept = join(root, `${name}-${hash.digest('hex').slice(0, 16)}`);
	if (!fs.existsSync(kept)) keep(kept, { root, folder, files, install });
	link(join(folder, 'node_modules'), join(kept, 'node_modules'));
}

const SHOWN_LINES = 20;
const MAX_OUTPUT_BYTES = 1e8;

/** An installer failed. The message says all that a user can do with; the stack of this program adds nothing. */
export class InstallerError extends Error {
	constructor(
		message: string,
		/** All that the installer printed. */
		readonly output: string,
	) {
		super(message);
	}
}

/** @throws InstallerError with the last lines that it printed, wherever to */
export function runInstaller(command: string, args: string[], options: SpawnSyncOptions): void {
	const how = { ...options, stdio: 'pipe', encoding: 'utf8', maxBuffer: MAX_OUTPUT_BYTES } as const;
	const { status, error, output } = spawnSync(command, args, how);
	if (status === 0) return;
	const printed = (output ?? [error?.message]).join('').trimEnd();
	const lines = printed.split('\n').slice(-SHOWN_LINES);
	const message = `\`${[command, ...args].join(' ')}\` failed:\n${lines.join('\n')}`;
	throw new InstallerError(message, printed);
}

export function cacheFolder(): string {
	const caches = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
	const own = join(caches, 'n8n-nodes-chat-commerce');
	fs.mkdirSync(own, { recursive: true });
	return own;
}

/** Becomes visible when it is whole, since others may look at the same time. */
function keep(kept: string, { root, folder, files, install }: Packages & { root: string }): void {
	const making = fs.mkdtempSync(join(root, 'making-'));
	try {
		for (const file of files) fs.copyFileSync(join(folder, file), join(making, file));
		install(making);
		if (!fs.existsSync(kept)) fs.renameSync(making, kept);
	} catch (error) {
		if (!fs.existsSync(kept)) throw error;
	} finally {
		fs.rmSync(making, { recursive: true, force: true });
	}
}

function link(path: string, target: string): void {
	const found = fs.lstatSync(path, { throwIfNoEntry: false });
	if (found?.isSymbolicLink() && fs.readlinkSync(path) === target) return;
	fs.rmSync(path, { recursive: true, force: true });
	fs.symlinkSync(target, path);
}
