import { z } from 'zod';
import { choice, type FieldTable, numeric, wholeNumber } from '../../../shared/field';
import { fileNameProblem } from '../../bulkFile/fileNames';

/** Settings of what becomes of a bulk file. */
export const FILE_OPTIONS = {
	fileName: {
		field: {
			displayName: 'File Name',
			name: 'fileName',
			type: 'string',
			displayOptions: { show: { '/output': ['csvFile', 'gzipFile'] } },
			default: '',
			placeholder: 'e.g. weekly-report.csv',
			description:
				'What to call the file. If empty, a CSV file is named after the query and its days, and a compressed file has the name that the service gave it.',
		},
		schema: z
			.string()
			.trim()
			.superRefine((name, context) => {
				const message = fileNameProblem(name);
				if (message !== undefined) context.addIssue({ code: 'custom', message });
			}),
	},
	excel: {
		field: {
			displayName: 'For Excel',
			name: 'excel',
			type: 'options',
			displayOptions: { show: { '/output': ['csvFile'] } },
			options: [
				{
					name: 'No',
					value: 'no',
					description: 'Separated by commas, as most programs expect it',
				},
				{
					name: 'Separated by Commas',
					value: 'comma',
					description: 'Where numbers are written 1.5, for example in India',
				},
				{
					name: 'Separated by Semicolons',
					value: 'semicolon',
					description: 'Where numbers are written 1,5, for example in Brazil; decimals get a comma',
				},
			],
			default: 'no',
			description:
				'Whether a double click on the file should open it in Excel with the right letters, columns and numbers. Other values stay as they are, also those that begin with = or +.',
		},
		schema: choice(['no', 'comma', 'semicolon']),
	},
	parts: {
		field: {
			displayName: 'Long Ranges as Files',
			name: 'parts',
			type: 'options',
			displayOptions: { show: { '/output': ['csvFile'] } },
			options: [
				{ name: 'One File', value: 'oneFile', description: 'All rows below one row of names' },
				{
					name: 'One File per Part',
					value: 'separate',
					description: 'One item with its own file for each part',
				},
			],
			default: 'oneFile',
			description:
				'What becomes of a range of more than 30 days, which is fetched in parts. Compressed files always stay one file per part.',
		},
		schema: choice(['oneFile', 'separate']),
	},
	maxFileSize: {
		field: {
			displayName: 'Max File Size (MB)',
			name: 'maxFileSize',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 2048,
			description: 'Stop with an error when the unpacked file is larger than this',
		},
		schema: numeric(z.number().min(1, 'Enter 1 or more')),
	},
	maxRows: {
		field: {
			displayName: 'Max Rows',
			name: 'maxRows',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 1000,
			description:
				'Return or pass on no more than this many rows, for example to try a workflow out. Not for files.',
		},
		schema: wholeNumber.optional(),
		absent: undefined,
	},
	rowsPerItem: {
		field: {
			displayName: 'Rows per Item',
			name: 'rowsPerItem',
			type: 'number',
			typeOptions: { minValue: 1 },
			// Queries have no output to choose.
			displayOptions: { hide: { '/output': ['subWorkflow'] } },
			default: 1,
			description:
				'How many rows go into one item. With more than 1, an item holds a list named rows, which takes less memory.',
		},
		schema: wholeNumber,
	},
} satisfies FieldTable;
