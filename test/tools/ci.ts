import type { ChildProcess } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { signal } from '../n8n/childProcess';
import { MORE_STEPS, type Step, STEPS } from './ciSteps';
import { type Counts, runCounted } from './counted';

/*
 * The steps of `.ci/run`, several at a time: as many as the computer has cores for. `--all` runs those, too,
 * that take too long for each change; `--only 'scan|guard'` some of them. Ends with `N passed, N failed`.
 */

interface Outcome extends Counts {
	step: Step;
	seconds: number;
	problem: string;
}

/** From the first test or cell that failed; else the end of what a step printed. */
const SHOWN_CHARACTERS = 20_000;
const LIMIT_MS = 30 * 60_000;
const PATIENCE_MS = 10_000;

const running = new Map<Step, ChildProcess>();

export async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			all: { type: 'boolean', default: false },
			only: { type: 'string', default: '' },
			/** Seconds that were spent before, on installing. */
			since: { type: 'string', default: '0' },
		},
	});
	for (const name of ['SIGINT', 'SIGTERM'] as const) {
		process.once(name, () => {
			for (const child of running.values()) end(child);
			process.exit(1);
		});
	}
	const known = values.all ? [...STEPS, ...MORE_STEPS] : STEPS;
	const only = new RegExp(values.only);
	const began = Date.now() - Number(values.since) * 1000;
	const outcomes = await runAll(known.filter(({ name }) => only.test(name)));

	console.log('\nSeconds of each step:');
	for (const { step, seconds, passed, failed } of outcomes) {
		console.log(`${String(seconds).padStart(6)}  ${step.name}: ${passed} passed, ${failed} failed`);
	}
	console.log(`${secondsSince(began)} s in all`);
	for (const { step, problem } of outcomes.filter(({ failed }) => failed > 0)) {
		console.log(`\nFAILED: ${step.name}\n${problem}`);
	}
	const sum = (count: keyof Counts) =>
		outcomes.reduce((total, outcome) => total + outcome[count], 0);
	// Installing was a step, too.
	console.log(`${sum('passed') + 1} passed, ${sum('failed')} failed`);
	process.exitCode = sum('failed') === 0 ? 0 : 1;
}

/** Runs each step as soon as there are cores for it, and those before it have ended. */
async function runAll(steps: Step[]): Promise<Outcome[]> {
	const cores = Math.max(2, availableParallelism());
	const outcomes: Outcome[] = [];
	const waiting = new Set(steps);
	const promises = new Set<Promise<void>>();
	const isToCome = (name: string) =>
		steps.some((step) => step.name === name) && !outcomes.some(({ step }) => step.name === name);
	// One that was left out has made nothing either.
	const hasFailed = (name: string) =>
		outcomes.some((outcome) => outcome.step.name === name && outcome.passed === 0);

	while (waiting.size > 0 || promises.size > 0) {
		for (const step of waiting) {
			const busy = [...running.keys()].reduce((sum, other) => sum + other.cores, step.cores);
			// Sums of fractions are not exact.
			const hasRoom = running.size === 0 || busy <= cores + 0.01;
			if (!hasRoom || step.after.some(isToCome)) continue;
			waiting.delete(step);
			if (step.after.some((name) => hasFailed(name))) {
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

async function run(step: Step): Promise<Outcome> {
	console.log(`=== ${step.name} …`);
	const began = Date.now();
	let timer: NodeJS.Timeout | undefined;
	// In a group of its own, so that whatever it has started ends with it.
	const { output, ...counts } = await runCounted(step.command, { detached: true }, (child) => {
		running.set(step, child);
		timer = setTimeout(() => end(child), LIMIT_MS);
	});
	clearTimeout(timer);
	running.delete(step);
	const seconds = secondsSince(began);
	const { passed, failed } = counts;
	console.log(`=== ${step.name} took ${seconds} s: ${passed} passed, ${failed} failed`);
	const from = output.search(/^( {2}● |unexpected: )/m);
	const problem = from < 0 ? output.slice(-6_000) : output.slice(from, from + SHOWN_CHARACTERS);
	return { step, seconds, ...counts, problem };
}

const secondsSince = (began: number) => Math.round((Date.now() - began) / 1000);

/** What a step has started in groups of its own ends with it, if it is asked to end. */
function end(child: ChildProcess): void {
	signal(child, 'SIGTERM');
	setTimeout(() => signal(child, 'SIGKILL'), PATIENCE_MS).unref();
}
