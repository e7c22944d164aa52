import type { INodeProperties, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';
import { Analytics } from '../../../nodes/Analytics/Analytics.node';
import { Notifications } from '../../../nodes/Notifications/Notifications.node';

/* A panel reads in one look: what n8n shows of each operation, computed from the nodes' descriptions. */

const MAX_FIELDS = 9;
const MAX_OPTIONS = 8;
const MAX_WORDS = 500;

interface Panel {
	name: string;
	/** All fields of the operation. */
	fields: INodeProperties[];
	values: Record<string, unknown>;
}

const OUTPUTS = ['items', 'csvFile', 'gzipFile', 'subWorkflow'];

const panels: Panel[] = [new Analytics(), new Notifications()].flatMap(({ description }) =>
	operationsOf(description).flatMap(({ resource, operation }) => {
		const fields = description.properties.filter(
			({ displayOptions }) =>
				(displayOptions?.show?.resource ?? [resource]).includes(resource) &&
				(displayOptions?.show?.operation ?? [operation]).includes(operation) &&
				!displayOptions?.show?.['@tool'],
		);
		const hasOutput = fields.some(({ name }) => name === 'output');
		return (hasOutput ? OUTPUTS : [undefined]).map((output) => ({
			name: [description.displayName, resource, operation, output].filter(Boolean).join(' > '),
			fields,
			values: { resource, operation, ...(output ? { output } : {}) },
		}));
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

/** What a field, an option or a value of a list may say. */
interface Texts {
	displayName?: string;
	name?: string;
	description?: string;
	hint?: string;
	placeholder?: string;
	value?: unknown;
	options?: unknown[];
	values?: unknown[];
}

function wordsOf(value: unknown): number {
	const texts: string[] = [];
	const read = (field: Texts) => {
		const { displayName, description, hint, placeholder, name, value: own } = field;
		texts.push(displayName ?? (own === undefined ? '' : (name ?? '')));
		texts.push(description ?? '', hint ?? '', placeholder ?? '');
		for (const each of [...(field.options ?? []), ...(field.values ?? [])]) read(each as Texts);
	};
	read(value as Texts);
	return texts
		.join(' ')
		.replace(/<[^>]*>/g, ' ')
		.split(/\s+/)
		.filter(Boolean).length;
}

it('there is a panel for each operation and output', () => {
	expect(panels.map(({ name }) => name)).toEqual(
		expect.arrayContaining([
			'Chat Commerce Analytics > bulkExport > run > csvFile',
			'Chat Commerce Analytics > query > run',
			'Chat Commerce Notifications > notification > send',
		]),
	);
});

describe.each(panels.map((panel) => [panel.name, panel] as const))('%s', (_, panel) => {
	it(`shows at most ${MAX_FIELDS} fields at first look`, () => {
		expect(
			shownFields(panel)
				.map(({ displayName }) => displayName)
				.slice(MAX_FIELDS),
		).toEqual([]);
	});

	it(`has at most ${MAX_OPTIONS} options, each of them with an effect`, () => {
		const shown = optionsOf(panel).filter((option) => isShown(option, panel));
		expect(shown.map(({ displayName }) => displayName).slice(MAX_OPTIONS)).toEqual([]);
		const output = panel.values.output as string | undefined;
		if (output === undefined) return;
		// What is for rows is not there for a file that stays as it is, and so on.
		const names = shown.map(({ name }) => name);
		const without: Record<string, string[]> = {
			items: ['fileName', 'excel'],
			csvFile: ['convertTypes', 'maxRows'],
			gzipFile: ['columnNames', 'convertTypes', 'excel', 'maxRows', 'outputColumns', 'queryName'],
			subWorkflow: ['fileName', 'excel'],
		};
		expect(names.filter((name) => without[output]?.includes(name))).toEqual([]);
	});

	it(`says all that it says in at most ${MAX_WORDS} words`, () => {
		const words = panel.fields.reduce((sum, field) => sum + wordsOf(field), 0);
		expect(words).toBeLessThanOrEqual(MAX_WORDS);
	});

	it('has labels in the order of the alphabet in its options, so that they are found', () => {
		const labels = optionsOf(panel).map(({ displayName }) => displayName);
		expect(labels).toEqual([...labels].sort((one, other) => one.localeCompare(other, 'en')));
	});
});

it('prints its figures', () => {
	const figures = panels.map((panel) => ({
		panel: panel.name,
		fields: shownFields(panel).length,
		options: optionsOf(panel).filter((option) => isShown(option, panel)).length,
		words: panel.fields.reduce((sum, field) => sum + wordsOf(field), 0),
	}));
	if (process.env.FIGURES) console.table(figures);
	expect(figures.every(({ words }) => words > 0)).toBe(true);
});
