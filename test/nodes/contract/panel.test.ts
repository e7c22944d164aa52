import type { INodeProperties, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';
import { Analytics } from '../../../nodes/Analytics/Analytics.node';
import { Notifications } from '../../../nodes/Notifications/Notifications.node';

/* A panel reads in one look: what n8n shows of each operation, computed from the nodes' descriptions. */

const MAX_FIELDS = 9;
const MAX_OPTIONS = 8;
const MAX_WORDS = 500;

interface Panel {
	/** All fields of the operation. */
	fields: INodeProperties[];
	values: Record<string, unknown>;
}

/** What is for rows is not there for a file that stays as it is, and so on. */
const WITHOUT = {
	items: ['fileName'],
	csvFile: ['convertTypes', 'maxRows'],
	gzipFile: ['columnNames', 'convertTypes', 'maxRows', 'outputColumns'],
	subWorkflow: ['fileName'],
};

const panels = [new Analytics(), new Notifications()].flatMap(({ description }) =>
	operationsOf(description).flatMap(({ resource, operation }) => {
		const fields = description.properties.filter(
			({ displayOptions }) =>
				(displayOptions?.show?.resource ?? [resource]).includes(resource) &&
				(displayOptions?.show?.operation ?? [operation]).includes(operation) &&
				!displayOptions?.show?.['@tool'],
		);
		const hasOutput = fields.some(({ name }) => name === 'output');
		const outputs = hasOutput ? (['items', 'csvFile', 'gzipFile', 'subWorkflow'] as const) : [''];
		return outputs.map((output) => {
			const name = [resource, operation, output].filter(Boolean).join(' > ');
			return [name, { fields, values: { resource, operation, output } }] as const;
		});
	}),
);

function operationsOf({ properties }: INodeTypeDescription) {
	return properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ displayOptions, options = [], default: only }) => {
			const [resource = 'notification'] = (displayOptions?.show?.resource ?? []) as string[];
			const values = (options as INodePropertyOptions[]).map(({ value }) => value);
			return (values.length > 0 ? values : [only]).map((operation) => ({
				resource,
				operation: operation as string,
			}));
		});
}

/** Whether n8n shows a field while all others have their defaults. */
function isShown({ displayOptions, type }: INodeProperties, { fields, values }: Panel): boolean {
	if (type === 'hidden') return false;
	const valueOf = (name: string) =>
		values[name] ?? fields.find((field) => field.name === name)?.default;
	return Object.entries(displayOptions?.show ?? {}).every(([name, wanted]) =>
		(wanted as unknown[]).includes(valueOf(name.replace('/', ''))),
	);
}

const shownFields = (panel: Panel) => panel.fields.filter((field) => isShown(field, panel));
const optionsOf = (panel: Panel) =>
	shownFields(panel)
		.filter(({ name }) => name === 'options')
		.flatMap(({ options }) => (options ?? []) as INodeProperties[]);
const labelsOf = (fields: INodeProperties[]) => fields.map(({ displayName }) => displayName);

/** What a field, an option or a value of a list says. */
type Texts = Partial<
	Record<'displayName' | 'name' | 'description' | 'hint' | 'placeholder', string>
> &
	Partial<Record<'options' | 'values', Texts[]>> & { value?: unknown };

function wordsOf({ name = '', value, options = [], values = [], ...texts }: Texts): number {
	const { displayName = value === undefined ? '' : name, description, hint, placeholder } = texts;
	const words = [displayName, description, hint, placeholder]
		.join(' ')
		.replace(/<[^>]*>/g, ' ')
		.split(/\s+/)
		.filter(Boolean).length;
	return [...options, ...values].reduce((sum, each) => sum + wordsOf(each), words);
}

it('there is a panel for each operation and output', () => {
	const outputs = (operation: string) =>
		Object.keys(WITHOUT).map((output) => `bulkExport > ${operation} > ${output}`);
	expect(panels.map(([name]) => name).sort()).toEqual(
		[
			...['bulkExport > getStatus', 'bulkExport > start', 'notification > send', 'query > run'],
			...['service > check', ...outputs('run'), ...outputs('getResult')],
		].sort(),
	);
});

describe.each(panels)('%s', (_, panel) => {
	it(`shows at most ${MAX_FIELDS} fields at first look`, () => {
		expect(labelsOf(shownFields(panel)).slice(MAX_FIELDS)).toEqual([]);
	});

	it(`has at most ${MAX_OPTIONS} options, each of them with an effect, in alphabetical order`, () => {
		const shown = optionsOf(panel).filter((option) => isShown(option, panel));
		expect(labelsOf(shown).slice(MAX_OPTIONS)).toEqual([]);
		const { output } = panel.values;
		const without = output ? WITHOUT[output as keyof typeof WITHOUT] : [];
		expect(shown.filter(({ name }) => without.includes(name))).toEqual([]);
		const labels = labelsOf(optionsOf(panel));
		expect(labels).toEqual(labels.toSorted((one, other) => one.localeCompare(other, 'en')));
	});

	it(`says all that it says in at most ${MAX_WORDS} words`, () => {
		const words = panel.fields.reduce((sum, field) => sum + wordsOf(field as Texts), 0);
		expect(words).toBeLessThanOrEqual(MAX_WORDS);
	});
});
