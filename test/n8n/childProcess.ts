import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

export type Child = ReturnType<typeof start>;

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
) {
	// In a group of its own, so that Ctrl-C reaches us alone, and its own children end with it.
	const how = { ...as, env, detached: true };
	const child = spawn(command, args, { ...how, stdio: ['ignore', 'pipe', 'pipe'] });
	const guard = guardOf(child);
	let output = '';
	const keep = (part: string) => (output = (output + part).slice(-KEPT_CHARACTERS));
	child.stdout.setEncoding('utf8').on('data', keep);
	child.stderr.setEncoding('utf8').on('data', keep);
	const ended = once(child, 'exit').then(() => void guard.kill('SIGKILL'));
	return {
		pid: child.pid ?? -1,
		output: () => output,
		ended,
		/** Asks it to end, and ends it if it does not. */
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

/** When this process ends, however that happens, the input of the guard is closed, and it ends the child. */
function guardOf({ pid }: ChildProcess): ChildProcess {
	const args = ['-c', `read _; kill -9 -${pid}`];
	const guard = spawn('sh', args, { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
	guard.unref();
	(guard.stdin as Socket).unref();
	return guard;
}

/** To the process and all that it has started. */
export function signal({ pid }: ChildProcess, name: NodeJS.Signals): void {
	try {
		if (pid !== undefined) process.kill(-pid, name);
	} catch {
		// It has ended already.
	}
}

/** False, undefined and an error mean "not yet". @throws Error with what the child printed */
export async function until<T>(
	what: string,
	ask: () => T | Promise<T>,
	{ child, limitMs = LIMIT_MS }: { child?: Child; limitMs?: number } = {},
): Promise<Exclude<T, false | undefined>> {
	const deadline = Date.now() + limitMs;
	let ended = false;
	void child?.ended.then(() => (ended = true));
	for (;;) {
		let trouble: unknown;
		try {
			const answer = await ask();
			if (answer) return answer as Exclude<T, false | undefined>;
		} catch (error) {
			trouble = error;
		}
		if (ended || Date.now() > deadline) {
			const printed = child?.output().slice(-3000) ?? '';
			throw new Error(`Waited in vain for: ${what}\n${printed}`, { cause: trouble });
		}
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
}

/** Below the ports of outgoing connections, one of which could take it until the program listens. */
const [FIRST, LAST] = [20_000, 32_000];

export async function freePort(wanted = anyPort()): Promise<number> {
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
	return FIRST + Math.floor(Math.random() * (LAST - FIRST));
}
