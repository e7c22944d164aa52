import { globSync, readFileSync } from 'node:fs';

/*
 * Nobody runs the commands of the pages, so what they name must exist. What workflows use from elsewhere must have a version
 * that nobody can change, and they may do nothing that they are not granted.
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

it('the npm scripts and the programs that pages name exist', () => {
	const { scripts } = JSON.parse(read('package.json')) as { scripts: object };
	const names = findAll(pages, /npm run (?:--\S+ )*([a-z][\w-]*(?::[\w-]+)*)/g);
	expect(names.filter((name) => !(name in scripts))).toEqual([]);
	const programs = findAll(pages, /node test\/run\.mjs (\S+?\.ts)\b/g);
	const isProgram = (path: string) => /^export (async )?function main\(/m.test(read(path));
	expect(programs.filter((path) => !isProgram(path))).toEqual([]);
});

it('actions are pinned to a commit, and what npm installs globally to a version', () => {
	const actions = findAll(workflows, /uses: ([^.\s]\S+)/g);
	expect(actions.filter((name) => !/@[0-9a-f]{40}$/.test(name))).toEqual([]);
	const packages = findAll(workflows, /npm install --global (\S+)/g);
	expect(packages.filter((name) => !/@\d+\.\d+\.\d+$/.test(name))).toEqual([]);
});

it.each(workflows)('a workflow may only read what it is not granted', (text) => {
	expect(text).toMatch(/^permissions:\n {2}contents: read$/m);
});
