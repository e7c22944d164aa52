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
		// In the order in which they are usually wanted.
		options: [
			{
				name: 'Run',
				value: 'run',
				action: 'Export rows or a file and wait until done',
				description: 'Start a job, wait until it is done, and get its rows or its file',
			},
			{
				name: 'Start',
				value: 'start',
				action: 'Start an export without waiting',
				description: 'Start a job and continue without waiting for it',
			},
			{
				name: 'Get Status',
				value: 'getStatus',
				action: 'Get the status of an export',
				description: 'See whether a job is done',
			},
			{
				name: 'Get Result',
				value: 'getResult',
				action: 'Get the rows or file of an export',
				description: 'Get the rows or the file of a job that is done',
			},
		],
		default: 'run',
	},
	...forOperation('bulkExport', 'run', run.fields),
	...forOperation('bulkExport', 'start', start.fields),
	...forOperation('bulkExport', 'getStatus', getStatus.fields),
	...forOperation('bulkExport', 'getResult', getResult.fields),
];
