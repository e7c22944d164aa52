import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import { Analytics } from '../../nodes/Analytics/Analytics.node';
import { Notifications } from '../../nodes/Notifications/Notifications.node';

/** What the editor shows of an operation; where an operation has outputs, there is a panel for each of them. */
export interface Panel {
	/** For example "query > run" or "bulkExport > run > csvFile". */
	name: string;
	/** The choices that lead to the panel. */
	parameters: {
		resource: string;
		operation: string;
		output?: string;
	};
	fields: INodeProperties[];
}

type Condition = Pick<INodeProperties, 'displayOptions' | 'type'>;

/** All panels, computed from the descriptions of the nodes. */
export const panels: Panel[] = [
	...panelsOf(new Analytics().description.properties),
	...panelsOf(new Notifications().description.properties),
];

function panelsOf(properties: INodeProperties[]): Panel[] {
	const choices = properties.filter(({ name }) => name === 'operation');
	const fields = properties.filter(({ name }) => name !== 'resource' && name !== 'operation');
	const all: Panel[] = [];
	for (const choice of choices) {
		// The Notifications node has only one resource, so it has no field for it.
		const [resource = 'notification'] = (choice.displayOptions?.show?.resource ?? []) as string[];
		for (const operation of valuesOf(choice)) {
			all.push(...panelsOfOperation(fields, resource, operation));
		}
	}
	return all;
}

function panelsOfOperation(
	fields: INodeProperties[],
	resource: string,
	operation: string,
): Panel[] {
	const parameters = { resource, operation };
	const name = `${resource} > ${operation}`;
	const shown = fields.filter((field) => isShown(field, parameters));
	const output = shown.find((field) => field.name === 'output');
	if (!output) return [{ name, parameters, fields: shown }];
	return valuesOf(output).map((value) => {
		const chosen = { ...parameters, output: value };
		return {
			name: `${name} > ${value}`,
			parameters: chosen,
			fields: shown.filter((field) => isShown(field, chosen)),
		};
	});
}

function valuesOf({ options = [] }: INodeProperties): string[] {
	return options.flatMap((option) => ('value' in option ? [String(option.value)] : []));
}

/** Whether n8n shows a field. A condition on something that is not among the chosen parameters counts as met. */
function isShown({ displayOptions, type }: Condition, chosen: INodeParameters): boolean {
	const conditions = displayOptions?.show ?? {};
	// `@tool` is for the node as a tool of an AI agent, which has a panel of its own.
	if (type === 'hidden' || conditions['@tool']) return false;
	return Object.entries(conditions).every(([name, values]) => {
		// A slash stands before the name of a field outside the collection that the option belongs to.
		const value = chosen[name.replace('/', '')];
		return value === undefined || (values as unknown[]).includes(value);
	});
}

/** The fields that the user can add to a collection, such as Options; a field of another type has none. */
export function optionsOf(
	{ type, options = [] }: INodeProperties,
	chosen: INodeParameters,
): INodeProperties[] {
	if (type !== 'collection') return [];
	return (options as INodeProperties[]).filter((option) => isShown(option, chosen));
}
