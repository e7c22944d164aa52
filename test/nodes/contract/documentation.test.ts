import { readFileSync } from 'node:fs';
import { ChatCommerceApi } from '../../../credentials/ChatCommerceApi.credentials';

/* n8n adds tracking parameters to the links of its Docs buttons, behind which an anchor is lost. */

interface Codex {
	resources: Record<'credentialDocumentation' | 'primaryDocumentation', Array<{ url: string }>>;
}

const codexOf = (node: string) =>
	JSON.parse(readFileSync(`nodes/${node}/${node}.node.json`, 'utf8')) as Codex;

it.each([
	['the credential', () => [new ChatCommerceApi().documentationUrl]],
	...['Analytics', 'Notifications'].map((node): [string, () => string[]] => [
		node,
		() =>
			Object.values(codexOf(node).resources)
				.flat()
				.map(({ url }) => url),
	]),
])('the links of %s work with parameters behind them', (_, links) => {
	const urls = links();
	expect(urls.length).toBeGreaterThan(0);
	for (const url of urls) expect(url).toMatch(/^https:\/\/[^#?]+\.md$/);
});
