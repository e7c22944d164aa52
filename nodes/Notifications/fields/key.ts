import { InputError } from '../../shared/errors';
import { fieldsIn } from '../../shared/fields/takenFromItems';
import { textField } from '../../shared/fields/makeField';
import { filledText, type Field } from '../../shared/fields/field';
import { tidy } from '../../shared/visibleText';
import { asText } from '../../shared/text';
import { isPlaceholder } from '../message/placeholders';
import type { ItemContext } from './context';
import { identifies, isIdentifier, isOfEvent, positionsIn } from './identifies';

/*
 * ID and Nonce must identify the order or event. Of two messages with the same value, the service sends the first one, and
 * accepts the second one in silence. So each of their expressions needs all of its fields, which is what an `emptyPart` of
 * `key` means, and at least one must identify something (`identifies.ts`). Their value must not change later
 * (`laterRun.ts`) or be that of another item (`otherItems.ts`), as all that a nonce is made of: that is a warning.
 */

// Neither is required: if Send Once is an expression, n8n shows both, and would refuse to run without both.
export const ownId = textField('ID', 'eventId', filledText.transform(tidy), {
	emptyPart: 'key',
	displayOptions: { show: { sendOnce: ['perId'] } },
	placeholder: 'e.g. {{ $json.order_id }}',
	description: 'What is sent once, such as an order or event ID',
});

const ownText = filledText.transform((nonce) => nonce.toWellFormed());

export const ownNonce = textField('Nonce', 'nonce', ownText, {
	emptyPart: 'key',
	displayOptions: { show: { sendOnce: ['nonce'] } },
	placeholder: 'e.g. {{ $json.order_id }}-shipped',
	description:
		'The service sends one notification for each nonce: of two templates with the same nonce, the second is lost',
});

/** The value of ID or Nonce. @throws InputError if many orders would have it */
export function keyOf(field: Field<string>, { fields, hints, itemIndex }: ItemContext): string {
	const { displayName: label } = field.property;
	const key = fields.read(field, itemIndex);
	const codes = fields.codesOf(field);
	const valueOf = (code: string) => fields.evaluate(code, itemIndex);
	// Each phone has a nonce of its own, so an ID may be the name of a campaign.
	const isCampaign = field === ownId && !codes.some(isOfEvent) && isIdentifier(key);
	if (!isCampaign && !codes.some((code) => identifies(code, valueOf))) {
		throw new InputError(
			`${label} has nothing that identifies an order or event: ${key.slice(0, 60)}`,
			'Map what identifies it. A position, a date and a text in the expression are the same for others, and of messages with the same value the service would send only the first.',
		);
	}
	const [position] = codes.flatMap(positionsIn);
	if (position !== undefined) {
		const warning = `${label} has ${position}, which is another one in a run with other items: then they would get the message again. Map only what identifies it.`;
		hints.add(warning, { itemIndex, warning: true });
	}
	const parts = codes.flatMap((code) => [code, ...fieldsIn(code)]);
	const placeholder = parts.map((part) => asText(valueOf(part))).find(isPlaceholder);
	if (placeholder !== undefined) {
		const warning = `${label} has ${placeholder}, which spreadsheets and databases write in place of a value. Check that no other message has the same ${label}.`;
		hints.add(warning, { itemIndex, warning: true });
	}
	return key;
}
