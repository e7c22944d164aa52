import type { ChildProcess } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { signal } from './childProcess';
import { MORE_STEPS, type Step, STEPS } from './ciSteps';
import { type Counts, runCounted } from './counted';

/*
 * Runs the steps of `.ci/run`, several at a time: as many as the computer has cores for. `--all` also runs those that
 * take too long for each change; `--only 'scan|guard'` runs some of them. It ends with `N passed, N failed`.
 */

interface Outcome extends Counts {
	step: Step;
	seconds: number;
	/** Of a step that failed: the part of its output that shows why. */
	problem: string;
}

/** How much is shown from the first test or cell that failed. */
const SHOWN_CHARACTERS = 20_000;
/** How much is shown of the end of an output that names none. */
const SHOWN_END_CHARACTERS = 6_000;
/** How long a step may take. */
const STEP_LIMIT_MS = 30 * 60_000;
/** How long a step that is asked to end may take. */
const STOP_LIMIT_MS = 10_000;
/** Cores are fractions, whose sums are not exact. */
const ROUNDING_ERROR = 0.01;

const running = new Map<Step, ChildProcess>();

export async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			all: { type: 'boolean', default: false },
			only: { type: 'string', default: '' },
			/** Seconds that were spent on installing before. */
			since: { type: 'string', default: '0' },
		},
	});
	endStepsOnSignals();
	const known = values.all ? [...STEPS, ...MORE_STEPS] : STEPS;
	const only = new RegExp(values.only);
	const began = Date.now() - Number(values.since) * 1000;
	const outcomes = await runAll(known.filter(({ name }) => only.test(name)));
	report(outcomes, secondsSince(began));
}

function endStepsOnSignals(): void {
	for (const name of ['SIGINT', 'SIGTERM'] as const) {
		process.once(name, () => {
			for (const child of running.values()) end(child);
			process.exit(1);
		});
	}
}

function report(outcomes: Outcome[], seconds: number): void {
	console.log('\nSeconds of each step:');
	for (const outcome of outcomes) {
		const { step, passed, failed } = outcome;
		const taken = String(outcome.seconds).padStart(6);
		console.log(`${taken}  ${step.name}: ${passed} passed, ${failed} failed`);
	}
	console.log(`${seconds} s in all`);
	for (const { step, failed, problem } of outcomes) {
		if (failed > 0) console.log(`\nFAILED: ${step.name}\n${problem}`);
	}
	const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
	const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
	// `.ci/run` has installed the packages before. That counts as a step that passed.
	console.log(`${passed + 1} passed, ${failed} failed`);
	process.exitCode = failed === 0 ? 0 : 1;
}

/** Runs each step as soon as there are cores for it and the steps before it have ended. */
async function runAll(steps: Step[]): Promise<Outcome[]> {
	const outcomes: Outcome[] = [];
	const waiting = new Set(steps);
	const promises = new Set<Promise<void>>();
	const hasEnded = (name: string) => outcomes.some(({ step }) => step.name === name);
	const isStillToEnd = (name: string) =>
		steps.some((step) => step.name === name) && !hasEnded(name);
	// A step that was left out has made nothing, like one that failed.
	const hasMadeNothing = (name: string) =>
		outcomes.some(({ step, passed }) => step.name === name && passed === 0);

	while (waiting.size > 0 || promises.size > 0) {
		for (const step of waiting) {
			if (!hasRoomFor(step) || step.after.some(isStillToEnd)) continue;
			waiting.delete(step);
			if (step.after.some(hasMadeNothing)) {
				console.log(`=== ${step.name} is left out, as a step before it failed`);
				outcomes.push({ step, seconds: 0, passed: 0, failed: 0, problem: '' });
				continue;
			}
			const promise = run(step).then((outcome) => {
				outcomes.push(outcome);
				promises.delete(promise);
			});
			promises.add(promise);
		}
		if (promises.size > 0) await Promise.race(promises);
	}
	return outcomes;
}

/** Whether the computer has cores left. A step that needs more than there are runs alone. */
function hasRoomFor(step: Step): boolean {
	if (running.size === 0) return true;
	const cores = Math.max(2, availableParallelism());
	const busy = [...running.keys()].reduce((sum, other) => sum + other.cores, 0);
	return busy + step.cores <= cores + ROUNDING_ERROR;
}

async function run(step: Step): Promise<Outcome> {
	console.log(`=== ${step.name} …`);
	const began = Date.now();
	let timer: NodeJS.Timeout | undefined;
	// In a process group of its own, so that whatever the step has started can be ended with it.
	const { output, passed, failed } = await runCounted(step.command, { detached: true }, (child) => {
		running.set(step, child);
		timer = setTimeout(() => end(child), STEP_LIMIT_MS);
	});
	clearTimeout(timer);
	running.delete(step);
	const seconds = secondsSince(began);
	console.log(`=== ${step.name} took ${seconds} s: ${passed} passed, ${failed} failed`);
	return { step, seconds, passed, failed, problem: problemIn(output) };
}

/** From the first test of Jest, or the first cell of a benchmark, that failed; otherwise the end of the output. */
function problemIn(output: string): string {
	const start = output.search(/^( {2}● |unexpected: )/m);
	if (start < 0) return output.slice(-SHOWN_END_CHARACTERS);
	return output.slice(start, start + SHOWN_CHARACTERS);
}

function secondsSince(began: number): number {
	return Math.round((Date.now() - began) / 1000);
}

/** Asks a step to end, so that it can also end what it has started in other process groups. Then ends it. */
function end(child: ChildProcess): void {
	signal(child, 'SIGTERM');
	setTimeout(() => signal(child, 'SIGKILL'), STOP_LIMIT_MS).unref();
}
