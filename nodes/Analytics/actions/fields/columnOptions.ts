import { choice, type FieldTable, names, toggle } from '../../../shared/field';
import { ON_OTHER_COLUMNS } from '../../bulkFile/columnContract';
import { COLUMN_NAME_MODES, ON_DUPLICATE_NAMES } from '../../bulkFile/columnNames';
import { firstDuplicate } from '../../bulkFile/uniqueNames';

/** One empty name is what an empty field gives; of several, it is an error that is told later. */
const withoutOneEmpty = (list: string[]) => list.filter((name) => name !== '' || list.length > 1);

/** Settings of the columns of a bulk file. */
export const COLUMN_OPTIONS = {
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
} satisfies FieldTable;
