import type { INodeProperties } from 'n8n-workflow';
import { forOperation, forResource } from '../fields/displayedFor';
import { run } from './run.operation';

/** Query: the fields of the resource, as the editor shows them. */
export const queryFields: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: forResource('query'),
		options: [
			{
				name: 'Run',
				value: 'run',
				action: 'Run a query',
				description: 'Get the records of a query at once, up to 100,000',
			},
		],
		default: 'run',
	},
	...forOperation('query', 'run', run.fields),
];
