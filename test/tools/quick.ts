import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { type Check, runChecks } from './checks';

/*
 * npm run quick: what can be known of a change in a few seconds: types, eslint and format of the changed files, and the
 * tests on their paths. Changed is what differs from the main branch of the remote, committed or not. It replaces
 * neither `npm run lint` nor `npm test`.
 */

/** With it, TypeScript looks only at what has changed since the last time. */
const TYPES_CACHE = 'node_modules/.cache/quick.tsbuildinfo';

export async function main(): Promise<void> {
	const files = changedFiles();
	const tests = [...new Set(files.flatMap(testsOf))];
	console.log(`${files.length} changed files, ${tests.length} test files on their paths`);
	const checks: Check[] = [
		{
			name: 'types',
			command: [
				...['tsc', '--noEmit', '-p', 'test/tsconfig.json'],
				...['--incremental', '--tsBuildInfoFile', TYPES_CACHE],
			],
		},
	];
	const scripts = files.filter((file) => /\.[cm]?[jt]s$/.test(file));
	if (scripts.length > 0) {
		checks.push({ name: 'eslint', command: ['eslint', '--no-warn-ignored', ...scripts] });
	}
	if (files.length > 0) {
		checks.push({ name: 'format', command: ['prettier', '--check', '--ignore-unknown', ...files] });
	}
	if (tests.length > 0) {
		checks.push({ name: 'tests', command: ['jest', '--runTestsByPath', ...tests] });
	}
	await runChecks(...checks.map((check) => [check]));
}

function changedFiles(): string[] {
	const base = spawnSync('git', ['merge-base', 'HEAD', 'origin/main'], { encoding: 'utf8' });
	const since = base.status === 0 ? base.stdout.trim() : 'HEAD';
	const changed = git('diff', '--name-only', '--diff-filter=d', since);
	return [...changed, ...git('ls-files', '--others', '--exclude-standard')].filter(existsSync);
}

function git(...args: string[]): string[] {
	return execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
}

/** The tests in Jest's own projects that lie on the path of a file: of `a/b.ts`, those of `b.ts` and of a side of it. */
export function testsOf(file: string): string[] {
	if (file.startsWith('test/n8n/')) return [];
	if (file.endsWith('.test.ts')) return [file];
	const path = /^(?:test\/)?(.+)\.ts$/.exec(file)?.[1];
	return path === undefined ? [] : globSync(`test/${path}{,.*}.test.ts`);
}
