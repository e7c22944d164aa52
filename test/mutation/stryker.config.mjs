// Started by Stryker itself, which takes no TypeScript.
import { globSync, readFileSync } from 'node:fs';
import { folders, leftOut } from './folders.js';

/** Stryker 10 ends with an error at `x!++` and `x!--`, so the lines that have one are left out. */
function withoutUpdates(file) {
	const lines = readFileSync(file, 'utf8').split('\n');
	const left = lines.flatMap((line, at) => (/!(\+\+|--)/.test(line) ? [at + 1] : []));
	if (left.length === 0) return [];
	const ends = [...left.map((line) => line - 1), lines.length];
	return [`!${file}`, ...ends.map((end, i) => `${file}:${(left[i - 1] ?? 0) + 1}-${end}`)];
}

const patterns = folders.map((folder) => `nodes/${folder}/**/*.ts`);

export default {
	mutate: [
		...patterns,
		...globSync(patterns).flatMap(withoutUpdates),
		...leftOut.map((file) => `!${file}`),
	],
	testRunner: 'jest',
	plugins: [import.meta.resolve('@stryker-mutator/jest-runner')],
	// Jest finds no test through the folders that are not among its roots; the config names those that count.
	jest: { configFile: 'test/mutation/jest.config.js', enableFindRelatedTests: false },
	coverageAnalysis: 'perTest',
	// Each of those that run once, as a module is loaded, would take all tests of its folder.
	ignoreStatic: true,
	concurrency: 2,
	timeoutMS: 4_000,
	reporters: ['progress-append-only', 'clear-text', 'html', 'json'],
	tempDirName: '.stryker-tmp',
	htmlReporter: { fileName: 'test/mutation/report/index.html' },
	jsonReporter: { fileName: 'test/mutation/report/mutation.json' },
	thresholds: { high: 90, low: 85, break: 85 },
};
