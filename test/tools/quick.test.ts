import { testsOf } from './quick';

it.each([
	{
		file: 'nodes/Notifications/execute.ts',
		tests: [
			'test/nodes/Notifications/execute.duplicates.test.ts',
			'test/nodes/Notifications/execute.exactlyOnce.test.ts',
			'test/nodes/Notifications/execute.staysAwake.test.ts',
			'test/nodes/Notifications/execute.test.ts',
		],
	},
	{ file: 'test/tools/tokens.ts', tests: ['test/tools/tokens.test.ts'] },
	{ file: 'test/tools/tokens.test.ts', tests: ['test/tools/tokens.test.ts'] },
	{ file: 'test/n8n/newest.test.ts', tests: [] },
	{ file: 'README.md', tests: [] },
])('the tests on the path of $file are $tests', ({ file, tests }) => {
	expect(testsOf(file).sort()).toEqual(tests);
});
