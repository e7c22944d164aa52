import { type ChildProcess, fork, type ForkOptions } from 'node:child_process';

/** Starts a program of this project in a process of its own, which it can exchange messages with. */
export function forkProgram(
	path: string,
	args: string[] = [],
	options: ForkOptions = {},
): ChildProcess {
	const env = { ...process.env, HAS_PARENT_PROGRAM: '1' };
	return fork('test/run.mjs', [path, ...args], { env, ...options });
}
