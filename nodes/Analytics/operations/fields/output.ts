import { trimmedText } from '../../../shared/fields/field';
import { choiceField, textField } from '../../../shared/fields/makeField';
import type { ItemToRead } from '../../context';
import { OUTPUT_NAMES, OUTPUTS, outputsWith } from '../../outputs/outputs';
import type { OutputName, OutputOptions, OutputSettings } from '../../outputs/settings';

const output = choiceField<OutputName>(
	'Output',
	'output',
	Object.fromEntries(
		OUTPUT_NAMES.map((name) => [name, [OUTPUTS[name].label, OUTPUTS[name].description]]),
	) as Record<OutputName, [label: string, description: string]>,
	{
		default: 'items',
		description: 'For more than about 100,000 rows, choose a file',
	},
);

const PUT_IN_FIELD = 'Put Output File in Field';
const nameSchema = trimmedText.refine(
	Boolean,
	'Enter the name of a binary field, for example data',
);
const binaryPropertyName = textField(PUT_IN_FIELD, 'binaryPropertyName', nameSchema, {
	emptyPart: 'error',
	displayOptions: { show: { output: outputsWith('hasFile') } },
	default: 'data',
	required: true,
	hint: 'The name of the output binary field to put the file in',
});

export const outputFields = [output, binaryPropertyName];

/** The names of OutputOptions. */
export const OUTPUT_OPTIONS = [
	'columnNames',
	'convertTypes',
	'fileName',
	'maxRows',
	'outputColumns',
] as const;

/** Reads the fields of an output, whose options have been read. @throws InputError */
export function readOutput(item: ItemToRead, options: OutputOptions): OutputSettings {
	const chosen = item.read(output);
	const comparesWithQuery = ['automatic', 'query'].includes(options.columnNames);
	return {
		...options,
		output: chosen,
		needsKeys: OUTPUTS[chosen].hasColumnNames && comparesWithQuery,
		binaryPropertyName: item.read(binaryPropertyName),
	};
}
