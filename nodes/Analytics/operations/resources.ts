import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { InputError } from '../../shared/errors';
import type { FieldReader } from '../../shared/fields/fieldReader';
import { bulkExportGetResult } from './bulkExport.getResult';
import { bulkExportGetStatus } from './bulkExport.getStatus';
import { bulkExportRun } from './bulkExport.run';
import { bulkExportStart } from './bulkExport.start';
import type { Operation } from './operation';
import { queryRun } from './query.run';

/** A resource of the node, with its operations in the order in which the editor lists them. */
interface Resource {
	option: INodePropertyOptions;
	operations: Operation[];
}

const RESOURCES: Resource[] = [
	{
		option: {
			name: 'Bulk Export',
			value: 'bulkExport',
			description: 'Up to 3 million rows, from a file that the service prepares',
		},
		operations: [bulkExportRun, bulkExportStart, bulkExportGetStatus, bulkExportGetResult],
	},
	{
		option: {
			name: 'Query',
			value: 'query',
			description: 'Up to 100,000 records, returned immediately',
		},
		operations: [queryRun],
	},
];

/** All fields of the node. Those of an operation are only shown while it is chosen. */
export const properties: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: RESOURCES.map(({ option }) => option),
		default: 'query',
	},
	...RESOURCES.flatMap(({ option, operations }) => {
		const resource = [option.value];
		return [
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options' as const,
				noDataExpression: true,
				displayOptions: { show: { resource } },
				options: operations.map((operation) => operation.option),
				default: operations[0]!.option.value,
			},
			...operations.flatMap((operation) => {
				const shown = { resource, operation: [operation.option.value] };
				return operation.properties.map(({ property }) => {
					const { displayOptions } = property;
					const show = { ...shown, ...displayOptions?.show };
					return { ...property, displayOptions: { ...displayOptions, show } };
				});
			}),
		];
	}),
];

/**
 * The operation that the user has chosen.
 * @throws InputError if there is no such operation, as a workflow made by hand or by an agent may name one
 */
export function operationOf(fields: FieldReader): Operation {
	// The editor allows no expressions in these fields, so they are the same for all items.
	const resource = fields.valueOf('resource', 0);
	const operation = fields.valueOf('operation', 0);
	const operations = RESOURCES.find(({ option }) => option.value === resource)?.operations;
	const found = operations?.find(({ option }) => option.value === operation);
	if (found) return found;
	throw new InputError(
		`There is no operation "${String(operation)}" of "${String(resource)}"`,
		'Choose Resource and Operation from the lists.',
	);
}
