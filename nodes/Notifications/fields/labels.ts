import { z } from 'zod';
import { InputError } from '../../shared/errors';
import type { Field } from '../../shared/fields/field';
import { isBlank, tidy } from '../../shared/visibleText';
import type { Label } from '../message/message';
import { toText } from '../message/paramValues';

const pair = z.object({ key: z.unknown().optional(), value: z.unknown().optional() });

type Pairs = Array<z.infer<typeof pair>>;

export const labels: Field<Pairs> = {
	property: {
		displayName: 'Labels',
		name: 'labels',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Label',
		default: {},
		description: 'Pairs of a key and a value that are sent with the notification',
		options: [
			{
				displayName: 'Label',
				name: 'values',
				values: [
					{ displayName: 'Key', name: 'key', type: 'string', default: '' },
					{ displayName: 'Value', name: 'value', type: 'string', default: '' },
				],
			},
		],
	},
	schema: z
		.object({ values: z.array(pair, { message: 'Enter a list' }).default([]) })
		.transform(({ values }) => values),
	emptyPart: 'error',
	labelOfText: ([, row, part]) => partLabel(Number(row), part === 'key' ? 'Key' : 'Value'),
};

/**
 * The labels of a message in the form that the service expects: `{ key_1: …, value_1: … }`, `{ key_2: …, … }`.
 * @throws InputError naming the label, counted from 1
 */
export function labelsOf(pairs: Pairs): Label[] {
	return pairs.map(({ key, value }, index) => {
		const number = index + 1;
		return {
			[`key_${number}`]: textOfPart(index, 'Key', key),
			[`value_${number}`]: textOfPart(index, 'Value', value),
		};
	});
}

function partLabel(index: number, part: 'Key' | 'Value'): string {
	return `Label ${index + 1} > ${part}`;
}

function textOfPart(index: number, part: 'Key' | 'Value', value: unknown): string {
	const text = toText(partLabel(index, part), value ?? '');
	if (isBlank(text)) {
		throw new InputError(
			`Label ${index + 1} has no ${part.toLowerCase()}`,
			'Enter it, or remove the label. If it is an expression, check that it gives a value.',
		);
	}
	return tidy(text);
}
