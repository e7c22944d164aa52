import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import { Analytics } from '../../nodes/Analytics/Analytics.node';
import { Notifications } from '../../nodes/Notifications/Notifications.node';

export interface Panel {
	/** "query > run", with the output behind it where there is a choice. */
	name: string;
	parameters: INodeParameters;
	fields: INodeProperties[];
}

/** What the editor shows of each operation, as the descriptions of the nodes say. */
export const panels = [new Analytics(), new Notifications()].flatMap(({ description }) => {
	const { properties } = description;
	const operations = properties.filter(({ name }) => name === 'operation');
	const others = properties.filter(({ name }) => name !== 'resource' && name !== 'operation');
	return operations.flatMap(({ displayOptions, options = [] }) =>
		options.flatMap((option) => {
			const [resource = 'notification'] = (displayOptions?.show?.resource ?? []) as string[];
			const operation = 'value' in option ? String(option.value) : '';
			const shown = others.filter((field) => isShown(field, { resource, operation }));
			const { options: outputs = [undefined] } = shown.find(({ name }) => name === 'output') ?? {};
			return outputs.map((each): Panel => {
				const output = each && 'value' in each ? String(each.value) : undefined;
				const parameters = { resource, operation, ...(output ? { output } : {}) };
				const name = [resource, operation, output].filter(Boolean).join(' > ');
				return { name, parameters, fields: shown.filter((each) => isShown(each, parameters)) };
			});
		}),
	);
});

export function isShown(
	{ displayOptions, type }: Pick<INodeProperties, 'displayOptions' | 'type'>,
	chosen: INodeParameters,
): boolean {
	if (type === 'hidden' || displayOptions?.show?.['@tool']) return false;
	return Object.entries(displayOptions?.show ?? {}).every(([name, values]) => {
		const value = chosen[name.replace('/', '')];
		return value === undefined || (values as unknown[]).includes(value);
	});
}

export function optionsOf({ type, options = [] }: INodeProperties, chosen: INodeParameters) {
	if (type !== 'collection') return [];
	return (options as INodeProperties[]).filter((option) => isShown(option, chosen));
}
