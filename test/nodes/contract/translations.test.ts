import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/*
 * Guards the translations of the README, which must follow it. Their sentences cannot be compared, but what must not be
 * translated can: commands, links, images and labels of the editor.
 */

const ORIGINAL = 'README.md';
const TRANSLATIONS = ['docs/es/README.md', 'docs/pt-BR/README.md'];

/** A page from its first heading below the title: what stands above it leads to the other languages. */
function bodyOf(path: string): string {
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

/** Where links and images lead, in their order, as paths from the root of the project to English pages. */
function targetsOf(markdown: string, path: string): string[] {
	return matchesOf(markdown, /\]\(([^)]+)\)/g).map((target) => {
		if (target.includes('://')) return target;
		const file = normalize(join(dirname(path), target));
		return TRANSLATIONS.includes(file) ? ORIGINAL : file;
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

/** What a translation has as the English page has it. */
const SAME: Array<{ what: string; of: (markdown: string, path: string) => unknown }> = [
	{ what: 'commands', of: commandsOf },
	{ what: 'links and images', of: targetsOf },
	{ what: 'labels of the editor, in English', of: labelsOf },
	{ what: 'ways through the editor, in English', of: pathsInEditorOf },
	{ what: 'code', of: codeOf },
];

describe.each(TRANSLATIONS)('%s', (path) => {
	it.each(SAME)('has the same $what', ({ of }) => {
		expect(of(bodyOf(path), path)).toEqual(of(bodyOf(ORIGINAL), ORIGINAL));
	});
});
