import { globSync, readFileSync } from 'node:fs';

/* What GitHub runs is tried there alone: here, that it names what there is, in versions that nobody can change. */

const FILES = globSync('.github/workflows/*.yml');
const texts = FILES.map((file) => readFileSync(file, 'utf8'));
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object };

const found = (pattern: RegExp) =>
	texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name));

it('actions are pinned to a commit, and npm to a version', () => {
	const uses = found(/uses: (\S+)/g).filter((name) => !name.startsWith('./'));
	expect(uses.length).toBeGreaterThan(0);
	expect(uses.filter((name) => !/@[0-9a-f]{40}$/.test(name))).toEqual([]);
	const globals = found(/npm install --global (\S+)/g);
	expect(globals).not.toEqual([]);
	expect(globals.filter((name) => !/@\d+\.\d+\.\d+$/.test(name))).toEqual([]);
});

it('scripts, programs and tests that they name are there', () => {
	const named = found(/npm run (?:--silent )?(\S+)/g);
	expect(named.length).toBeGreaterThan(0);
	expect(named.filter((name) => !(name in scripts))).toEqual([]);
	const paths = found(/(?<![\w/])((?:test|\.ci|\.github)\/[\w./-]+|[\w.]+\.config\.js)/g);
	expect(paths.length).toBeGreaterThan(0);
	expect(paths.filter((path) => globSync(`${path}*`).length === 0)).toEqual([]);
});

it.each(texts)('each job ends after a while, and may do no more than it needs', (text) => {
	const jobs = text
		.slice(text.indexOf('\njobs:'))
		.split(/^ {2}(?=\w+:$)/m)
		.slice(1);
	expect(jobs.length).toBeGreaterThan(0);
	const own = jobs.filter((job) => job.includes('runs-on:'));
	expect(own.filter((job) => !job.includes('timeout-minutes:'))).toEqual([]);
	expect(text).toMatch(/^permissions:\n {2}contents: read$/m);
});
