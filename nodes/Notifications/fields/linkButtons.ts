import { z } from 'zod';
import { InputError } from '../../shared/errors';
import { isNothing } from '../../shared/values';
import { type Field, whole } from '../../shared/fields/field';
import { toText } from '../message/paramValues';

/** The most buttons that a template can have. */
const MAX_BUTTONS = 10;

const row = z.object({
	position: whole({ max: MAX_BUTTONS }),
	value: z.unknown().optional(),
});

type Rows = Array<z.infer<typeof row>>;

export const linkButtons: Field<Rows> = {
	property: {
		displayName: 'Link Buttons',
		name: 'buttons',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Button',
		default: {},
		description: 'For buttons of the template whose links end differently for each user',
		options: [
			{
				displayName: 'Button',
				name: 'values',
				values: [
					{
						displayName: 'Position',
						name: 'position',
						type: 'number',
						typeOptions: { minValue: 1, maxValue: MAX_BUTTONS },
						default: 1,
						description: 'Which button of the template it is, counted from 1',
					},
					{
						displayName: 'End of the Link',
						name: 'value',
						type: 'string',
						default: '',
						placeholder: 'e.g. {{ $json.order_id }}',
						description: 'What follows the address in the template',
					},
				],
			},
		],
	},
	schema: z
		.object({ values: z.array(row, { message: 'Enter a list' }).default([]) })
		.transform(({ values }) => values),
	emptyPart: 'error',
	labelOfText: ([, number]) => buttonLabel(Number(number)),
};

/** An address of its own stands behind the one in the template, and a website gets nothing of what stands behind a #. */
const PROBLEMS: Array<[words: string, form: RegExp]> = [
	[
		'is a whole address, but becomes the end of the link in the template',
		/(?:^|\/)\s*(?:https?:\/\/|www\.)/i,
	],
	['has a number behind a #, of which the website gets nothing', /(?:^|[/=])\s*#\d+$/],
];

/** A warning for each link that does not lead where it should. */
export function linkWarnings(rows: Rows): string[] {
	return rows.flatMap(({ value }, at) => {
		const found = PROBLEMS.filter(([, form]) => typeof value === 'string' && form.test(value));
		return found.map(([words]) => `${buttonLabel(at)} ${words}`);
	});
}

function buttonLabel(index: number): string {
	return `Link Button ${index + 1}`;
}

/** A button in the form of `params.buttons` that public clients of the service send. */
interface Button {
	sub_type: 'url';
	/** Counted from 0. */
	index: number;
	parameters: [{ text: string }];
}

/** The buttons that are sent, by their positions. @throws InputError naming the row, counted from 1 */
export function buttonsOf(rows: Rows): Button[] {
	const buttons: Button[] = [];
	for (const [at, { position, value }] of rows.entries()) {
		if (isNothing(value)) {
			throw new InputError(
				`${buttonLabel(at)} has no link`,
				'Enter the end of the link, or remove the button. If it is an expression, check that it gives a value.',
			);
		}
		if (buttons.some(({ index }) => index === position - 1)) {
			throw new InputError(
				`${buttonLabel(at)} has position ${position}, which another button already has`,
				'Each button of the template has a position of its own, counted from 1.',
			);
		}
		// The file of a link may be named in any form of Unicode, but not by what nobody sees.
		const text = toText(buttonLabel(at), value)
			.replace(/\p{Cf}/gu, '')
			.trim();
		buttons.push({ sub_type: 'url', index: position - 1, parameters: [{ text }] });
	}
	return buttons.sort((one, other) => one.index - other.index);
}
