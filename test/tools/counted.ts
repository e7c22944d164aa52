import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Counts {
	passed: number;
	failed: number;
}

interface Counted extends Counts {
	output: string;
}

/** Runs a command. What says no counts is one; what ends badly, or passes nothing, has failed. */
export async function runCounted(
	[program = '', ...args]: string[],
	options: SpawnOptions,
	started: (child: ChildProcess) => void = () => {},
): Promise<Counted> {
	// A file, as programs that end at once lose what a pipe has not taken yet.
	const folder = mkdtempSync(join(tmpdir(), 'chat-commerce-'));
	const log = openSync(join(folder, 'log'), 'w');
	const child = spawn(program, args, { ...options, stdio: ['ignore', log, log] });
	started(child);
	const code = await new Promise((resolve) => {
		child.on('error', () => resolve(1));
		child.on('close', resolve);
	});
	closeSync(log);
	const output = readFileSync(join(folder, 'log'), 'utf8');
	rmSync(folder, { recursive: true });
	return { output, ...countsIn(output, code === 0) };
}

function countsIn(output: string, isGood: boolean): Counts {
	const last = output.match(/^(Tests: .*|\d+ passed, \d+ failed)$/gm)?.at(-1);
	const count = (word: string) => Number(new RegExp(`(\\d+) ${word}`).exec(last ?? '')?.[1] ?? 0);
	const passed = last === undefined && isGood ? 1 : count('passed');
	return { passed, failed: Math.max(count('failed'), isGood && passed > 0 ? 0 : 1) };
}
