import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import * as fs from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Child {
	/** -1 if the program could not be started. */
	pid: number;
	/** All that it has printed, to either stream. */
	output(): string;
	/** Resolves with its exit code when it has ended; with null if a signal ended it. */
	ended: Promise<number | null>;
	/** Asks it to end, and ends it if it does not. */
	stop(): Promise<void>;
	/** Ends it at once, with all that it has started. */
	kill(): Promise<void>;
}

/** How long a program that is asked to end may take. */
const STOP_LIMIT_MS = 10_000;

/**
 * Starts a program, which ends with this process at the latest.
 *
 * @param as the folder and the user that it runs as, where these differ from this process
 */
export function start(
	command: string,
	args: string[],
	env: NodeJS.ProcessEnv = process.env,
	as: Pick<SpawnOptions, 'cwd' | 'uid' | 'gid'> = {},
): Child {
	const log = openLog();
	const child = spawn(command, args, {
		...as,
		env,
		// A group of its own: Ctrl-C then reaches this process alone, and one signal ends the program with its children.
		detached: true,
		stdio: ['ignore', log, log],
	});
	const guard = guardOf(child);
	const ended = new Promise<number | null>((resolve) => {
		child.on('exit', resolve);
		child.on('error', ({ message }) => {
			fs.writeSync(log, message);
			resolve(1);
		});
	});
	void ended.then(() => guard.kill('SIGKILL'));
	const kill = async () => {
		endGroup(child);
		await ended;
	};
	return {
		pid: child.pid ?? -1,
		output: () => contentOf(log),
		ended,
		async stop() {
			child.kill('SIGTERM');
			const timer = setTimeout(() => void kill(), STOP_LIMIT_MS);
			await ended;
			clearTimeout(timer);
		},
		kill,
	};
}

/**
 * A file that has no name any more, so that nothing is left of it. A program that ends at once would lose what a pipe has
 * not taken yet.
 */
function openLog(): number {
	const folder = fs.mkdtempSync(join(tmpdir(), 'chat-commerce-log-'));
	const log = fs.openSync(join(folder, 'log'), 'a+');
	fs.rmSync(folder, { recursive: true });
	return log;
}

function contentOf(log: number): string {
	const bytes = Buffer.alloc(fs.fstatSync(log).size);
	return bytes.toString('utf8', 0, fs.readSync(log, bytes, 0, bytes.length, 0));
}

/**
 * A shell that ends a child when this process ends. However this process ends, even by SIGKILL, the system then closes
 * the shell's input, which is what the shell waits for.
 */
function guardOf({ pid }: ChildProcess): ChildProcess {
	const args = ['-c', `read _; kill -9 -${pid}`];
	const guard = spawn('sh', args, { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
	guard.unref();
	(guard.stdin as Socket).unref();
	return guard;
}

function endGroup({ pid }: ChildProcess): void {
	try {
		if (pid !== undefined) process.kill(-pid, 'SIGKILL');
	} catch {
		// It has ended already.
	}
}
