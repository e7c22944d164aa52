import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { Analytics } from '../../../nodes/Analytics/Analytics.node';

/*
 * Guards docs/service.md, on which the sources rely: comments name its sections, such as "section 2.6" or "(2.5.4)", and
 * its table of queries is the list that the editor offers. When either changes, the page has to follow.
 */

const PAGE = readFileSync('docs/service.md', 'utf8');
const REFERENCES = [
	/[Ss]ections? ([1-9](?:\.\d)*)\b/g,
	/\/\*\* ([1-9]\.\d(?:\.\d)?)\b/g,
	/\(([1-9]\.\d(?:\.\d)?)\)/g,
];

/** "2.5" for a heading, and "2.5.4" for the fourth point of the list below it. */
function sectionsOf(page: string): Set<string> {
	const sections = new Set<string>();
	let heading = '';
	for (const line of page.split('\n')) {
		const [, number] = /^#{2,3} (\d(?:\.\d)?)\.? /.exec(line) ?? [];
		if (number !== undefined) heading = number;
		const [, point] = /^(\d)\. /.exec(line) ?? [];
		sections.add(point === undefined ? heading : `${heading}.${point}`);
	}
	return sections;
}

function sourcesBelow(folder: string): string[] {
	return readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.map((file) => join(folder, file));
}

it('docs/service.md has every section to which a comment refers', () => {
	const sections = sectionsOf(PAGE);
	const sources = ['nodes', 'credentials', 'test/service'].flatMap(sourcesBelow);
	const references = sources.flatMap((source) => {
		const text = readFileSync(source, 'utf8');
		const numbers = REFERENCES.flatMap((pattern) => [...text.matchAll(pattern)]);
		return numbers.map(([, number = '']) => ({ source, number }));
	});
	expect(references.length).toBeGreaterThan(30);
	expect(references.filter(({ number }) => !sections.has(number))).toEqual([]);
});

it('docs/service.md lists each query that the nodes offer, once', async () => {
	const { searchQueries } = new Analytics().methods.listSearch;
	const { results } = await searchQueries.call({} as ILoadOptionsFunctions);
	const rows = [...PAGE.matchAll(/^\| [\w ]+ \| `(\w+)` \| /gm)].map(([, name]) => name);
	expect(rows.toSorted()).toEqual(results.map(({ value }) => value).toSorted());
});
