import { styleText } from 'node:util';
import { runCounted } from './counted';

export interface Check {
	name: string;
	command: string[];
}

/**
 * Runs all checks, also after one has failed, and shows what those that failed have printed. It ends with
 * `N passed, N failed`, and the program ends with an error if one failed.
 *
 * @param atOnce how many run at the same time
 */
export async function runChecks(checks: Check[], atOnce: number): Promise<void> {
	const waiting = [...checks];
	const failed: string[] = [];
	const runSome = async () => {
		for (let check = waiting.shift(); check; check = waiting.shift()) {
			if (!(await passes(check))) failed.push(check.name);
		}
	};
	await Promise.all(Array.from({ length: atOnce }, runSome));
	if (failed.length > 0) {
		console.log(`Failed: ${failed.join(', ')}`);
		process.exitCode = 1;
	}
	console.log(`${checks.length - failed.length} passed, ${failed.length} failed`);
}

async function passes({ name, command }: Check): Promise<boolean> {
	const began = performance.now();
	const { output, failed } = await runCounted(command, {});
	const seconds = ((performance.now() - began) / 1000).toFixed(1);
	const isPassed = failed === 0;
	const verdict = isPassed ? 'passed' : styleText('red', 'failed');
	console.log(`${name}: ${verdict}, ${seconds} s`);
	if (!isPassed) console.log(`\n${output.trimEnd()}\n`);
	return isPassed;
}
