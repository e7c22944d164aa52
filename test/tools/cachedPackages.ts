import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { homedir } from 'node:os';
import { join, relative } from 'node:path';
import { type Child, start } from './childProcess';

interface Packages {
	/** Has the manifest and the lock file, and gets `node_modules`. */
	folder: string;
	files: string[];
	/** What besides the files decides what is installed, such as the Node that it is built for. */
	builtFor?: string;
	install(folder: string): Promise<void>;
}

/** A link into the user's cache: clones of one commit share it, and installing is once for each lock file. */
export async function usePackages(packages: Packages): Promise<void> {
	const { folder, files, builtFor = '' } = packages;
	const hash = createHash('sha256').update(`${builtFor} ${process.platform} ${process.arch}`);
	for (const file of files) hash.update(fs.readFileSync(join(folder, file)));
	const name = relative(process.cwd(), folder).replace(/\W+/g, '-');
	const kept = join(cacheFolder(), `${name}-${hash.digest('hex').slice(0, 16)}`);
	if (!fs.existsSync(kept)) await keep(kept, packages);
	link(join(folder, 'node_modules'), join(kept, 'node_modules'));
}

/** Becomes visible when it is whole, since others may look at the same time. */
async function keep(kept: string, { folder, files, install }: Packages): Promise<void> {
	const making = fs.mkdtempSync(join(cacheFolder(), 'making-'));
	try {
		for (const file of files) fs.copyFileSync(join(folder, file), join(making, file));
		await install(making);
		if (!fs.existsSync(kept)) fs.renameSync(making, kept);
	} finally {
		fs.rmSync(making, { recursive: true, force: true });
	}
}

const SHOWN_LINES = 20;

interface InstallerOptions {
	cwd: string;
	env?: NodeJS.ProcessEnv;
	/** Gets the installer, to see how far it is, or to end it. */
	onStart?: ((child: Child) => void) | undefined;
}

/** An installer failed. The message says all that a user can do with; the stack of this program adds nothing. */
export class InstallerError extends Error {}

/** @throws InstallerError with the last lines that it printed, wherever to */
export async function runInstaller(
	command: string[],
	{ cwd, env, onStart = () => {} }: InstallerOptions,
): Promise<void> {
	const [program = '', ...args] = command;
	const child = start(program, args, env, { cwd });
	onStart(child);
	if ((await child.ended) === 0) return;
	const lines = child.output().trimEnd().split('\n').slice(-SHOWN_LINES);
	throw new InstallerError(`\`${command.join(' ')}\` failed:\n${lines.join('\n')}`);
}

export function cacheFolder(): string {
	const caches = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
	const own = join(caches, 'n8n-nodes-chat-commerce');
	fs.mkdirSync(own, { recursive: true });
	return own;
}

function link(path: string, target: string): void {
	const found = fs.lstatSync(path, { throwIfNoEntry: false });
	if (found?.isSymbolicLink() && fs.readlinkSync(path) === target) return;
	fs.rmSync(path, { recursive: true, force: true });
	fs.symlinkSync(target, path);
}
