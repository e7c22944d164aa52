import { readFileSync } from 'node:fs';
import { ASSUMPTIONS } from './assumptions';
import { PAGE } from './servicePage';

const page = readFileSync(PAGE, 'utf8');

it('each assumption names sections of docs/service.md that exist, or says that none documents it', () => {
	const documented = ASSUMPTIONS.map(({ documented }) => documented);
	const unclear = documented.filter((text) => !/^(\d|Not documented)/.test(text));
	expect(unclear).toEqual([]);
	const sections = documented.flatMap((text) => /^[\d.]*\d/.exec(text) ?? []);
	const headings = new Set(
		[...page.matchAll(/^#{2,3} (\d(?:\.\d)?)/gm)].map(([, number]) => number),
	);
	// The last number may be that of a point in the list below a heading.
	const missing = sections.filter((section) => {
		return !headings.has(section) && !headings.has(section.replace(/\.\d$/, ''));
	});
	expect(missing).toEqual([]);
});

it('each assumption has another ID and another title', () => {
	for (const texts of [ASSUMPTIONS.map(({ id }) => id), ASSUMPTIONS.map(({ title }) => title)]) {
		expect(new Set(texts).size).toBe(texts.length);
	}
});
