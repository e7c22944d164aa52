import type { INodeProperties } from 'n8n-workflow';

/** What becomes of a bulk file (section 2.5). */
export const outputFields: INodeProperties[] = [
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		options: [
			{
				name: 'Compressed File',
				value: 'gzipFile',
				description: 'The .csv.gz file as the service made it, with its file name',
			},
			{
				name: 'CSV File',
				value: 'csvFile',
				description: 'The unpacked file with a row of column names, for email or storage',
			},
			{ name: 'Items', value: 'items', description: 'One item for each row' },
		],
		default: 'items',
		description:
			'What to return. For more than about 100,000 rows choose a file: it takes hardly any memory.',
	},
	{
		displayName: 'Put Output File in Field',
		name: 'binaryPropertyName',
		type: 'string',
		displayOptions: { show: { output: ['csvFile', 'gzipFile'] } },
		default: 'data',
		required: true,
		hint: 'The name of the output binary field to put the file in',
	},
];
