import { readFileSync, writeFileSync } from 'node:fs';
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { ChatCommerceApi } from '../../credentials/ChatCommerceApi.credentials';
import { Analytics } from '../../nodes/Analytics/Analytics.node';
import { Notifications } from '../../nodes/Notifications/Notifications.node';

/*
 * Writes the tables of fields in the pages, so that they are written once. A page names its table in a comment, such as
 * `<!-- fields: notifications options -->`: the node or the credential, and a property. `npm run format` writes them, and
 * `npm run lint`, which passes `--check`, fails if a page is not what the code says.
 */

const PAGES = ['docs/credentials.md', 'docs/exports.md', 'docs/notifications.md'];
const PLACE = /(<!-- fields: ([\w ]+) -->\n)[^]*?(<!-- end of fields -->)/g;

const SOURCES: Record<string, INodeProperties[]> = {
	analytics: new Analytics().description.properties,
	credential: new ChatCommerceApi().properties,
	notifications: new Notifications().description.properties,
};

export async function main(): Promise<void> {
	for (const page of PAGES) {
		const text = readFileSync(page, 'utf8');
		const written = withTables(text);
		if (written === text) continue;
		if (process.argv.includes('--check'))
			throw new Error(`${page} is old: npm run format writes it`);
		writeFileSync(page, written);
	}
}

/** The page with its tables as they should be. @throws Error if it names a property that does not exist */
function withTables(page: string): string {
	return page.replace(
		PLACE,
		(_, begin: string, words: string, end: string) => `${begin}\n${tableOf(words)}\n\n${end}`,
	);
}

function tableOf(words: string): string {
	const [source = '', name] = words.split(' ');
	const properties = SOURCES[source] ?? [];
	if (source === 'credential') {
		const isMore = name !== undefined;
		return table(
			'Field',
			properties.filter(
				({ displayOptions: { show } = {} }) => !!show?.['serviceDetails'] === isMore,
			),
		);
	}
	const named = properties.filter((each) => each.name === name);
	const [first] = named;
	if (first?.options === undefined) throw new Error(`No table for ${words}`);
	if (first.type === 'options') return table(first.displayName, first.options);
	// Each operation has a collection of this name, with the options that it knows.
	const options = named.flatMap((each) => (each.options ?? []) as INodeProperties[]);
	const byLabel = new Map(options.map((option) => [option.displayName, option]));
	const rows = [...byLabel.values()];
	return table(
		'Option',
		rows.sort((one, other) => one.displayName.localeCompare(other.displayName, 'en')),
	);
}

type Row = INodeProperties | INodePropertyOptions | INodePropertyCollection;

function table(title: string, fields: readonly Row[]): string {
	const rows = fields.map((field) => {
		const label = 'displayName' in field ? field.displayName : field.name;
		const description = 'description' in field ? (field.description ?? '') : '';
		// A bar would end the cell.
		return `| ${label} | ${description.replaceAll('|', '\\|')} |`;
	});
	return [`| ${title} | |`, '|---|---|', ...rows].join('\n');
}
