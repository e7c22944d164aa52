import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { choice, type Field, readField } from '../../../shared/field';
import { ColumnTypes } from '../../csv/columnTypes';
import type { ItemContext } from '../itemContext';
import { type Options, readOptions } from './options';
import { readSubWorkflow, subWorkflowFields, type SubWorkflowSettings } from './subWorkflow';

const OUTPUTS = ['items', 'csvFile', 'gzipFile', 'subWorkflow'] as const;
export type Output = (typeof OUTPUTS)[number];

/** What becomes of a bulk file (section 2.5). */
const output: Field<Output> = {
	field: {
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
			{
				name: 'Sub-Workflow in Batches',
				value: 'subWorkflow',
				description:
					'Pass the rows on to another workflow, some thousand at a time, however many there are',
			},
		],
		default: 'items',
		description:
			'What to return. For more than about 100,000 rows choose a file or a sub-workflow: they take hardly any memory.',
	},
	schema: choice(OUTPUTS),
};

const binaryPropertyName: Field<string> = {
	field: {
		displayName: 'Put Output File in Field',
		name: 'binaryPropertyName',
		type: 'string',
		displayOptions: { show: { output: ['csvFile', 'gzipFile'] } },
		default: 'data',
		required: true,
		hint: 'The name of the output binary field to put the file in',
	},
	schema: z.string().trim().min(1, 'Enter the name of a binary field, for example data'),
};

export const outputFields: INodeProperties[] = [
	output.field,
	binaryPropertyName.field,
	...subWorkflowFields,
];

type OutputOption =
	| 'columnNames'
	| 'customColumnNames'
	| 'excel'
	| 'expectedColumns'
	| 'fileName'
	| 'maxRows'
	| 'onDuplicateNames'
	| 'onOtherColumns'
	| 'parts'
	| 'rowsPerItem';

export interface OutputSettings extends Options<OutputOption> {
	output: Output;
	/** Empty where no file is returned. */
	binaryPropertyName: string;
	/** Undefined for any other output. */
	subWorkflow: SubWorkflowSettings | undefined;
	/** Bytes of the unpacked file at most. */
	maxBytes: number;
	/** Shared by all files of one export; undefined: values stay text. */
	columnTypes: ColumnTypes | undefined;
}

/** Reads how a bulk file is to be passed on. */
export function readOutputSettings(item: ItemContext): OutputSettings {
	const { maxFileSize, convertTypes, ...options } = readOptions(
		item.parameter('options', {}),
		'columnNames',
		'convertTypes',
		'customColumnNames',
		'excel',
		'expectedColumns',
		'fileName',
		'maxFileSize',
		'maxRows',
		'onDuplicateNames',
		'onOtherColumns',
		'parts',
		'rowsPerItem',
	);
	const chosen = readField(output, item.parameter('output', 'items'));
	return {
		...options,
		output: chosen,
		maxBytes: maxFileSize * 2 ** 20,
		columnTypes: convertTypes ? new ColumnTypes() : undefined,
		binaryPropertyName:
			chosen === 'csvFile' || chosen === 'gzipFile'
				? readField(binaryPropertyName, item.parameter('binaryPropertyName', 'data'))
				: '',
		subWorkflow: chosen === 'subWorkflow' ? readSubWorkflow(item) : undefined,
	};
}

/** The settings as plain values: equal ones make the same output of the same rows. */
export function outputKey({ columnTypes, ...settings }: OutputSettings): object {
	return { ...settings, convertTypes: columnTypes !== undefined };
}
