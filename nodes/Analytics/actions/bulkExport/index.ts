import type { INodeProperties } from 'n8n-workflow';
import { forOperation, forResource } from '../fields/displayedFor';
import { getResult } from './getResult.operation';
import { getStatus } from './getStatus.operation';
import { run } from './run.operation';
import { start } from './start.operation';

/** Bulk Export: the fields of the resource, as the editor shows them. */
export const bulkExportFields: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: forResource('bulkExport'),
		options: [
			{
				name: 'Get Result',
				value: 'getResult',
				action: 'Get the result of a bulk export',
				description: 'Get the rows or the file of a job that is done',
			},
			{
				name: 'Get Status',
				value: 'getStatus',
				action: 'Get the status of a bulk export',
				description: 'See whether a job is done',
			},
			{
				name: 'Run',
				value: 'run',
				action: 'Run a bulk export',
				description: 'Start a job, wait until it is done, and get its rows or its file',
			},
			{
				name: 'Start',
				value: 'start',
				action: 'Start a bulk export',
				description: 'Start a job and go on without waiting for it',
			},
		],
		default: 'run',
	},
	...forOperation('bulkExport', 'run', run.fields),
	...forOperation('bulkExport', 'start', start.fields),
	...forOperation('bulkExport', 'getStatus', getStatus.fields),
	...forOperation('bulkExport', 'getResult', getResult.fields),
];
