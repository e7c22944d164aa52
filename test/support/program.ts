import { type ChildProcess, fork, type ForkOptions } from 'node:child_process';

export function forkProgram(
	path: string,
	args: string[] = [],
	options: ForkOptions = {},
): ChildProcess {
	const env = { ...process.env, HAS_PARENT_PROGRAM: '1' };
	return fork('test/run.mjs', [path, ...args], { env, ...options });
}
