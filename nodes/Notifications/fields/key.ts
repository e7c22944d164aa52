import { InputError } from '../../shared/errors';
import { leavesIn } from '../../shared/json';
import {
	fieldsIn,
	hasVariable,
	positionsIn,
	readsData,
	readsDataBesideFields,
	textsInCode,
} from '../../shared/params/expressionCode';
import { isNothing } from '../../shared/params/expressions';
import { textParam } from '../../shared/params/makeParam';
import type { Param } from '../../shared/params/param';
import { tidy } from '../../shared/params/visibleText';
import { asText } from '../../shared/text';
import { isPlaceholder } from '../message/placeholders';
import type { ItemContext } from './context';
import { filled } from './options';

/*
 * ID and Nonce must identify the order or event. Of two messages with the same value, the service sends the first one, and
 * accepts the second one in silence. So at least one of their expressions must identify something.
 */

// Neither is required: if Send Once is an expression, n8n shows both, and would refuse to run without both.
export const ownId = textParam('ID', 'eventId', filled.transform(tidy), {
	emptyPart: 'key',
	displayOptions: { show: { sendOnce: ['perId'] } },
	placeholder: 'e.g. {{ $json.order_id }}',
	description: 'What is sent once, such as an order or event ID',
});

const ownText = filled.transform((nonce) => nonce.toWellFormed());

export const ownNonce = textParam('Nonce', 'nonce', ownText, {
	emptyPart: 'key',
	displayOptions: { show: { sendOnce: ['nonce'] } },
	placeholder: 'e.g. {{ $json.order_id }}-shipped',
	description:
		'The service sends one notification for each nonce: of two templates with the same nonce, the second is lost',
});

/** The value of ID or Nonce. @throws InputError if many orders would have it */
export function keyOf(param: Param<string>, { parameters, hints, itemIndex }: ItemContext): string {
	const { displayName: label, name } = param.property;
	const key = parameters.read(param, itemIndex);
	const codes = parameters.codesOf(name);
	const valueOf = (code: string) => parameters.evaluate(code, itemIndex);
	const problem = codes.some(readsData)
		? whyNoKey(codes, valueOf)
		: whyNoCampaign(key, codes, param === ownNonce);
	if (problem !== undefined) {
		throw new InputError(
			`${label} ${problem}: ${key.slice(0, 60)}`,
			'Map what identifies the order or event. Otherwise different messages would have the same value here, and the service would send only the first of them.',
		);
	}
	const parts = codes.flatMap((code) => [code, ...fieldsIn(code)]);
	const placeholder = parts.map((part) => asText(valueOf(part))).find(isPlaceholder);
	if (placeholder !== undefined) {
		const warning = `${label} has ${placeholder}, which spreadsheets and databases write for a missing value. Check that no other message has the same ${label}.`;
		hints.add(warning, { itemIndex, warning: true });
	}
	if (codes.some((code) => code.includes('$execution.id'))) {
		const warning = `${label} has $execution.id, which is another one in a Retry: that would send the message again.`;
		hints.add(warning, { itemIndex, warning: true });
	}
	return key;
}

type ValueOf = (code: string) => unknown;

/**
 * Why a key does not identify anything; undefined if it does. An expression may have a value although nothing of the item is
 * in it, as `"order-"` is not.
 */
function whyNoKey(codes: string[], valueOf: ValueOf): string | undefined {
	const identifies = codes.filter(readsData).some((code) => {
		const own = [...textsInCode(code), ...positionsIn(code).map((each) => String(valueOf(each)))];
		const isOfData =
			readsDataBesideFields(code) || fieldsIn(code).some((field) => isIdentifier(valueOf(field)));
		return isOfData && isIdentifier(valueOf(code), own);
	});
	return identifies ? undefined : 'takes its value from what identifies nothing';
}

/** The name of a campaign may be an ID, since each phone then has a nonce of its own, but it is no nonce. */
function whyNoCampaign(key: string, codes: string[], isNonce: boolean): string | undefined {
	if (codes.some((code) => positionsIn(code).length > 0)) {
		return "is only the item's position, which another order will have tomorrow";
	}
	const lacks = codes.length === 0 ? 'no expression' : 'nothing of the item';
	if (isNonce && (codes.length === 0 || codes.some(hasVariable))) {
		return `has ${lacks}, so every message would have the same one`;
	}
	return isIdentifier(key) ? undefined : 'identifies nothing';
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
