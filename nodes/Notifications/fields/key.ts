import { InputError } from '../../shared/errors';
import { leavesIn } from '../../shared/json';
import {
	allowsNothing,
	fieldsIn,
	hasVariable,
	isPosition,
} from '../../shared/params/expressionCode';
import { isNothing } from '../../shared/params/expressions';
import { textParam } from '../../shared/params/makeParam';
import type { Param } from '../../shared/params/param';
import { tidy } from '../../shared/params/visibleText';
import { joinedTexts, listed } from '../../shared/text';
import type { ItemContext } from './context';
import { filled } from './options';

/*
 * ID and Nonce must identify the order or event. Of two messages with the same value, the service sends the first one, and
 * accepts the second one in silence. So at least one of their expressions must identify something.
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
	const codes = parameters.codesOf(name);
	const ofData = codes.filter((code) => hasVariable(code));
	const valueOf = (code: string) => parameters.evaluate(code, itemIndex);
	const problem = whyNoKey(key, ofData, valueOf);
	// The name of a campaign may be an ID, since each phone then has a nonce of its own, but it is no nonce.
	const isFixed = param === ownNonce && codes.length === 0;
	if (problem === undefined && !isFixed) return key;
	throw new InputError(
		`${label} ${problem ?? IS_FIXED}: ${key.slice(0, 60)}`,
		'Map what identifies the order or event. Otherwise different messages would have the same value here, and the service would send only the first of them.',
	);
}

const IS_FIXED = 'has no expression, so every message would have the same one';

type ValueOf = (code: string) => unknown;

/**
 * Why a key does not identify anything; undefined if it does. An expression may have a value although its fields are empty,
 * as a text in backticks with an empty ID has.
 * @param codes the expressions in it that depend on the item or the execution
 */
function whyNoKey(key: string, codes: string[], valueOf: ValueOf): string | undefined {
	if (codes.length === 0) return isIdentifier(key) ? undefined : 'identifies nothing';
	const withFields = codes.filter((code) => fieldsIn(code).length > 0);
	const empty = withFields.filter((code) =>
		fieldsIn(code).every((field) => isNothing(valueOf(field))),
	);
	// A fallback may stand beside a field that is filled, but a date or the like does not make up for the only fields.
	const isAllEmpty = empty.length === withFields.length;
	const wrong = isAllEmpty ? empty : empty.filter((code) => !allowsNothing(code));
	if (wrong.length === 0 && codes.some((code) => identifies(code, valueOf))) return undefined;
	if (codes.every(isPosition)) {
		return "is only the item's position, which another order will have tomorrow";
	}
	const fields = (wrong.length > 0 ? wrong : codes).flatMap(fieldsIn);
	return joinedTexts(['takes its value from what identifies nothing', listed(fields)], ', ');
}

/** Whether an expression identifies something: its value does and, if it names fields, one of them. */
function identifies(code: string, valueOf: ValueOf): boolean {
	if (isPosition(code) || !isIdentifier(valueOf(code))) return false;
	const fields = fieldsIn(code);
	return fields.length === 0 || fields.some((field) => isIdentifier(valueOf(field)));
}

/** What spreadsheets and programs write where a value is missing. "NA" is none: it is also Namibia. */
const PLACEHOLDER = /^(?:n\/[ad]|#n\/\p{L}+|#nv|null|true|false|#[^\s\d]+(?:\/0)?[!?])$/iu;

/** Whether a value, or one within it, has letters or digits, and is no placeholder. */
function isIdentifier(value: unknown): boolean {
	for (const inner of leavesIn(value)) {
		const text = isNothing(inner) ? '' : String(inner).trim();
		if (/[\p{L}\p{N}]/u.test(text) && !PLACEHOLDER.test(text)) return true;
	}
	return false;
}
