import { InputError } from '../../shared/errors';
import type { Field } from '../../shared/fields/field';
import { choiceField } from '../../shared/fields/makeField';
import { type Content, nonceOfContent, nonceOfId } from '../message/nonce';
import type { ItemContext } from './context';
import { keyOf, ownId, ownNonce } from './key';
import { isOtherLater } from './laterRun';
import { options } from './options';
import { paramsFields } from './params';
import { phone } from './phone';
import { template } from './template';

type SendOnce = 'perDay' | 'ever' | 'perId' | 'nonce' | 'always';

export const sendOnce = choiceField<SendOnce>(
	'Send Once',
	'sendOnce',
	{
		perDay: ['Once a Day', "The same message is sent again on the next day (workflow's time zone)"],
		ever: ['Only Once', 'The same message is never sent to the same phone again'],
		perId: [
			'Once per Order or Event ID',
			'Each phone gets each template once for an ID, such as an order ID',
		],
		nonce: [
			'Your Own Nonce',
			'A nonce is an ID that you give a message: the service sends each nonce once',
		],
		always: ['Every Time', 'Every run sends the message again'],
	},
	{
		default: 'perDay',
		builderHint: {
			propertyHint:
				"For an order or another event, choose 'perId' with its ID in eventId; with 'perDay' the same message is sent again on the next day, with 'ever' never, with 'nonce' the field nonce decides, and with 'always' it is sent in every run.",
		},
		description:
			'Prevents sending twice, so that running again after an error is safe. The same message has the same account, flow, template, phone, parameters and labels.',
	},
);

/**
 * The nonce of a message. Two messages with the same nonce are sent once.
 * @returns an empty text for Every Time
 * @throws InputError
 */
export function nonceFor(content: Content, item: ItemContext): string {
	switch (item.fields.read(sendOnce, item.itemIndex)) {
		case 'always':
			return '';
		case 'nonce':
			return keyOf(ownNonce, item);
		case 'perId':
			return nonceOfId(content, keyOf(ownId, item));
		case 'ever':
			return nonceOfContent(content, 'content');
		case 'perDay':
			if (item.today !== null) return nonceOfContent(content, `day ${item.today}`);
			throw new InputError(
				`The time zone of the workflow is unknown: ${item.workflowTimeZone.slice(0, 40)}`,
				'Choose a time zone in the settings of the workflow, or another Send Once.',
			);
	}
}

/** Who gets which template from whom, which is a part of each nonce. */
const IDENTITY: Array<Field<unknown>> = [
	template,
	phone,
	options.fields.accountId,
	options.fields.flowId,
];
/** What says whom to leave out, and how many messages there may be, but not what is sent. */
const OF_RUN: Array<Field<unknown>> = [options.fields.doNotSendTo, options.fields.maxPerRun];
/** All that users receive, and so all that counts for a nonce without an ID: every option, unless it is one of the run. */
export const CONTENT: Array<Field<unknown>> = [
	template,
	phone,
	...Object.values(paramsFields),
	...Object.values(options.fields).filter((field) => !OF_RUN.includes(field)),
];

/** The fields that a nonce is made of, and how many days later a run must still make the same one. */
const MADE_OF: Record<SendOnce, { parts: Array<Field<unknown>>; days: 0 | 1 }> = {
	perDay: { parts: CONTENT, days: 0 },
	ever: { parts: CONTENT, days: 1 },
	perId: { parts: [...IDENTITY, ownId], days: 0 },
	nonce: { parts: [ownNonce], days: 0 },
	always: { parts: [], days: 0 },
};

/** An expression by which a later run makes another nonce, and so sends the message again. Undefined if there is none. */
export function changeLater({ fields, itemIndex }: ItemContext): string | undefined {
	const { parts, days } = MADE_OF[fields.read(sendOnce, itemIndex)];
	const evaluate = (code: string) => fields.evaluate(code, itemIndex);
	const codes = parts.flatMap((field) => fields.codesOf(field));
	return codes.find((code) => isOtherLater(code, evaluate, days));
}
