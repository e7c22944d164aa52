import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { InputError } from '../../shared/errors';
import type { ParamReader } from '../../shared/params/paramReader';
import { bulkExportGetResult } from './bulkExport.getResult';
import { bulkExportGetStatus } from './bulkExport.getStatus';
import { bulkExportRun } from './bulkExport.run';
import { bulkExportStart } from './bulkExport.start';
import { propertiesOf, toolDescription } from './fields/tool';
import type { Operation } from './operation';
import { queryRun } from './query.run';

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

export const properties: INodeProperties[] = [
	toolDescription,
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
				return operation.properties.flatMap(propertiesOf).map((property) => {
					const { displayOptions } = property;
					const show = { ...shown, ...displayOptions?.show };
					return { ...property, displayOptions: { ...displayOptions, show } };
				});
			}),
		];
	}),
];

/** @throws InputError if a workflow, made by hand or by an agent, names one that does not exist */
export function operationOf(parameters: ParamReader): Operation {
	// The editor allows no expressions there, so all items have the same.
	const resource = parameters.given('resource', 0);
	const operation = parameters.given('operation', 0);
	const operations = RESOURCES.find(({ option }) => option.value === resource)?.operations;
	const found = operations?.find(({ option }) => option.value === operation);
	if (found) return found;
	throw new InputError(
		`There is no operation "${String(operation)}" of "${String(resource)}"`,
		'Choose Resource and Operation from the lists.',
	);
}
