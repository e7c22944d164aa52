import { z } from 'zod';
import { InputError } from '../../shared/errors';
import type { Param } from '../../shared/params/param';
import { isBlank } from '../message/blankText';
import type { Label } from '../message/message';
import { checkText, type IsData, toText } from '../message/paramValues';

const pair = z.object({ key: z.unknown().optional(), value: z.unknown().optional() });

interface Labels {
	values: Array<z.infer<typeof pair>>;
}

export const labels: Param<Labels> = {
	property: {
		displayName: 'Labels',
		name: 'labels',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Label',
		default: {},
		description: 'Pairs that are sent along with the notification',
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
	schema: z.object({ values: z.array(pair, { message: 'Enter a list' }).default([]) }),
	absent: { values: [] },
};

/**
 * The labels of a message in the form that the service expects: `{ key_1: …, value_1: … }`, `{ key_2: …, … }`.
 * @throws InputError naming the label, counted from 1
 */
export function labelsOf({ values }: Labels, isData: IsData): Label[] {
	return values.map(({ key, value }, index) => {
		const number = index + 1;
		return {
			[`key_${number}`]: textOf(number, 'Key', key, isData),
			[`value_${number}`]: textOf(number, 'Value', value, isData),
		};
	});
}

function textOf(number: number, part: 'Key' | 'Value', given: unknown, isData: IsData): string {
	const label = `Label ${number} > ${part}`;
	const text = toText(label, given ?? '', 'Map a single value, such as a text or a number.');
	if (isBlank(text)) {
		throw new InputError(
			`Label ${number} has no ${part.toLowerCase()}`,
			'Enter it, or remove the label. If it is an expression, check that it gives a value.',
		);
	}
	checkText(label, text, isData);
	return text.toWellFormed();
}
