import { globSync, readFileSync } from 'node:fs';

/*
 * Nobody runs the commands of the pages, and only GitHub its workflows. So what they name must exist, and what workflows use
 * from elsewhere must have a version that nobody can change.
 */

const read = (path: string) => readFileSync(path, 'utf8');
const workflows = globSync('.github/workflows/*.yml').map(read);
const pages = globSync('{,docs/**/,benchmark/,examples/,.github/**/}*.md').map(read);

/** The first group of each match, over all texts. There must be one, or a test would check nothing. */
function findAll(texts: string[], pattern: RegExp): string[] {
	const found = texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name));
	expect(found).not.toEqual([]);
	return found;
}

it.each([
	{ what: 'workflows', texts: workflows },
	{ what: 'pages', texts: pages },
])('the npm scripts and the programs that $what name exist', ({ texts }) => {
	const { scripts } = JSON.parse(read('package.json')) as { scripts: object };
	const names = findAll(texts, /npm run (?:--\S+ )*([a-z][\w-]*(?::[\w-]+)*)/g);
	expect(names.filter((name) => !(name in scripts))).toEqual([]);
	const programs = findAll(texts, /node test\/run\.mjs (\S+?\.ts)\b/g);
	const isProgram = (path: string) => /^export (async )?function main\(/m.test(read(path));
	expect(programs.filter((path) => !isProgram(path))).toEqual([]);
});

it('the tests and configs that workflows name exist', () => {
	const path = /(?<![\w/])((?:test|\.ci|\.github)\/[\w./-]+|[\w.]+\.config\.js)/g;
	const paths = findAll(workflows, path);
	expect(paths.filter((path) => globSync(`${path}*`).length === 0)).toEqual([]);
});

it('actions are pinned to a commit, and what npm installs globally to a version', () => {
	const actions = findAll(workflows, /uses: ([^.\s]\S+)/g);
	expect(actions.filter((name) => !/@[0-9a-f]{40}$/.test(name))).toEqual([]);
	const packages = findAll(workflows, /npm install --global (\S+)/g);
	expect(packages.filter((name) => !/@\d+\.\d+\.\d+$/.test(name))).toEqual([]);
});

it.each(workflows)(
	'each job has a time limit, and may only read what it is not granted',
	(text) => {
		// A job without `runs-on` calls another workflow, whose own jobs have limits.
		const ownJobs = text.split(/^ {2}(?=\w+:$)/m).filter((job) => job.includes('runs-on:'));
		expect(ownJobs.filter((job) => !job.includes('timeout-minutes:'))).toEqual([]);
		expect(text).toMatch(/^permissions:\n {2}contents: read$/m);
	},
);
