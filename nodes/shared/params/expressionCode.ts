/* What the code of an expression says. What it means is asked of n8n, by its value. */

/**
 * `??`, `||` and the question mark of a condition say that nothing is meant if there is nothing, and so does `null` alone.
 * Nothing else that stands in the code does: `=>` and `===` are parts of searching a list.
 */
const ALLOWS_NOTHING = /\?\?|\|\||\s\?\s|^\s*null\s*$/;

/** Whether the code of an expression says itself what there is without a value. */
export function allowsNothing(code: string): boolean {
	return ALLOWS_NOTHING.test(code);
}

const QUOTED = String.raw`'[^']*'|"[^"]*"|\x60[^\x60]*\x60`;
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

const ONE_FIELD = new RegExp(String.raw`^\s*(?:${FIELD.source})\s*$`, 'u');

/** The field in which n8n's nodes for spreadsheets write which row it is. */
const ROW_NUMBER = /\brow_number['"`\]]*$/;

/**
 * The fields that an expression takes its value from, apart from the number of a row. Those that it reaches in another way
 * are not among them.
 */
export function fieldsIn(code: string): string[] {
	return (code.match(FIELD) ?? []).filter((field) => !ROW_NUMBER.test(field));
}

/** Whether an expression is a field and nothing else. */
export function isField(code: string): boolean {
	return ONE_FIELD.test(code);
}

/** What n8n gives to expressions begins with a dollar sign, unlike the `${` of a text in backticks. */
const VARIABLE = /\$(?!\{)/;
/** What counts items, runs, and the rounds of a loop. */
const COUNTERS = new RegExp(
	String.raw`\$(?:itemIndex|runIndex|position|thisItemIndex|thisRunIndex)\b|${SOURCE}\??\.context(?:${MEMBER})+`,
	'gu',
);

/** Whether a value depends on anything that n8n gives to expressions. */
export function hasVariable(code: string): boolean {
	return VARIABLE.test(code);
}

/** Whether a value depends on nothing but the position of the item: the numbers of items, runs, rounds and rows. */
export function isPosition(code: string): boolean {
	const withoutRows = code.replace(FIELD, (field) => (ROW_NUMBER.test(field) ? '' : field));
	return hasVariable(code) && !hasVariable(withoutRows.replace(COUNTERS, ''));
}
