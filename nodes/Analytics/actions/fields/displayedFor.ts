import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

export function forResource(resource: string): IDisplayOptions {
	return { show: { resource: [resource] } };
}

/** The fields of an operation, shown only while it is chosen. */
export function forOperation(
	resource: string,
	operation: string,
	fields: INodeProperties[],
): INodeProperties[] {
	return fields.map((field) => ({
		...field,
		displayOptions: {
			...field.displayOptions,
			show: { resource: [resource], operation: [operation], ...field.displayOptions?.show },
		},
	}));
}
