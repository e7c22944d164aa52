// Started by Stryker itself, which takes no TypeScript; mutation.ts sets MUTATE.
export default {
	mutate: process.env.MUTATE.split(',').map((folder) => `nodes/${folder}/**/*.ts`),
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
