import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Counts {
	passed: number;
	failed: number;
}

export interface Counted extends Counts {
	/** All that the command printed, to either stream. */
	output: string;
}

/**
 * Runs a command, and reads how many tests passed and failed from the end of its output. A command that prints no counts
 * is one test. A command that ends with an error, or in which nothing passed, has at least one failure.
 */
export async function runCounted(
	[program = '', ...args]: string[],
	options: SpawnOptions,
	onStart: (child: ChildProcess) => void = () => {},
): Promise<Counted> {
	// The output goes to a file: a program that ends at once would lose what a pipe has not taken yet.
	const folder = mkdtempSync(join(tmpdir(), 'chat-commerce-'));
	const path = join(folder, 'log');
	const log = openSync(path, 'w');
	const child = spawn(program, args, { ...options, stdio: ['ignore', log, log] });
	onStart(child);
	const code = await new Promise((resolve) => {
		child.on('error', () => resolve(1));
		child.on('close', resolve);
	});
	closeSync(log);
	const output = readFileSync(path, 'utf8');
	rmSync(folder, { recursive: true });
	return { output, ...countsIn(output, code === 0) };
}

/** Jest prints `Tests: 1 failed, 3 passed, 4 total`, our own programs `3 passed, 1 failed`. */
const COUNTS = /^(Tests: .*|\d+ passed, \d+ failed)$/gm;

function countsIn(output: string, isSuccess: boolean): Counts {
	const line = output.match(COUNTS)?.at(-1);
	if (line === undefined) return isSuccess ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
	const passed = numberBefore('passed', line);
	const failed = numberBefore('failed', line);
	if (isSuccess && passed > 0) return { passed, failed };
	return { passed, failed: Math.max(failed, 1) };
}

function numberBefore(word: string, line: string): number {
	return Number(new RegExp(`(\\d+) ${word}`).exec(line)?.[1] ?? 0);
}
