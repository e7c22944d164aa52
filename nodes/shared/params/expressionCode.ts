/* What the code of an expression says. What it means is asked of n8n, by its value. */

const QUOTED = String.raw`'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|\x60(?:\\.|[^\x60\\])*\x60`;
const ALL_QUOTED = new RegExp(QUOTED, 'g');
const IN_BACKTICKS = /\$\{[^}]*\}/g;
/** A regular expression follows what cannot be divided. */
const REGULAR_EXPRESSION = /(?<=[(,=:?![|&>{;]\s*|return\s*)\/(?:\\.|[^/\\\n])+\//g;

/** The texts that stand in the code itself, in quotes or backticks. */
export function textsInCode(code: string): string[] {
	const quoted = code.match(ALL_QUOTED) ?? [];
	return quoted.flatMap((each) => each.slice(1, -1).split(IN_BACKTICKS)).filter(Boolean);
}

/** A text without these parts. */
export function withoutParts(text: string, parts: readonly string[]): string {
	// The longest first, since one may be a part of another.
	const longestFirst = parts.toSorted((one, other) => other.length - one.length);
	return longestFirst.reduce((left, part) => left.replaceAll(part, ' '), text);
}

/** The code without its texts and regular expressions, though with the expressions in backticks. */
function withoutTexts(code: string): string {
	return code
		.replace(ALL_QUOTED, (quoted) => (quoted.match(IN_BACKTICKS) ?? []).join(' '))
		.replace(REGULAR_EXPRESSION, '');
}

/** `??`, `||`, a condition and `null` alone. Parts of searching a list, such as `=>` and `===`, are none. */
const ALLOWS_NOTHING = /\?(?!\.)|\|\||\$if|^\s*null\s*$/;

/** Whether the code of an expression says itself what there is without a value. */
export function allowsNothing(code: string): boolean {
	return ALLOWS_NOTHING.test(withoutTexts(code));
}

/** A single | or &, which makes a number of any value, though | 0 is meant to; and the = that gives a field another value. */
const UNINTENDED =
	/(?<!\|)\|(?!\||\s*0\b)|(?<!&)&(?!&)|(?<=\.[\p{L}_$][\p{L}\p{N}_$]*\s*|\]\s*)=(?![=>])/u;

/**
 * An operator that nobody means: `{{ $json.name | trim }}` is the number 0, and `{{ $json.vip = true ? 1 : 2 }}` changes
 * the item.
 */
export function unintendedOperatorIn(code: string): string | undefined {
	return UNINTENDED.exec(withoutTexts(code))?.[0];
}

/** Whether an expression has anything that n8n gives to it, such as `$json` or `$today`. */
export function hasVariable(code: string): boolean {
	return withoutTexts(code).includes('$');
}

/** A way to an item, up to any of its fields: `$json.order`, `$('Orders').first().json`, `$node["Orders"]`. */
const WAY = String.raw`\$(?:\w+|(?=\())(?:[([](?:${QUOTED})[)\]])?[\w$.?()[\]'"]*?`;
/** What counts items, runs, and the rounds of a loop; and the field in which n8n's nodes for spreadsheets number the rows. */
const POSITION = new RegExp(
	String.raw`\$(?:itemIndex|runIndex|position|thisItemIndex|thisRunIndex)\b|${WAY}(?:\brow_number['"\x60\]]*(?![\w.([])|\.context\.\w+)`,
	'g',
);

/** The places of the item that an expression names: the numbers of items, runs, rounds and rows. */
export function positionsIn(code: string): string[] {
	return code.match(POSITION) ?? [];
}

/** What belongs to an order or event: the data of items, what an agent gives, and the execution itself. */
const DATA =
	/\$(?:json|data|input|binary|node|items?|fromAI|execution\??\.(?:id|customData))\b|\$\(/i;

/** Whether the value of an expression comes from what belongs to an order or event, and not only from the item's position. */
export function readsData(code: string): boolean {
	return DATA.test(code.replace(POSITION, ''));
}
