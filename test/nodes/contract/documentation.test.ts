import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';
import { ChatCommerceApi } from '../../../credentials/ChatCommerceApi.credentials';
import { Analytics } from '../../../nodes/Analytics/Analytics.node';
import { Notifications } from '../../../nodes/Notifications/Notifications.node';

/* Where a user looks: the Docs buttons, the list of actions, and the pages themselves. */

interface Codex {
	resources: Record<'credentialDocumentation' | 'primaryDocumentation', Array<{ url: string }>>;
}

const NODES: Array<[name: string, description: INodeTypeDescription]> = [
	['Analytics', new Analytics().description],
	['Notifications', new Notifications().description],
];
const codexOf = (node: string) =>
	JSON.parse(readFileSync(`nodes/${node}/${node}.node.json`, 'utf8')) as Codex;

const { homepage } = JSON.parse(readFileSync('package.json', 'utf8')) as { homepage: string };
const FILES = `${homepage.replace(/#.*/, '')}/blob/main/`;
const IMPORTS = `${homepage.replace(/#.*/, '')}/raw/main/`;

/** Of all fields, options and settings, without units: "Max Wait (Seconds)". */
const LABELS = new Set(
	[...NODES.map(([, { properties }]) => properties), new ChatCommerceApi().properties].flatMap(
		(properties) =>
			[...JSON.stringify(properties).matchAll(/"displayName":"([^"]+?)(?: \([^"]+\))?"/g)].map(
				([, name]) => name,
			),
	),
);

it('the Docs button leads to a page for each node and the credential', () => {
	const ofNodes = NODES.map(([node]) => Object.values(codexOf(node).resources).flat());
	const links = ofNodes.map((resources) => resources.map(({ url }) => url));
	links.push([new ChatCommerceApi().documentationUrl]);
	for (const url of links.flat()) {
		// n8n adds tracking parameters, behind which an anchor is lost.
		expect(url).toMatch(/^https:\/\/[^#?]+\.md$/);
		expect(existsSync(url.replace(FILES, ''))).toBe(true);
	}
	expect(new Set(links.map((urls) => urls.at(-1))).size).toBe(3);
});

describe('The pages', () => {
	const pages = readdirSync('docs', { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.md'))
		.map((file) => join('docs', file));
	const guides = pages.filter((page) => dirname(page) === 'docs');

	it.each([
		...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', 'examples/README.md'],
		...pages,
	])('%s links only to what is there', (page) => {
		expect(deadLinksOf(page)).toEqual([]);
	});

	it.each([
		...['README.md', 'SECURITY.md', ...guides],
		...readdirSync('examples').map((file) => join('examples', file)),
	])('%s names options and settings as the screen does', (page) => {
		const named = readFileSync(page, 'utf8').matchAll(/(?:Options|More Settings) > ([^*.]+)\*/g);
		const names = [...named].map(([, name = '']) => name.replace(/\s+/g, ' '));
		expect(names.filter((name) => !LABELS.has(name))).toEqual([]);
	});
});

/** Of those into the project, also where n8n needs them as whole addresses. */
function deadLinksOf(page: string): string[] {
	const links = [...readFileSync(page, 'utf8').matchAll(/\]\(([^)\s]+)\)/g)];
	return links.flatMap(([, link = '']) => {
		const [path = '', anchor] = link.replace(FILES, '/').replace(IMPORTS, '/').split('#');
		if (/^https?:/.test(path)) return [];
		const target = path.startsWith('/') ? path.slice(1) : join(dirname(page), path);
		const file = path === '' ? page : target;
		const isThere = existsSync(file) && (anchor === undefined || anchorsOf(file).includes(anchor));
		return isThere ? [] : [link];
	});
}

function anchorsOf(page: string): string[] {
	return [...readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
		heading
			.toLowerCase()
			.replace(/[^\p{L}\p{N}\s-]/gu, '')
			.replace(/\s/g, '-'),
	);
}
