import type { ILoadOptionsFunctions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { z } from 'zod';
import { credentialSettings } from '../../../shared/credential/settings';
import { InputError } from '../../../shared/errors';
import { type FieldTable, filledNames, parseField, seconds } from '../../../shared/fields/field';
import { CREDENTIAL } from '../../../shared/credential/fields';
import {
	choiceField,
	type CollectionField,
	collectionField,
	numberField,
	switchField,
	textField,
} from '../../../shared/fields/makeField';
import type { ColumnNameMode } from '../../table/columnNames';
import { fileNameSchema } from '../../outputs/fileNames';
import { type OutputTrait, outputsWith } from '../../outputs/outputs';
import { AnalyticsApi } from '../../api/analyticsApi';
import { queryNameField } from './queries';
import { recentRequest } from './request';

function forOutputs(trait: OutputTrait): Pick<INodeProperties, 'displayOptions'> {
	return { displayOptions: { show: { '/output': outputsWith(trait) } } };
}

// With this written in the field, n8n's linter would ask for a list of IDs.
const columnList = { loadOptionsMethod: 'getColumns', loadOptionsDependsOn: ['queryName'] };
const timeZoneSchema = z.string({ message: 'Enter a name such as America/Sao_Paulo' });

/** The options of all operations, in the order in which the editor lists them. */
const OPTIONS = {
	columnNames: choiceField<ColumnNameMode>(
		'Column Names',
		'columnNames',
		{
			automatic: ['Automatic', 'Compare the file with the query'],
			firstRow: ['From the First Row'],
			query: ['From the Query', 'The file has none'],
			secondRow: ['From the Second Row'],
		},
		{
			...forOutputs('hasColumnNames'),
			default: 'automatic',
			description: 'Where the names of the columns come from',
		},
	),
	convertTypes: switchField('Convert Types', 'convertTypes', true, {
		...forOutputs('hasItems'),
		description:
			'Whether columns of plain numbers, or of true and false, become such values. Leading zeros, phones, long IDs and dates stay text.',
	}),
	fileName: {
		...textField('File Name', 'fileName', fileNameSchema, {
			emptyPart: 'error',
			...forOutputs('hasFile'),
			placeholder: 'e.g. weekly-report.csv',
			description:
				'If empty, Run names a CSV file after its query, filters and days, and all other files have the name that the service gave them.',
		}),
		mayBeEmpty: true,
	},
	maxRows: {
		...numberField('Limit', 'maxRows', 50, {
			...forOutputs('hasItems'),
			description: 'Max number of results to return',
		}),
		absent: Infinity,
	},
	maxWait: numberField('Max Wait (Seconds)', 'maxWait', 1800, {
		description: 'How long to wait for the job, and then again for each of its files',
		schema: seconds,
	}),
	outputColumns: {
		property: {
			displayName: 'Output Columns',
			name: 'outputColumns',
			type: 'multiOptions',
			...forOutputs('hasColumnNames'),
			typeOptions: columnList,
			default: [],
			description:
				'Return only these columns, in this order. Choose from the list, or give their names by an expression.',
		},
		emptyPart: 'list',
		schema: filledNames.refine(
			(list) => new Set(list).size === list.length,
			'Enter each name once',
		),
	},
	timeZone: {
		...textField('Time Zone', 'timeZone', timeZoneSchema, {
			emptyPart: 'error',
			placeholder: 'e.g. America/Sao_Paulo',
			description: "For example America/Sao_Paulo. If empty, the workflow's time zone is used.",
		}),
		mayBeEmpty: true,
	},
} satisfies FieldTable;

/**
 * The collection Options of an operation, with the options that it knows.
 * @param hasOutputField whether options are only shown for the outputs that use them, or at all times
 */
export function optionsField<Name extends keyof typeof OPTIONS>(
	known: readonly Name[],
	{ hasOutputField }: { hasOutputField: boolean },
): CollectionField<Pick<typeof OPTIONS, Name>> {
	const options = Object.entries(OPTIONS).filter(([name]) => known.includes(name as Name));
	const table = options.map(([name, option]) => {
		const property: INodeProperties = { ...option.property };
		if (!hasOutputField) delete property.displayOptions;
		return [name, { ...option, property }];
	});
	return collectionField('Options', 'options', Object.fromEntries(table) as typeof OPTIONS, {
		placeholder: 'Add Option',
	});
}

/** The list from which the user chooses Output Columns: the columns of the latest record of the query. */
export async function getColumns(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const credential = credentialSettings(await this.getCredentials(CREDENTIAL));
	const chosen = this.getCurrentNodeParameter('queryName');
	const queryName = parseField(queryNameField.schema, chosen, 'Query Name');
	const request = recentRequest(queryName, { timeZone: this.getTimezone(), now: new Date() });
	const { signal } = new AbortController();
	const api = new AnalyticsApi({ n8n: this, credential, signal });
	const [record] = await api.query(request, { limit: 1 });
	if (record) return Object.keys(record).map((name) => ({ name, value: name }));
	throw new InputError(
		`The query ${queryName} has no record in the last 30 days to take the columns from`,
		'Enter their names by an expression, such as {{ ["day", "orders"] }}.',
	);
}
