import { execFileSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { runLanes } from './checks';

/*
 * npm run quick: what can be known of a change in a few seconds: types, eslint and format of the changed files, and the
 * tests on their paths. Changed is what differs from the main branch of the remote, committed or not. It replaces
 * neither `npm run lint` nor `npm test`.
 */

/** Of what the main branch of the remote does not have; without a remote, of what is not committed. */
const CHANGED = `git diff --name-only $(git merge-base HEAD origin/main 2>/dev/null || echo HEAD)
git ls-files --others --exclude-standard`;
/** With a cache, TypeScript looks only at what has changed since the last time. */
const TYPES = 'tsc --noEmit -p test/tsconfig.json --incremental --tsBuildInfoFile';
const TYPES_CACHE = 'node_modules/.cache/quick.tsbuildinfo';

export async function main(): Promise<void> {
	const changed = execFileSync('sh', ['-c', CHANGED], { encoding: 'utf8' }).split('\n');
	const files = changed.filter((file) => file !== '' && existsSync(file));
	const scripts = files.filter((file) => /\.[cm]?[jt]s$/.test(file));
	const tests = [...new Set(files.flatMap(testsOf))];
	console.log(`${files.length} changed files, ${tests.length} test files on their paths`);
	const checks = [
		{ name: 'types', command: [...TYPES.split(' '), TYPES_CACHE], needs: ['all'] },
		{ name: 'eslint', command: ['eslint', '--no-warn-ignored', ...scripts], needs: scripts },
		{
			name: 'format',
			command: ['prettier', '--check', '--ignore-unknown', ...files],
			needs: files,
		},
		{ name: 'tests', command: ['jest', '--runTestsByPath', ...tests], needs: tests },
	];
	const needed = checks.filter(({ needs }) => needs.length > 0);
	const { failedChecks } = await runLanes(needed.map((check) => [check]));
	console.log(`${needed.length - failedChecks.length} of ${needed.length} checks passed`);
}

/** The tests in Jest's own projects that lie on the path of a file: of `a/b.ts`, those of `b.ts` and of a side of it. */
function testsOf(file: string): string[] {
	if (file.startsWith('test/n8n/')) return [];
	if (file.endsWith('.test.ts')) return [file];
	const path = /^(?:test\/)?(.+)\.ts$/.exec(file)?.[1];
	return path === undefined ? [] : globSync(`test/${path}{,.*}.test.ts`);
}
