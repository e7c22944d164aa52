import { globSync, readFileSync } from 'node:fs';

/*
 * Only GitHub can run its workflows. These tests check beforehand that everything they name exists, and that what they
 * use from elsewhere has a version that nobody can change.
 */

const texts = globSync('.github/workflows/*.yml').map((file) => readFileSync(file, 'utf8'));

/** The first group of each match, over all workflows. There must be one, or a test would check nothing. */
function findAll(pattern: RegExp): string[] {
	const found = texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name));
	expect(found).not.toEqual([]);
	return found;
}

it('actions are pinned to a commit', () => {
	const actions = findAll(/uses: (\S+)/g).filter((name) => !name.startsWith('./'));
	expect(actions).not.toEqual([]);
	expect(actions.filter((name) => !/@[0-9a-f]{40}$/.test(name))).toEqual([]);
});

it('what npm installs globally is pinned to a version', () => {
	const packages = findAll(/npm install --global (\S+)/g);
	expect(packages.filter((name) => !/@\d+\.\d+\.\d+$/.test(name))).toEqual([]);
});

it('the npm scripts that they name exist', () => {
	const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object };
	const scripts = findAll(/npm run (?:--silent )?(\S+)/g);
	expect(scripts.filter((name) => !(name in manifest.scripts))).toEqual([]);
});

it('the programs, tests and configs that they name exist', () => {
	const paths = findAll(/(?<![\w/])((?:test|\.ci|\.github)\/[\w./-]+|[\w.]+\.config\.js)/g);
	expect(paths.filter((path) => globSync(`${path}*`).length === 0)).toEqual([]);
});

it.each(texts)('each job has a time limit, and may only read what it is not granted', (text) => {
	const [, jobsText = ''] = text.split('\njobs:');
	const jobs = jobsText.split(/^ {2}(?=\w+:$)/m).slice(1);
	expect(jobs).not.toEqual([]);
	// A job without `runs-on` calls another workflow, whose own jobs have limits.
	const ownJobs = jobs.filter((job) => job.includes('runs-on:'));
	expect(ownJobs.filter((job) => !job.includes('timeout-minutes:'))).toEqual([]);
	expect(text).toMatch(/^permissions:\n {2}contents: read$/m);
});
