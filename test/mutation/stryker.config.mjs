const folders = process.env.MUTATE
	? process.env.MUTATE.split(',')
	: [
			'Analytics/bulkFile',
			'Analytics/csv',
			'Notifications/message',
			'Notifications/batching',
			'Notifications/sending',
		];

export default {
	mutate: folders.map((folder) => `nodes/${folder}/**/*.ts`),
	testRunner: 'jest',
	plugins: [import.meta.resolve('@stryker-mutator/jest-runner')],
	jest: { configFile: 'test/mutation/jest.config.js' },
	coverageAnalysis: 'perTest',
	concurrency: 2,
	timeoutMS: 4_000,
	reporters: ['clear-text', 'html', 'json'],
	tempDirName: '.stryker-tmp',
	htmlReporter: { fileName: 'test/mutation/report/index.html' },
	jsonReporter: { fileName: 'test/mutation/report/mutation.json' },
	thresholds: { high: 90, low: 85, break: 85 },
};
