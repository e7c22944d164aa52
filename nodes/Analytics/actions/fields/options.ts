import type { INodeProperties } from 'n8n-workflow';
import { dateFormatField } from '../../../shared/dateFormatField';
import {
	type FieldTable,
	choice,
	readCollection,
	seconds,
	toggle,
	type ValuesOf,
} from '../../../shared/field';
import { requestTimeout } from '../../../shared/requestTimeout';
import { COLUMN_OPTIONS } from './columnOptions';
import { FILE_OPTIONS } from './fileOptions';

const dateFormat = dateFormatField(
	'How dates are sent to the service, if not as Service Details in the credential say.',
);

/*
 * The optional settings of both resources. Each operation lists those that it knows; they are
 * defined here once, and shown in the order of their labels.
 */
const OPTIONS = {
	...COLUMN_OPTIONS,
	...FILE_OPTIONS,
	dateFormat: {
		field: dateFormat.field,
		schema: dateFormat.schema.optional(),
		// The credential's.
		absent: undefined,
	},
	maxWait: {
		field: {
			displayName: 'Max Wait (Seconds)',
			name: 'maxWait',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 1800,
			description:
				'How long to wait for the job to be done, and to continue a download that breaks off',
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
		options: Object.values(tableOf(known))
			.map(({ field }) => field)
			.sort((a, b) => a.displayName.localeCompare(b.displayName, 'en')),
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

function tableOf(wanted: OptionName[]): FieldTable {
	return Object.fromEntries(
		Object.entries(OPTIONS).filter(([name]) => wanted.includes(name as OptionName)),
	);
}
