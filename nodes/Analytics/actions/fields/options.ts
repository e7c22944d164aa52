import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import {
	choice,
	type FieldTable,
	names,
	numeric,
	readCollection,
	seconds,
	toggle,
	type ValuesOf,
	wholeNumber,
} from '../../../shared/field';
import { requestTimeout } from '../../../shared/requestTimeout';
import { ON_OTHER_COLUMNS } from '../../bulkFile/columnContract';
import { COLUMN_NAME_MODES, ON_DUPLICATE_NAMES } from '../../bulkFile/columnNames';
import { fileNameProblem } from '../../bulkFile/fileNames';
import { firstDuplicate } from '../../bulkFile/uniqueNames';

/** One empty name is what an empty field gives; of several, it is an error that is told later. */
const withoutOneEmpty = (list: string[]) => list.filter((name) => name !== '' || list.length > 1);

/*
 * The optional settings of both resources. Each operation lists those that it knows; they are
 * defined here once, in the order of their labels, as n8n's linter wants it.
 */
const OPTIONS = {
	columnNames: {
		field: {
			displayName: 'Column Names',
			name: 'columnNames',
			type: 'options',
			options: [
				{
					name: 'Automatic',
					value: 'automatic',
					description:
						'Determine which row contains the names, and show a hint if that took a decision',
				},
				{
					name: 'Custom',
					value: 'custom',
					description: 'Your own names, in the order of the columns',
				},
				{
					name: 'From the First Row',
					value: 'firstRow',
					description: 'The first row of the file holds the names',
				},
				{
					name: 'From the Query',
					value: 'query',
					description:
						'Ask the same query for some records and use their names (uses one API call)',
				},
				{
					name: 'From the Second Row',
					value: 'secondRow',
					description: 'The first row is discarded, the second holds the names',
				},
			],
			default: 'automatic',
			description: 'Where the names of the columns come from',
		},
		schema: choice(COLUMN_NAME_MODES),
	},
	convertTypes: {
		field: {
			displayName: 'Convert Types',
			name: 'convertTypes',
			type: 'boolean',
			default: true,
			description:
				'Whether to turn columns of numbers, or of true and false, into such values. A column is only converted if each of its values stays exactly the same, and its empty cells become null. A column with 007, +5511…, very long numbers or dates stays text.',
		},
		schema: toggle,
	},
	customColumnNames: {
		field: {
			displayName: 'Custom Column Names',
			name: 'customColumnNames',
			type: 'string',
			displayOptions: { show: { columnNames: ['custom'] } },
			default: '',
			placeholder: 'e.g. day, store, orders',
			description: 'The names of the columns in their order, separated by commas',
		},
		schema: names.transform(withoutOneEmpty),
	},
	dateFormat: {
		field: {
			displayName: 'Date Format',
			name: 'dateFormat',
			type: 'options',
			options: [
				{ name: 'Date', value: 'date', description: 'For example 2026-11-01' },
				{
					name: 'Date and Time',
					value: 'dateTime',
					description: 'For example 2026-11-01T00:00:00.000-03:00',
				},
			],
			default: 'date',
			description:
				'How dates are sent to the service, if not as Service Details in the credential say. With an expression, any <a href="https://moment.github.io/luxon/#/formatting">Luxon format</a> can be given, such as yyyy/MM/dd.',
		},
		schema: z.string({ message: 'Choose a format, or enter a Luxon format' }).optional(),
		// The credential's.
		absent: undefined,
	},
	expectedColumns: {
		field: {
			displayName: 'Expected Columns',
			name: 'expectedColumns',
			type: 'string',
			default: '',
			placeholder: 'e.g. day, store_id, orders',
			description:
				'The columns that items and CSV files must have, in their order, separated by commas. If the service changes its columns one day, no value ends up in the wrong column of your sheet.',
		},
		schema: names
			.transform((list) => list.filter((name) => name !== ''))
			.refine((list) => firstDuplicate(list) === undefined, 'Enter each name once'),
	},
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
					description: 'Where numbers are written 1,5, for example in Brazil',
				},
			],
			default: 'no',
			description:
				'Whether a double click on the file should open it in Excel with the right letters and columns. Values stay as they are, also those that begin with = or +.',
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
			description: 'Stop reading after this many rows. Only for the output as items.',
		},
		schema: wholeNumber.optional(),
		absent: undefined,
	},
	maxWait: {
		field: {
			displayName: 'Max Wait (Seconds)',
			name: 'maxWait',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 1800,
			description: 'How long to wait for the job to be done',
		},
		schema: seconds,
	},
	onLimitReached: {
		field: {
			displayName: 'On 100,000 Records',
			name: 'onLimitReached',
			type: 'options',
			options: [
				{
					name: 'Get Everything by Bulk Export',
					value: 'bulkExport',
					description: 'Run the same query as a bulk export, which takes up to 3 million rows',
				},
				{
					name: 'Show a Hint',
					value: 'hint',
					description: 'Return the 100,000 records and say that there may be more',
				},
			],
			default: 'hint',
			description: 'What to do when a query returns as many records as the service allows at once',
		},
		schema: choice(['hint', 'bulkExport']),
	},
	onDuplicateNames: {
		field: {
			displayName: 'On Duplicate Column Names',
			name: 'onDuplicateNames',
			type: 'options',
			options: [
				{
					name: 'Add a Number',
					value: 'suffix',
					description: 'Name the columns name, name_2, name_3 and so on',
				},
				{
					name: 'Fail',
					value: 'error',
					description: 'Stop with an error that tells the name',
				},
			],
			default: 'error',
			description: 'What to do when two columns of the file have the same name',
		},
		schema: choice(ON_DUPLICATE_NAMES),
	},
	onOtherColumns: {
		field: {
			displayName: 'On Other Columns',
			name: 'onOtherColumns',
			type: 'options',
			options: [
				{
					name: 'Fail',
					value: 'error',
					description: 'Stop with an error that tells what is new, missing or in another order',
				},
				{
					name: 'Show a Hint',
					value: 'hint',
					description: 'Return the columns that the export has, and tell what is different',
				},
				{
					name: 'Use the Expected Ones',
					value: 'fit',
					description:
						'Return the expected columns in their order, blank where they are missing, without any others',
				},
			],
			default: 'error',
			description: 'What to do when the export does not have the Expected Columns',
		},
		schema: choice(ON_OTHER_COLUMNS),
	},
	onTimeout: {
		field: {
			displayName: 'On Timeout',
			name: 'onTimeout',
			type: 'options',
			options: [
				{
					name: 'Fail',
					value: 'error',
					description:
						'Stop with an error that names the job, so that you can continue with Get Result',
				},
				{
					name: 'Output the Job',
					value: 'outputJob',
					description: 'Return the job with its ID instead of its rows',
				},
			],
			default: 'error',
			description: 'What to do when Max Wait has passed and the job is not done',
		},
		schema: choice(['error', 'outputJob']),
	},
	pollInterval: {
		field: {
			displayName: 'Poll Interval (Seconds)',
			name: 'pollInterval',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 15,
			description:
				'How often to ask whether the job is done. Grows to 60 seconds for long jobs, and never exceeds the calls a minute.',
		},
		schema: seconds,
	},
	requestTimeout,
	rowsPerItem: {
		field: {
			displayName: 'Rows per Item',
			name: 'rowsPerItem',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 1,
			description:
				'How many rows go into one item. With more than 1, an item holds a list named rows, which takes less memory.',
		},
		schema: wholeNumber,
	},
	splitLongRanges: {
		field: {
			displayName: 'Split Long Ranges',
			name: 'splitLongRanges',
			type: 'boolean',
			default: true,
			description:
				'Whether to fetch a range of more than 30 days in parts. If off, such a range is an error.',
		},
		schema: toggle,
	},
} satisfies FieldTable;

export type OptionName = keyof typeof OPTIONS;
export type Options<Name extends OptionName> = Pick<ValuesOf<typeof OPTIONS>, Name>;

/** The Options collection with the settings that an operation knows. */
export function optionsField(...known: OptionName[]): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: Object.values(tableOf(known)).map(({ field }) => field),
	};
}

/**
 * Reads some settings of the Options collection.
 *
 * @throws InputError naming the setting
 */
export function readOptions<Name extends OptionName>(
	value: unknown,
	...wanted: Name[]
): Options<Name> {
	return readCollection(tableOf(wanted), value, 'Options') as Options<Name>;
}

/** In the order above. */
function tableOf(wanted: OptionName[]): FieldTable {
	return Object.fromEntries(
		Object.entries(OPTIONS).filter(([name]) => wanted.includes(name as OptionName)),
	);
}
