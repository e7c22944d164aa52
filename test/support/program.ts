import { type ChildProcess, fork, type ForkOptions } from 'node:child_process';

/** Runs a TypeScript program of this project in a process of its own, whose messages this one receives. */
export function forkProgram(
	path: string,
	args: string[] = [],
	options: ForkOptions = {},
): ChildProcess {
	return fork('test/run.mjs', [path, ...args], {
		// By this variable, the virtual clock of the tests knows that another process works beside its own.
		env: { ...process.env, HAS_PARENT_PROGRAM: '1' },
		...options,
	});
}
