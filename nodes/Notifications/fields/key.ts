import { InputError } from '../../shared/errors';
import { leavesIn } from '../../shared/json';
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

export const ownId = textParam('ID', 'nonce', filled.transform(tidy), {
	emptyPart: 'error',
	displayOptions: { show: { sendOnce: ['perId'] } },
	required: true,
	placeholder: 'e.g. {{ $json.order_id }}',
	description: 'What is sent once, such as an order or event ID',
});

const ownText = filled.transform((nonce) => nonce.toWellFormed());

export const ownNonce = textParam('Nonce', 'nonce', ownText, {
	emptyPart: 'error',
	displayOptions: { show: { sendOnce: ['nonce'] } },
	required: true,
	placeholder: 'e.g. {{ $json.order_id }}-shipped',
	description:
		'The service sends one notification for each nonce: of two templates with the same nonce, the second is lost',
});

/** The value of ID or Nonce. @throws InputError if many orders would have it */
export function keyOf(param: Param<string>, { parameters, itemIndex }: ItemContext): string {
	const { displayName: label, name } = param.property;
	const key = parameters.read(param, itemIndex);
	const codes = parameters.expressionsOf(name).map(({ code }) => code);
	const ofData = codes.filter((code) => VARIABLE.test(code));
	const valueOf = (code: string) => parameters.evaluate(code, itemIndex);
	// The name of a campaign is no nonce, but it may be an ID, since each phone then has a nonce of its own.
	const isNameAlone = param === ownId && ofData.length === 0;
	const isKey = isNameAlone ? isIdentifier(key) : ofData.some((code) => identifies(code, valueOf));
	if (isKey) return key;
	throw new InputError(
		`${label} ${whyNoKey(ofData, isNameAlone)}: ${key.slice(0, 60)}`,
		'Map what identifies the order or event. Otherwise different messages would have the same value here, and the service would send only the first of them.',
	);
}

/** What n8n gives to expressions begins with a dollar sign, unlike the `${` of a text in backticks. */
const VARIABLE = /\$(?!\{)/;

/**
 * Whether an expression identifies something. It may have a value although its fields are empty, as a text in backticks
 * with an empty ID has. So, if it names fields, one of them must identify something, too.
 */
function identifies(code: string, valueOf: (code: string) => unknown): boolean {
	if (isPosition(code) || !isIdentifier(valueOf(code))) return false;
	const fields = fieldsIn(code);
	return fields.length === 0 || fields.some((field) => isIdentifier(valueOf(field)));
}

/** What spreadsheets and programs write where a value is missing. "NA" is none: it is also Namibia. */
const PLACEHOLDER = /^(?:n\/[ad]|#n\/\p{L}+|#nv|null|true|false|#[^\s\d]+(?:\/0)?[!?])$/iu;

/** Whether a value, or one within it, has letters or digits, and is no placeholder. */
function isIdentifier(value: unknown): boolean {
	for (const { leaf } of leavesIn(value)) {
		const text = String(leaf).trim();
		const isFilled = leaf !== null && leaf !== undefined && /[\p{L}\p{N}]/u.test(text);
		if (isFilled && !PLACEHOLDER.test(text)) return true;
	}
	return false;
}

const QUOTED = String.raw`'[^']*'|"[^"]*"|\`[^\`]*\``;
/** What gives items: `$input`, `$('Orders')`, `$node["Orders"]`, `$node.Orders` and `$items("Orders")`. */
const SOURCE = String.raw`\$(?:input|node(?:\.\w+|\[(?:${QUOTED})\])|items\([^()]*\)|\((?:${QUOTED})\))`;
/** Which of its items: `.item`, `.first()`, `.all()[0]`, `.itemMatching(0)`; the items of `$node` and `$items` need no word. */
const WHICH = String.raw`(?:\??\.(?:item|first|last|all|itemMatching|at)(?:\([^()]*\))?|(?:\?\.)?\[\d+\])*`;
/** A name that is called as a function, such as `.trim()`, is no part of the field. */
const MEMBER = String.raw`\??\.[\p{L}_$][\p{L}\p{N}_$]*(?!\s*\(|[\p{L}\p{N}_$])|(?:\?\.)?\[(?:${QUOTED}|\d+)\]`;
/** A field of an item: `$json.order.id`, `$('Orders').first().json["id"]`. */
const FIELD = new RegExp(
	String.raw`\$json(?:${MEMBER})+|${SOURCE}${WHICH}\??\.json(?:${MEMBER})+`,
	'gu',
);

/** The fields that an expression takes its value from. Those that it reaches in another way are not among them. */
export function fieldsIn(code: string): string[] {
	return (code.match(FIELD) ?? []).filter((field) => !ROW_NUMBER.test(field));
}

/** The field in which n8n's nodes for spreadsheets write which row it is. */
const ROW_NUMBER = /\brow_number['"`\]]*$/;
/** What counts items, runs, and the rounds of a loop. */
const COUNTERS = new RegExp(
	String.raw`\$(?:itemIndex|runIndex|position|thisItemIndex|thisRunIndex)\b|${SOURCE}\??\.context(?:${MEMBER})+`,
	'gu',
);

/** Whether code depends on nothing but the position of the item. */
function isPosition(code: string): boolean {
	const withoutRows = code.replace(FIELD, (field) => (ROW_NUMBER.test(field) ? '' : field));
	return !VARIABLE.test(withoutRows.replace(COUNTERS, ''));
}

function whyNoKey(ofData: string[], isNameAlone: boolean): string {
	if (isNameAlone) return 'identifies nothing';
	if (ofData.length === 0) {
		return 'has no expression with a field, so every message would have the same one';
	}
	if (ofData.every(isPosition)) {
		return "is only the item's position, which another order will have tomorrow";
	}
	const fields = ofData.flatMap(fieldsIn);
	return joinedTexts(['takes its value from what identifies nothing', listed(fields)], ', ');
}
