import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { relative } from 'node:path';
import { SOME_TESTS } from '../engines/engines';

/** The test files that Jest itself finds with a config. A file that belongs to several projects is there once. */
function testsOf(config: string): string[] {
	const args = ['node_modules/jest/bin/jest.js', '--listTests', '--json', '--config', config];
	const files = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as string[];
	return [...new Set(files.map((file) => relative(process.cwd(), file)))];
}

it('every test file belongs to exactly one config of Jest, so that none is left out unseen', () => {
	const found = [...testsOf('jest.config.js'), ...testsOf('jest.n8n.config.js')].sort();
	const all = globSync('test/**/*.test.ts', { exclude: ['**/node_modules'] }).sort();
	expect(all.length).toBeGreaterThan(0);
	expect(found).toEqual(all);
});

it.each(SOME_TESTS)('there are tests of %s for the oldest engine to run', (pattern) => {
	const all = globSync('test/{nodes,engine}/**/*.test.ts');
	expect(all.filter((path) => new RegExp(pattern).test(path))).not.toEqual([]);
});
