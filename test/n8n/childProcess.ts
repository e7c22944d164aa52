import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';

/** A process that we started. Only such processes are ever ended here. */
export interface Child {
	pid: number;
	/** What it has printed so far. */
	output(): string;
	/** Resolves when it ends. */
	ended: Promise<void>;
	/** Asks it to end, and ends it if it does not within 10 s. */
	stop(): Promise<void>;
	/** Ends it as a crash would. */
	kill(): Promise<void>;
}

const children = new Set<ChildProcess>();
const endAll = () => {
	for (const child of children) signal(child, 'SIGKILL');
};
process.on('exit', endAll);
// Node would end without a word to anybody.
for (const name of ['SIGINT', 'SIGTERM'] as const) {
	process.once(name, () => {
		endAll();
		process.kill(process.pid, name);
	});
}

const PATIENCE_MS = 10_000;
/** Against hanging: a machine with other work is slow. */
const LIMIT_MS = 300_000;
const KEPT_CHARACTERS = 100_000;

/** @param as whom and where, if not as this process */
export function start(
	command: string,
	args: string[],
	env: NodeJS.ProcessEnv,
	as: Pick<SpawnOptions, 'cwd' | 'uid' | 'gid'> = {},
): Child {
	// In a group of its own, so that Ctrl-C reaches us alone, and its own children end with it.
	const child = spawn(command, args, {
		...as,
		env,
		stdio: ['ignore', 'pipe', 'pipe'],
		detached: true,
	});
	children.add(child);
	let output = '';
	const keep = (part: string) => (output = (output + part).slice(-KEPT_CHARACTERS));
	child.stdout.setEncoding('utf8').on('data', keep);
	child.stderr.setEncoding('utf8').on('data', keep);
	const ended = once(child, 'exit').then(() => void children.delete(child));
	return {
		pid: child.pid ?? -1,
		output: () => output,
		ended,
		async stop() {
			child.kill('SIGTERM');
			const timer = setTimeout(() => signal(child, 'SIGKILL'), PATIENCE_MS);
			await ended;
			clearTimeout(timer);
		},
		async kill() {
			signal(child, 'SIGKILL');
			await ended;
		},
	};
}

/** To the process and all that it has started. */
function signal({ pid }: ChildProcess, name: NodeJS.Signals): void {
	try {
		if (pid !== undefined) process.kill(-pid, name);
	} catch {
		// It has ended already.
	}
}

/** Asks again until it is true. @throws Error with what the child printed, if it ends or after the limit */
export async function until(
	what: string,
	isTrue: () => Promise<boolean> | boolean,
	{ child, limitMs = LIMIT_MS }: { child?: Child; limitMs?: number } = {},
): Promise<void> {
	const deadline = Date.now() + limitMs;
	let ended = false;
	void child?.ended.then(() => (ended = true));
	while (!(await isTrue())) {
		if (ended || Date.now() > deadline) {
			throw new Error(`Waited in vain for: ${what}\n${child?.output().slice(-3000) ?? ''}`);
		}
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
}
