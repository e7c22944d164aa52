import type { INodeProperties } from 'n8n-workflow';
import { ChatCommerceApi } from '../../../credentials/ChatCommerceApi.credentials';
import { Analytics } from '../../../nodes/Analytics/Analytics.node';
import { QUERY_NAMES } from '../../../nodes/Analytics/api/queries';
import { Notifications } from '../../../nodes/Notifications/Notifications.node';
import { panels } from '../../support/panels';

/*
 * What the editor shows, computed from the descriptions of the nodes. All of it stands in a snapshot, so that nothing
 * changes by accident: saved workflows leave out what has its default, and store names and values, not labels. After
 * `npx jest contract/panels -u`, the difference in the snapshot is what users will see: read it.
 */

/** `Label (name) = default, required, if another field has one of some values`, above what can be chosen or added. */
function linesOf(field: INodeProperties): string[] {
	const { displayName, name, displayOptions = {}, required, options = [], modes = [] } = field;
	const conditions = Object.entries(displayOptions.show ?? {})
		.filter(([other]) => other !== 'resource' && other !== 'operation')
		.map(([other, values]) => `${other} is ${values?.map(String).join(' or ')}`);
	const mark = required ? ', required' : '';
	const condition = conditions.length > 0 ? `, if ${conditions.join(' and ')}` : '';
	const parts = options.flatMap((option) => {
		if ('value' in option) return [`- ${option.name}: ${option.value}`];
		// The fields of one entry, where the user can add several.
		if ('values' in option) return option.values.flatMap(linesOf);
		return linesOf(option);
	});
	const choices = modes.map((mode) => `- ${mode.displayName}: ${mode.name}`);
	return [
		`${displayName} (${name}) = ${JSON.stringify(field.default)}${mark}${condition}`,
		...[...choices, ...parts].map((line) => `    ${line}`),
	];
}

function textOf(fields: INodeProperties[]): string {
	const shown = fields.filter(({ type }) => type !== 'hidden');
	return shown.flatMap(linesOf).join('\n');
}

/** All texts of `builderHint` in the description of a node, each once. */
function builderHintsOf(description: unknown): string[] {
	const hints = new Set<string>();
	JSON.stringify(description, (key, value: unknown) => {
		if (key === 'searchHint' || key === 'propertyHint') hints.add(String(value));
		return value;
	});
	return [...hints];
}

const operations = new Set(
	panels.map(({ parameters: { resource, operation } }) => `${resource} > ${operation}`),
);

describe('What the editor shows', () => {
	it.each([new Analytics(), new Notifications()])(
		'of $description.displayName at first',
		(node) => {
			const choices = node.description.properties.filter(({ name }) =>
				['resource', 'operation'].includes(name),
			);
			expect(textOf(choices)).toMatchSnapshot();
		},
	);

	it.each([...operations])('of %s', (operation) => {
		const fields = panels
			.filter(({ name }) => name.startsWith(operation))
			.flatMap((panel) => panel.fields);
		expect(textOf([...new Set(fields)])).toMatchSnapshot();
	});

	it('of the credential', () => {
		expect(textOf(new ChatCommerceApi().properties)).toMatchSnapshot();
	});
});

describe("What n8n's AI assistant reads, to build workflows with the nodes", () => {
	const descriptions = [new Analytics().description, new Notifications().description];

	it.each(descriptions)('names only values and fields of $displayName', (description) => {
		const names = new Set(
			[...JSON.stringify(description).matchAll(/"(\w+)"/g)].map(([, name]) => name),
		);
		const named = builderHintsOf(description).flatMap((hint) => [
			...[...hint.matchAll(/'(\w+)'/g)].map(([, name]) => name),
			// The names of fields and queries.
			...(hint.match(/\b(?:[a-z]+[A-Z]\w+|\w+_\w+)\b/g) ?? []),
		]);
		const known = (name = '') => names.has(name) || QUERY_NAMES.includes(name);
		expect(named.length).toBeGreaterThan(3);
		expect(named.filter((name) => !known(name))).toEqual([]);
	});
});
