import { InputError } from '../../shared/errors';
import { isNothing, leavesIn } from '../../shared/values';
import { textsInCode } from '../../shared/fields/expressionCode';
import { isOfEvent, isOtherwiseOfEvent, positionsIn } from '../../shared/fields/differsByItem';
import { fieldsIn } from '../../shared/fields/takenFromItems';
import { textField } from '../../shared/fields/makeField';
import { filledText, type Field } from '../../shared/fields/field';
import { tidy } from '../../shared/visibleText';
import { asText } from '../../shared/text';
import { isPlaceholder } from '../message/placeholders';
import type { ItemContext } from './context';

/*
 * ID and Nonce must identify the order or event. Of two messages with the same value, the service sends the first one, and
 * accepts the second one in silence. So at least one of their expressions must identify something.
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
		const warning = `${label} has ${placeholder}, which spreadsheets and databases write for a missing value. Check that no other message has the same ${label}.`;
		hints.add(warning, { itemIndex, warning: true });
	}
	return key;
}

/**
 * Whether an expression identifies something: something of the item is in its value, which "order-" alone is not, and one of
 * its fields does, if it names any.
 */
function identifies(code: string, valueOf: (code: string) => unknown): boolean {
	const isOfData =
		isOtherwiseOfEvent(code) || fieldsIn(code).some((field) => isIdentifier(valueOf(field)));
	const positions = positionsIn(code).map((position) => String(valueOf(position)));
	return isOfData && isIdentifier(valueOf(code), [...textsInCode(code), ...positions]);
}

/**
 * Whether a value, or one within it, has letters or digits, and is neither a placeholder nor true or false.
 * @param own the texts in the code of the expression and the position of the item, which do not count
 */
function isIdentifier(value: unknown, own: readonly string[] = []): boolean {
	// The longest first, since one may be a part of another.
	const longestFirst = own.toSorted((one, other) => other.length - one.length);
	for (const inner of leavesIn(value)) {
		const whole = isNothing(inner) ? '' : String(inner);
		const text = longestFirst.reduce((left, each) => left.replace(each, ' '), whole).trim();
		const saysNothing = isPlaceholder(text) || /^(?:true|false)$/i.test(text);
		if (/[\p{L}\p{N}]/u.test(text) && !saysNothing) return true;
	}
	return false;
}
