import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/*
 * Guards the translations of README.md, which must follow it: they say the same from "Try it" to "Limits". Their sentences
 * cannot be compared, but what must not be translated can: commands, links, images, labels of the editor, and the shape of
 * headings, lists and tables.
 */

const FIRST_HEADING = '## Try it';
const HEADING_AFTER_LAST = '## Compatibility';

const TRANSLATIONS = ['docs/es/README.md', 'docs/pt-BR/README.md'];

/** The part of README.md that is translated. */
function original(): string {
	const readme = readFileSync('README.md', 'utf8');
	const from = readme.indexOf(FIRST_HEADING);
	const to = readme.indexOf(HEADING_AFTER_LAST);
	if (from < 0 || to < from) throw new Error('README.md has other headings');
	return readme.slice(from, to);
}

/** The same part of a translation: everything from its first heading below the title. */
function translationOf(path: string): string {
	const page = readFileSync(path, 'utf8');
	return page.slice(page.indexOf('\n## ') + 1);
}

const CODE_BLOCK = /^```\n([\s\S]*?)^```$/gm;

function withoutCodeBlocks(markdown: string): string {
	return markdown.replace(CODE_BLOCK, '');
}

/** One text for each paragraph, list item, table row and heading, whatever the width of its lines. */
function unwrapped(markdown: string): string {
	return markdown.replace(/\n(?!\n|[#|!`]|- |\d+\. )\s*/g, ' ');
}

const matchesOf = (markdown: string, pattern: RegExp): string[] =>
	[...markdown.matchAll(pattern)].map(([whole, group]) => group ?? whole);

const commandsOf = (markdown: string): string[] => matchesOf(markdown, CODE_BLOCK);

const headingLevelsOf = (markdown: string): string[] =>
	matchesOf(withoutCodeBlocks(markdown), /^(#+) /gm);

const listItemsOf = (markdown: string): string[] =>
	matchesOf(withoutCodeBlocks(markdown), /^(- |\d+\. )/gm);

/** The cells of each table, so that a row or a column that is missing shows. */
function tableShapesOf(markdown: string): number[][] {
	const tables: number[][] = [];
	let isInTable = false;
	for (const line of withoutCodeBlocks(markdown).split('\n')) {
		const isRow = line.startsWith('|');
		if (isRow && !isInTable) tables.push([]);
		if (isRow) tables.at(-1)?.push(line.split('|').length - 2);
		isInTable = isRow;
	}
	return tables;
}

/** Where links and images lead, as paths from the root of the project, in their order. */
function targetsOf(markdown: string, path: string): string[] {
	return matchesOf(markdown, /\]\(([^)]+)\)/g).map((target) => {
		return target.includes('://') ? target : normalize(join(dirname(path), target));
	});
}

/** Labels of the editor: in italics, they begin with a capital letter, and stay in English. */
function labelsOf(markdown: string): string[] {
	const text = unwrapped(withoutCodeBlocks(markdown));
	return matchesOf(text, /(?<!\*)\*([A-Z][^*]*)\*(?!\*)/g).sort();
}

/** Operations, and ways through the editor, are in bold: "Query > Run", "Settings > Community nodes > Install". */
function pathsInEditorOf(markdown: string): string[] {
	const text = unwrapped(withoutCodeBlocks(markdown));
	return matchesOf(text, /\*\*([^*]+ > [^*]+)\*\*/g).sort();
}

/** Code within sentences: values, names of fields and files. */
const codeOf = (markdown: string): string[] =>
	matchesOf(unwrapped(withoutCodeBlocks(markdown)), /`([^`]+)`/g).sort();

describe.each(TRANSLATIONS)('%s', (path) => {
	const english = original();
	const translated = translationOf(path);

	it('has the same headings, of the same levels', () => {
		expect(headingLevelsOf(translated)).toEqual(headingLevelsOf(english));
	});

	it('has the same commands', () => {
		expect(commandsOf(english)).toContain('npm ci && npm run demo\n');
		expect(commandsOf(translated)).toEqual(commandsOf(english));
	});

	it('has the same lists', () => {
		expect(listItemsOf(translated)).toEqual(listItemsOf(english));
	});

	it('has the same tables', () => {
		expect(tableShapesOf(english)).toHaveLength(2);
		expect(tableShapesOf(translated)).toEqual(tableShapesOf(english));
	});

	it('has the same links and images', () => {
		expect(targetsOf(translated, path)).toEqual(targetsOf(english, 'README.md'));
	});

	it('leaves labels of the editor in English', () => {
		expect(labelsOf(english)).toContain('Everyone, Once Published');
		expect(labelsOf(translated)).toEqual(labelsOf(english));
	});

	it('leaves ways through the editor in English', () => {
		expect(pathsInEditorOf(english)).toContain('Bulk Export > Run');
		expect(pathsInEditorOf(translated)).toEqual(pathsInEditorOf(english));
	});

	it('leaves code as it is', () => {
		expect(codeOf(translated)).toEqual(codeOf(english));
	});
});
