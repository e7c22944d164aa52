import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { MORE_STEPS, type Step, STEPS } from './ciSteps';

/*
 * The steps of `.ci/run`, several at a time: as many as the computer has cores for. `--all` runs those, too,
 * that take too long for each change; `--only 'faults|readings'` some of them. Ends with `N passed, N failed`.
 */

interface Outcome {
	step: Step;
	seconds: number;
	/** Of the processor, over all cores. */
	busy: number;
	passed: number;
	failed: number;
	/** What to read of a step that failed. */
	problems: string[];
}

/** What a step left: what it printed, and the file in which Jest writes its results. */
interface Printed {
	output: string;
	results: string;
}

/** The end of what a step printed, where it does not say which tests failed. */
const SHOWN_CHARACTERS = 6_000;

/** Of one step; against hanging. */
const LIMIT_MS = 30 * 60_000;
const PATIENCE_MS = 10_000;
/** Sums of fractions are not exact. */
const EPSILON = 0.01;

/** Runs a command, and says how busy it has kept the processor. */
const TIMED = `TIMEFORMAT='%U %S'
exec 3>&1 4>&2
used=$( { time "$@" 1>&3 2>&4; } 2>&1 )
code=$?
echo "processor: $(awk '{ print $1 + $2 }' <<<"$used")"
exit $code`;

const running = new Map<ChildProcess, Step>();

export async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			all: { type: 'boolean', default: false },
			only: { type: 'string', default: '' },
			/** Seconds that were spent before, on installing. */
			since: { type: 'string', default: '0' },
		},
	});
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => {
			for (const child of running.keys()) end(child);
			process.exit(1);
		});
	}
	const known = values.all ? [...STEPS, ...MORE_STEPS] : STEPS;
	const only = new RegExp(values.only);
	const steps = known.filter(({ name }) => only.test(name));
	const folder = mkdtempSync(join(tmpdir(), 'chat-commerce-ci-'));
	const began = Date.now() - Number(values.since) * 1000;
	const outcomes = await runAll(steps, folder);
	rmSync(folder, { recursive: true, force: true });

	console.log('\nSeconds of each step:');
	for (const { step, seconds, busy, passed, failed } of outcomes) {
		const counts = `${passed} passed, ${failed} failed`;
		console.log(
			`${String(seconds).padStart(6)}  ${step.name}: ${counts} (${busy} s of the processor)`,
		);
	}
	console.log(`${Math.round((Date.now() - began) / 1000)} s in all`);
	// Last, where it is found.
	for (const { step, problems } of outcomes.filter(({ failed }) => failed > 0)) {
		console.log([`\nFAILED: ${step.name}`, ...problems].join('\n'));
	}
	const sum = (count: 'passed' | 'failed') =>
		outcomes.reduce((total, outcome) => total + outcome[count], 0);
	// Installing was a step, too.
	console.log(`${sum('passed') + 1} passed, ${sum('failed')} failed`);
	process.exitCode = sum('failed') === 0 ? 0 : 1;
}

/** Runs each step as soon as there are cores for it, and those before it have passed. */
async function runAll(steps: Step[], folder: string): Promise<Outcome[]> {
	const outcomes: Outcome[] = [];
	const waiting = [...steps];
	const cores = Math.max(2, availableParallelism());
	const busy = () => [...running.values()].reduce((sum, step) => sum + step.cores, 0);
	const promises = new Set<Promise<void>>();
	const isOver = (name: string) =>
		!steps.some((step) => step.name === name) || outcomes.some(({ step }) => step.name === name);
	const hasFailed = (name: string) =>
		outcomes.some(({ step, failed }) => step.name === name && failed > 0);

	while (waiting.length > 0 || promises.size > 0) {
		for (const step of [...waiting]) {
			const { after = [], cores: needed } = step;
			if (!after.every(isOver) || (running.size > 0 && busy() + needed > cores + EPSILON)) continue;
			waiting.splice(waiting.indexOf(step), 1);
			const missing = after.filter(hasFailed);
			if (missing.length > 0) {
				const problems = [`It needs ${missing.join(', ')}`];
				outcomes.push({ step, seconds: 0, busy: 0, passed: 0, failed: 1, problems });
				continue;
			}
			const promise = run(step, folder).then((outcome) => {
				outcomes.push(outcome);
				promises.delete(promise);
			});
			promises.add(promise);
		}
		await Promise.race(promises);
	}
	return outcomes;
}

