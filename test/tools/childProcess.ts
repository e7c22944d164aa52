import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Child {
	/** -1 if the program could not be started. */
	pid: number;
	/** The end of what it has printed, to either stream. */
	output(): string;
	/** Resolves when it has ended. */
	ended: Promise<void>;
	/** Asks it to end, and ends it if it does not. */
	stop(): Promise<void>;
	/** Ends it at once, with all that it has started. */
	kill(): Promise<void>;
}

/** How long a program that is asked to end may take. */
const STOP_LIMIT_MS = 10_000;
/** How long `until` waits, unless it is told otherwise. It only guards against hanging: a busy machine is slow. */
const WAIT_LIMIT_MS = 300_000;
const PAUSE_MS = 100;
const KEPT_CHARACTERS = 100_000;

/** Starts a program. @param as the folder and the user that it runs as, where these differ from this process */
export function start(
	command: string,
	args: string[],
	env: NodeJS.ProcessEnv,
	as: Pick<SpawnOptions, 'cwd' | 'uid' | 'gid'> = {},
): Child {
	const child = spawn(command, args, {
		...as,
		env,
		// A group of its own: Ctrl-C then reaches this process alone, and one signal ends the program with its children.
		detached: true,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const guard = guardOf(child);
	let output = '';
	const keep = (part: string) => {
		output = (output + part).slice(-KEPT_CHARACTERS);
	};
	child.stdout.setEncoding('utf8').on('data', keep);
	child.stderr.setEncoding('utf8').on('data', keep);
	const ended = once(child, 'exit').then(() => void guard.kill('SIGKILL'));
	return {
		pid: child.pid ?? -1,
		output: () => output,
		ended,
		async stop() {
			child.kill('SIGTERM');
			const timer = setTimeout(() => signal(child, 'SIGKILL'), STOP_LIMIT_MS);
			await ended;
			clearTimeout(timer);
		},
		async kill() {
			signal(child, 'SIGKILL');
			await ended;
		},
	};
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

/** Sends a signal to a process and to all that it has started. */
export function signal({ pid }: ChildProcess, name: NodeJS.Signals): void {
	try {
		if (pid !== undefined) process.kill(-pid, name);
	} catch {
		// It has ended already.
	}
}

export interface UntilOptions {
	/** If this program ends, there is nothing left to wait for. */
	child?: Child;
	limitMs?: number;
}

/**
 * Asks again and again until there is an answer. False, undefined and an error mean "not yet".
 *
 * @throws Error that says what was waited for, with the end of what the child printed
 */
export async function until<T>(
	what: string,
	ask: () => T | Promise<T>,
	{ child, limitMs = WAIT_LIMIT_MS }: UntilOptions = {},
): Promise<Exclude<T, false | undefined>> {
	const deadline = Date.now() + limitMs;
	let hasEnded = false;
	void child?.ended.then(() => {
		hasEnded = true;
	});
	for (;;) {
		let lastError: unknown;
		try {
			const answer = await ask();
			if (answer) return answer as Exclude<T, false | undefined>;
		} catch (error) {
			lastError = error;
		}
		if (hasEnded || Date.now() > deadline) {
			const printed = child?.output().slice(-3000) ?? '';
			throw new Error(`Waited in vain for: ${what}\n${printed}`, { cause: lastError });
		}
		await sleep(PAUSE_MS);
	}
}

/* Ports below those of outgoing connections: one of these could take a port before the program listens on it. */
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;

/** The port that is wanted if it is free, otherwise any free one. */
export async function freePort(wanted: number = anyPort()): Promise<number> {
	const server = createServer().listen(wanted, '127.0.0.1');
	try {
		await once(server, 'listening');
	} catch {
		return await freePort();
	}
	server.close();
	await once(server, 'close');
	return wanted;
}

function anyPort(): number {
	return FIRST_PORT + Math.floor(Math.random() * (LAST_PORT - FIRST_PORT));
}
