import { spawn, type SpawnOptions } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { styleText } from 'node:util';

export interface Check {
	name: string;
	command: string[];
}

export interface Counts {
	passed: number;
	failed: number;
}

interface Counted extends Counts {
	/** All that the command printed, to either stream. */
	output: string;
}

/** A check that takes longer hangs. */
const LIMIT_MS = 30 * 60_000;
const SIGN_OF_LIFE_MS = 60_000;

/**
 * Runs the checks of a lane one after the other, and all lanes at the same time. All checks run, also after one has failed,
 * and those that failed show what they have printed. It ends with `N passed, N failed`, and the program ends with an
 * error if one failed.
 */
export async function runChecks(...lanes: Check[][]): Promise<void> {
	const failed: string[] = [];
	const sum: Counts = { passed: 0, failed: 0 };
	const runLane = async (lane: Check[]) => {
		for (const check of lane) {
			const counts = await runCheck(check);
			sum.passed += counts.passed;
			sum.failed += counts.failed;
			if (counts.failed > 0) failed.push(check.name);
		}
	};
	await Promise.all(lanes.map(runLane));
	if (failed.length > 0) {
		console.log(`Failed: ${failed.join(', ')}`);
		process.exitCode = 1;
	}
	console.log(`${sum.passed} passed, ${sum.failed} failed`);
}

async function runCheck({ name, command }: Check): Promise<Counts> {
	const began = performance.now();
	const seconds = () => ((performance.now() - began) / 1000).toFixed(1);
	const sayThatItRuns = () => console.log(`${name}: still running, ${seconds()} s`);
	const timer = setInterval(sayThatItRuns, SIGN_OF_LIFE_MS);
	const counted = await runCounted(command, { timeout: LIMIT_MS, killSignal: 'SIGKILL' });
	clearInterval(timer);
	const { output, passed, failed } = counted;
	const isPassed = failed === 0;
	const verdict = isPassed ? 'passed' : styleText('red', 'failed');
	console.log(`${name}: ${verdict}, ${seconds()} s`);
	if (!isPassed) console.log(`\n${output.trimEnd()}\n`);
	return { passed, failed };
}

/**
 * Runs a command, and reads how many tests passed and failed from the end of its output. A command that prints no counts
 * is one test. A command that ends with an error, or in which nothing passed, has at least one failure.
 */
export async function runCounted(
	[program = '', ...args]: string[],
	options: SpawnOptions,
): Promise<Counted> {
	// The output goes to a file: a program that ends at once would lose what a pipe has not taken yet.
	const folder = mkdtempSync(join(tmpdir(), 'chat-commerce-'));
	const path = join(folder, 'log');
	const log = openSync(path, 'w');
	const child = spawn(program, args, { ...options, stdio: ['ignore', log, log] });
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
