import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/*
 * Guards the translations of the README, which must follow it. Their sentences cannot be compared, but what must not be
 * translated can.
 */

const ORIGINAL = 'README.md';
const TRANSLATIONS = ['docs/es/README.md', 'docs/pt-BR/README.md'];

const CODE_BLOCK = /^```\n([\s\S]*?)^```$/gm;
const LINK = /\]\(([^)]+)\)/g;

/** What a translation has as the English page has it. */
const SAME = [
	{ what: 'commands', pattern: CODE_BLOCK },
	{ what: 'links and images', pattern: LINK },
	// In italics, labels begin with a capital letter, and stay in English.
	{ what: 'labels of the editor', pattern: /(?<!\*)\*([A-Z][^*]*)\*(?!\*)/g },
	// Such as "Query > Run" and "Settings > Community nodes > Install".
	{ what: 'ways through the editor', pattern: /\*\*([^*]+ > [^*]+)\*\*/g },
	{ what: 'code', pattern: /`([^`]+)`/g },
];

/** What a page has, from its first heading below the title: what stands above it leads to the other languages. */
function found(path: string, pattern: RegExp): string[] {
	const page = readFileSync(path, 'utf8').replace(/^[^]*?\n(?=## )/, '');
	const text = pattern === CODE_BLOCK ? page : page.replace(CODE_BLOCK, '').replace(/\s+/g, ' ');
	const groups = [...text.matchAll(pattern)].map(([, group = '']) => group);
	return (pattern === LINK ? groups.map((link) => targetOf(link, path)) : groups).sort();
}

/** Where a link or an image of a page leads, as a path from the root of the project to an English page. */
function targetOf(link: string, path: string): string {
	if (link.includes('://')) return link;
	const file = normalize(join(dirname(path), link));
	return TRANSLATIONS.includes(file) ? ORIGINAL : file;
}

describe.each(TRANSLATIONS)('%s', (path) => {
	it.each(SAME)('has the same $what', ({ pattern }) => {
		expect(found(path, pattern)).toEqual(found(ORIGINAL, pattern));
	});
});
