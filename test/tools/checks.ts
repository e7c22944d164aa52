import { styleText } from 'node:util';
import { start } from './childProcess';

export interface Check {
	name: string;
	command: string[];
}

export interface Counts {
	passed: number;
	failed: number;
}

interface Counted extends Counts {
	output: string;
}

/** A check that takes longer hangs. */
const LIMIT_MS = 30 * 60_000;
const SIGN_OF_LIFE_MS = 60_000;

/** Runs the checks of lanes, and ends with `N passed, N failed`, in which a check without tests of its own is one test. */
export async function runChecks(...lanes: Check[][]): Promise<void> {
	const { passed, failed } = await runLanes(lanes);
	console.log(`${passed} passed, ${failed} failed`);
}

/**
 * Runs the checks of a lane one after the other, and all lanes at the same time. All checks run, also after one has
 * failed, and those that failed show what they have printed. The program ends with an error if one failed.
 */
export async function runLanes(lanes: Check[][]): Promise<Counts & { failedChecks: string[] }> {
	const failed: string[] = [];
	const sum: Counts = { passed: 0, failed: 0 };
	const secondsInAll = stopwatch();
	const runLane = async (lane: Check[]) => {
		for (const check of lane) {
			const counts = await runCheck(check);
			sum.passed += counts.passed;
			sum.failed += counts.failed;
			if (counts.failed > 0) failed.push(check.name);
		}
	};
	await Promise.all(lanes.map(runLane));
	console.log(`${secondsInAll()} s in all`);
	if (failed.length > 0) {
		console.log(`Failed: ${failed.join(', ')}`);
		process.exitCode = 1;
	}
	return { ...sum, failedChecks: failed };
}

async function runCheck({ name, command }: Check): Promise<Counts> {
	const seconds = stopwatch();
	const sayThatItRuns = () => console.log(`${name}: still running, ${seconds()} s`);
	const timer = setInterval(sayThatItRuns, SIGN_OF_LIFE_MS);
	const { output, passed, failed } = await runCounted(command);
	clearInterval(timer);
	const verdict = failed === 0 ? 'passed' : styleText('red', 'failed');
	console.log(`${name}: ${verdict}, ${seconds()} s`);
	if (failed > 0) console.log(`\n${output.trimEnd()}\n`);
	return { passed, failed };
}

/** @returns a function that says how many seconds have passed since */
function stopwatch(): () => string {
	const began = performance.now();
	return () => ((performance.now() - began) / 1000).toFixed(1);
}

/**
 * Runs a command, and reads how many tests passed and failed from the end of its output. A command that prints no counts
 * is one test. A command that ends with an error, or in which nothing passed, has at least one failure.
 */
export async function runCounted(
	[program = '', ...args]: string[],
	env = process.env,
): Promise<Counted> {
	const child = start(program, args, env);
	const timer = setTimeout(() => void child.kill(), LIMIT_MS);
	const code = await child.ended;
	clearTimeout(timer);
	const output = child.output();
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
