import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ChatCommerceApi } from '../../../credentials/ChatCommerceApi.credentials';
import { QUERY_NAMES } from '../../../nodes/Analytics/api/queries';
import { filtersField } from '../../../nodes/Analytics/operations/fields/filters';
import { OUTPUTS } from '../../../nodes/Analytics/outputs/outputs';

/*
 * Guards what a user finds who looks for help: the Docs buttons of the editor lead to pages of their own, and the links of
 * the pages lead to what is there.
 */

const { homepage } = JSON.parse(readFileSync('package.json', 'utf8')) as { homepage: string };
const REPOSITORY = homepage.replace(/#.*/, '');
/** Addresses of files of the project, for pages and for workflows that n8n imports. */
const PAGES = `${REPOSITORY}/blob/main/`;
const IMPORTS = `${REPOSITORY}/raw/main/`;

it('the Docs buttons of the nodes and the credential each lead to a page of their own', () => {
	const codices = ['Analytics', 'Notifications'].map((name) => {
		return readFileSync(`nodes/${name}/${name}.node.json`, 'utf8');
	});
	const ofNodes = [...codices.join().matchAll(/"url": "([^"]+)"/g)].map(([, url = '']) => url);
	const pages = new Set([...ofNodes, new ChatCommerceApi().documentationUrl]);
	expect(pages.size).toBe(3);
	for (const url of pages) {
		// n8n appends tracking parameters, and an anchor would not work with them behind it.
		expect(url).toMatch(/^https:\/\/[^#?]+\.md$/);
		expect(existsSync(url.replace(PAGES, ''))).toBe(true);
	}
});

it.each([
	{ page: 'docs/service.md', what: 'query', names: QUERY_NAMES },
	{ page: 'docs/service.md', what: 'filter', names: Object.keys(filtersField.fields) },
	{
		page: 'docs/exports.md',
		what: 'output',
		names: Object.values(OUTPUTS).map(({ label }) => label),
	},
])('$page has each $what', ({ page, names }) => {
	const text = readFileSync(page, 'utf8');
	expect(names.filter((name) => !text.includes(name))).toEqual([]);
});

const docs = readdirSync('docs', { recursive: true, encoding: 'utf8' })
	.filter((file) => file.endsWith('.md'))
	.map((file) => join('docs', file));

it.each([
	'README.md',
	'CONTRIBUTING.md',
	'SECURITY.md',
	'CODE_OF_CONDUCT.md',
	'CHANGELOG.md',
	'examples/README.md',
	...docs,
])('%s links only to what is there', (page) => {
	expect(deadLinksOf(page)).toEqual([]);
});

/** The links of a page to files and headings of the project that do not exist. */
function deadLinksOf(page: string): string[] {
	const matches = readFileSync(page, 'utf8').matchAll(/\]\(([^)\s]+)\)/g);
	return [...matches].map(([, link = '']) => link).filter((link) => !isThere(link, page));
}

function isThere(link: string, page: string): boolean {
	// Pages that n8n shows need whole addresses, also of files of the project.
	const [path = '', anchor] = link.replace(PAGES, '/').replace(IMPORTS, '/').split('#');
	if (/^https?:/.test(path)) return true;
	const file = fileOf(path, page);
	if (!existsSync(file)) return false;
	return anchor === undefined || anchorsOf(file).includes(anchor);
}

function fileOf(path: string, page: string): string {
	if (path === '') return page;
	return path.startsWith('/') ? path.slice(1) : join(dirname(page), path);
}

/** The anchors that GitHub makes of the headings. */
function anchorsOf(page: string): string[] {
	const headings = readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm);
	return [...headings].map(([, heading = '']) =>
		heading
			.toLowerCase()
			.replace(/[^\p{L}\p{N}\s-]/gu, '')
			.replace(/\s/g, '-'),
	);
}
