import type { INodeProperties } from 'n8n-workflow';
import { isShown, optionsOf, type Panel, panels } from '../../support/panels';

/* A panel reads in one look: what n8n shows of each operation, computed from the nodes' descriptions. */

const MAX_FIELDS = 9;
const MAX_OPTIONS = 8;

/** Whether n8n shows a field while all others have their defaults. */
function shownFields({ fields, parameters }: Panel): INodeProperties[] {
	const defaults = Object.fromEntries(fields.map(({ name, default: value }) => [name, value]));
	return fields.filter((field) => isShown(field, { ...defaults, ...parameters }));
}

const labelsOf = (fields: INodeProperties[]) => fields.map(({ displayName }) => displayName);

describe.each(panels.map((panel) => [panel.name, panel] as const))('%s', (_, panel) => {
	it(`shows at most ${MAX_FIELDS} fields at first look`, () => {
		expect(labelsOf(shownFields(panel)).slice(MAX_FIELDS)).toEqual([]);
	});

	it(`has at most ${MAX_OPTIONS} options, in alphabetical order`, () => {
		const options = panel.fields.filter(({ name }) => name === 'options');
		const labels = labelsOf(options.flatMap((field) => optionsOf(field, panel.parameters)));
		expect(labels.slice(MAX_OPTIONS)).toEqual([]);
		expect(labels).toEqual(labels.toSorted((one, other) => one.localeCompare(other, 'en')));
	});
});

it.each(['queryName', 'startDate', 'endDate'])('a model may define %s of a query', (name) => {
	const { fields = [] } = panels.find((panel) => panel.name === 'query > run') ?? {};
	const field = fields.find((each) => each.name === name);
	// n8n's editor offers it for a field that takes expressions and is no list of options.
	expect(field?.type).toMatch(/^(resourceLocator|dateTime)$/);
	expect(field?.noDataExpression).not.toBe(true);
});