async function run(step: Step, folder: string): Promise<Outcome> {
	const { name, counts, command } = step;
	const path = join(folder, name.replace(/\W+/g, '-'));
	const results = `${path}.json`;
	const args = counts === 'jest' ? ['--json', `--outputFile=${results}`] : [];
	console.log(`=== ${name} …`);
	const began = Date.now();
	// A file, as programs that end at once lose what a pipe has not taken yet.
	const log = openSync(`${path}.log`, 'w');
	// In a group of its own, so that whatever it has started ends with it.
	const child = spawn('bash', ['-c', TIMED, 'bash', ...command, ...args], {
		stdio: ['ignore', log, log],
		detached: true,
	});
	running.set(child, step);
	const timer = setTimeout(() => end(child), LIMIT_MS);
	const code = await new Promise<number>((resolve) => {
		child.on('error', () => resolve(1));
		child.on('close', (exitCode) => resolve(exitCode ?? 1));
	});
	clearTimeout(timer);
	running.delete(child);
	closeSync(log);
	const output = readFileSync(`${path}.log`, 'utf8');
	const [, busy = 0] = /^processor: ([\d.]+)$/m.exec(output) ?? [];
	const counted = countsOf(counts, { output, results, isGood: code === 0 });
	const seconds = Math.round((Date.now() - began) / 1000);
	console.log(`=== ${name} took ${seconds} s: ${counted.passed} passed, ${counted.failed} failed`);
	const problems = counted.failed > 0 ? problemsOf({ output, results }) : [];
	return { step, seconds, busy: Math.round(Number(busy)), ...counted, problems };
}

function problemsOf({ output, results }: Printed): string[] {
	const { testResults = [] } = readJest(results) ?? {};
	const tests = testResults.flatMap(({ message, assertionResults }) =>
		// Without tests, a file could not be run at all.
		assertionResults.length > 0 ? assertionResults : [{ status: 'failed', fullName: message }],
	);
	const failed = tests.filter(({ status }) => status === 'failed');
	if (failed.length === 0) return [output.slice(-SHOWN_CHARACTERS)];
	return failed.map(({ fullName, failureMessages = [] }) =>
		[`● ${fullName}`, ...failureMessages].join('\n').slice(0, SHOWN_CHARACTERS),
	);
}

function countsOf(
	counts: Step['counts'],
	{ output, results, isGood }: Printed & { isGood: boolean },
): { passed: number; failed: number } {
	const found = counts === 'jest' ? ofJest(results) : counts === 'lastLine' ? ofLine(output) : OK;
	const { passed = 0, failed = 0 } = found ?? {};
	// What ended badly, or has no count, has failed, whatever it says.
	const hasFailed = !isGood || passed === 0;
	return counts === 'itself' && hasFailed
		? { passed: 0, failed: 1 }
		: { passed, failed: hasFailed ? Math.max(1, failed) : failed };
}

const OK = { passed: 1, failed: 0 };

interface JestResults {
	numPassedTests: number;
	numFailedTests: number;
	numRuntimeErrorTestSuites: number;
	testResults: Array<{
		message: string;
		assertionResults: Array<{ status: string; fullName: string; failureMessages?: string[] }>;
	}>;
}

function readJest(path: string): JestResults | undefined {
	try {
		return JSON.parse(readFileSync(path, 'utf8')) as JestResults;
	} catch {
		return undefined;
	}
}

function ofJest(path: string) {
	const results = readJest(path);
	if (!results) return undefined;
	const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = results;
	return { passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites };
}

function ofLine(output: string) {
	const last = [...output.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1);
	return last && { passed: Number(last[1]), failed: Number(last[2]) };
}

/** What a step has started in groups of its own ends with it, if it is asked to end. */
function end({ pid }: ChildProcess): void {
	signal(pid, 'SIGTERM');
	setTimeout(() => signal(pid, 'SIGKILL'), PATIENCE_MS).unref();
}

function signal(pid: number | undefined, name: NodeJS.Signals): void {
	try {
		if (pid !== undefined) process.kill(-pid, name);
	} catch {
		// It has ended by itself.
	}
}
