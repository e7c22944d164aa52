import { InputError } from '../../shared/errors';
import { allowsNothing, fieldsIn, isNothing } from '../../shared/params/expressionValue';
import { textParam } from '../../shared/params/makeParam';
import type { Param } from '../../shared/params/param';
import { tidy } from '../../shared/params/visibleText';
import type { ItemContext } from './context';
import { filled } from './options';

/*
 * ID and Nonce must identify the order or event. Of two messages with the same value, the service sends the first one, and
 * accepts the second one in silence. So the whole text, and what it comes from, is judged more strictly than elsewhere.
 */

// Neither is required: if Send Once is an expression, n8n shows both, and would refuse to run without both.
export const ownId = textParam('ID', 'eventId', filled.transform(tidy), {
	emptyPart: 'error',
	displayOptions: { show: { sendOnce: ['perId'] } },
	placeholder: 'e.g. {{ $json.order_id }}',
	description: 'What is sent once, such as an order or event ID',
});

const ownText = filled.transform((nonce) => nonce.toWellFormed());

export const ownNonce = textParam('Nonce', 'nonce', ownText, {
	emptyPart: 'error',
	displayOptions: { show: { sendOnce: ['nonce'] } },
	placeholder: 'e.g. {{ $json.order_id }}-shipped',
	description:
		'The service sends one notification for each nonce: of two templates with the same nonce, the second is lost',
});

/** The value of ID or Nonce. @throws InputError if many orders would have it */
export function keyOf(param: Param<string>, { parameters, itemIndex }: ItemContext): string {
	const { displayName: label, name } = param.property;
	const key = parameters.read(param, itemIndex);
	const codes = parameters.expressionsOf(name).map(({ code }) => code);
	const isEmpty = (field: string) => isNothing(parameters.evaluate(field, itemIndex));
	const problem = whyNoKey(key, codes, param === ownNonce) ?? whyEmpty(codes, isEmpty);
	if (problem === undefined) return key;
	throw new InputError(
		`${label} ${problem}: ${key.slice(0, 60)}`,
		'Map what identifies the order or event. Otherwise different messages would have the same value here, and the service would send only the first of them.',
	);
}

/**
 * An expression may have a value although all of its fields are empty, as a template with an empty ID has. Where it says
 * itself what there is without them, another one must have a field that is filled.
 */
function whyEmpty(codes: string[], isEmpty: (field: string) => boolean): string | undefined {
	const withFields = codes.filter((code) => fieldsIn(code).length > 0);
	const empty = withFields.filter((code) => fieldsIn(code).every(isEmpty));
	const isAllEmpty = empty.length === withFields.length;
	const wrong = isAllEmpty ? empty : empty.filter((code) => !allowsNothing(code));
	if (wrong.length === 0) return undefined;
	return `takes its value from empty fields, ${wrong.flatMap(fieldsIn).join(', ')}`;
}

/** What spreadsheets and programs write where a value is missing. "NA" is none: it is also Namibia. */
const PLACEHOLDER = /^(?:#?n\/a|null|(?:true|false)+|#[^\s\d]+(?:\/0)?[!?])$/i;

function whyNoKey(key: string, codes: string[], isNonce: boolean): string | undefined {
	if (!/[\p{L}\p{N}]/u.test(key)) return 'has neither letters nor digits';
	if (PLACEHOLDER.test(key)) return 'is a placeholder';
	if (isNonce && codes.length === 0) return 'has no expression, so it is the same for all';
	if (isPlaceOfItem(codes.join('\n'))) {
		return 'is only the place of the item, which other orders have tomorrow';
	}
	return undefined;
}

/** What counts items, runs and rows. */
const PLACE = /\$(?:itemIndex|runIndex)\b|\$json\.row_number\b|\$json\[["']row_number["']\]/g;

/** Whether code depends on nothing but the place of the item. Every other value of n8n has a dollar sign and a name. */
function isPlaceOfItem(code: string): boolean {
	const others = code.replace(PLACE, '');
	return others !== code && !/\$(?!\{)/.test(others);
}
