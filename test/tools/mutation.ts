import { spawnSync } from 'node:child_process';
import { accessSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Config } from 'jest';

/*
 * Whether the tests of the heart would notice a mistake in it: `npx node test/run.mjs test/tools/mutation.ts`, or with names
 * behind it, such as `retry nonce`. Stryker makes one mistake after the other in a file, runs the file's own tests each time,
 * and prints what no test noticed. On two quiet cores, all of it takes about eight minutes.
 */

/** With the tests that each has besides the one on its path. Those that take seconds would take them for each mistake. */
const HEART: Record<string, string[]> = {
	'Analytics/table/csvReader': [],
	'Analytics/table/columnTypes': [],
	'Analytics/table/gunzip': [],
	'Notifications/message/nonce': [],
	'Notifications/message/phone': [
		'Notifications/message/phone.number',
		'Notifications/message/optOuts',
	],
	'shared/http/retry': [],
	'shared/status': ['shared/http/refusal', 'shared/http/retry'],
	'shared/dates/dateRange': [],
};

const GOAL_PERCENT = 90;

export function main(): void {
	const names = new RegExp(process.argv.slice(2).join('|'));
	const parts = Object.entries(HEART).filter(([file]) => names.test(file));
	const folder = mkdtempSync(join(tmpdir(), 'chat-commerce-mutation-'));
	const config = join(folder, 'stryker.config.json');
	const results: string[] = [];
	try {
		for (const [file, moreTests] of parts) {
			// Stryker finds no fault with a file that does not exist.
			accessSync(`nodes/${file}.ts`);
			const began = performance.now();
			writeFileSync(config, JSON.stringify(settings(file, moreTests, join(folder, 'sandbox'))));
			const { status } = spawnSync('stryker', ['run', config], { stdio: 'inherit' });
			const seconds = Math.round((performance.now() - began) / 1000);
			const verdict = status === 0 ? 'at least' : 'LESS THAN';
			results.push(`${file}: ${verdict} ${GOAL_PERCENT} % in ${seconds} s`);
			if (status !== 0) process.exitCode = 1;
		}
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
	console.log(results.join('\n'));
}

function settings(file: string, moreTests: string[], tempDirName: string): object {
	const { projects } = createRequire(resolve('package.json'))('./jest.config.js') as Config;
	const [nodes] = projects as Config[];
	return {
		mutate: [`nodes/${file}.ts`],
		testRunner: 'jest',
		jest: {
			// Not jest.config.js, whose projects would all run.
			configFile: 'package.json',
			config: {
				...nodes,
				testMatch: [file, ...moreTests].map((path) => `<rootDir>/test/nodes/${path}.test.ts`),
			},
			enableFindRelatedTests: false,
		},
		concurrency: 2,
		// A mistake that takes so much longer never ends.
		timeoutMS: 4_000,
		thresholds: { high: 100, low: GOAL_PERCENT, break: GOAL_PERCENT },
		reporters: ['clear-text'],
		clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
		tempDirName,
	};
}
