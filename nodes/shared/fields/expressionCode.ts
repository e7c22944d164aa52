/* What the code of an expression says. What it means is asked of n8n, by its value. */

/** A text in backticks has code in it, which may have such a text, and braces, in turn. */
const INNER_TEMPLATE = String.raw`\x60(?:\\.|[^\x60\\])*\x60`;
const IN_BRACES = String.raw`(?:[^\x60{}]|${INNER_TEMPLATE}|\{(?:[^\x60{}]|${INNER_TEMPLATE})*\})*`;
const TEMPLATE = String.raw`\x60(?:\\.|\$\{${IN_BRACES}\}|\$(?!\{)|[^\x60\\$])*\x60`;
const QUOTED = String.raw`'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|${TEMPLATE}`;
const ONE_QUOTED = new RegExp(QUOTED);
const REGULAR_EXPRESSION = String.raw`(?<=(?:^|[(,=:?&|!>{;[]|return)\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/`;
const COMMENT = String.raw`\/\/[^\n]*|\/\*[^]*?\*\/`;
/** Whichever begins first: a quote in a regular expression begins no text. */
const NO_CODE = new RegExp(`${REGULAR_EXPRESSION}|${COMMENT}|${QUOTED}`, 'g');
const BETWEEN_CODE = new RegExp(String.raw`((?:\s|${COMMENT})+)|${NO_CODE.source}`, 'g');
const INTERPOLATION = new RegExp(String.raw`\$\{${IN_BRACES}\}`, 'g');

/** The texts that stand in the code itself, and the code with an empty text in place of all whose characters mean nothing. */
function partsOf(code: string): { texts: string[]; alone: string } {
	const texts: string[] = [];
	const alone = code.replace(NO_CODE, (each) => {
		if (each.startsWith('/')) return "''";
		const ofEach = each.slice(1, -1);
		texts.push(...ofEach.split(INTERPOLATION));
		const inner = (ofEach.match(INTERPOLATION) ?? []).map((part) => partsOf(part.slice(2, -1)));
		texts.push(...inner.flatMap((part) => part.texts));
		return ["''", ...inner.map((part) => part.alone)].join(' ');
	});
	return { texts: texts.filter(Boolean), alone };
}

/** The texts that stand in the code itself, in quotes or backticks. */
export function textsInCode(code: string): string[] {
	return partsOf(code).texts;
}

const JOIN = /\.join\([^()]*\)/g;

/** Whether code may have chosen one of its own texts, as the plus in `$json.hasPlus ? '' : '+'`. What joins a list is none. */
export function isChosen(text: string, code: string): boolean {
	const withoutJoins = code.replace(JOIN, '');
	return [...withoutJoins.matchAll(NO_CODE)].some(({ 0: each, index }) => {
		const before = withoutJoins.slice(0, index);
		const behind = withoutJoins.slice(index + each.length);
		return (
			each.slice(1, -1) === text && /(?:^|[?:|&,([])\s*$/.test(before) && !/^\s*[+.]/.test(behind)
		);
	});
}

/**
 * `??`, `||`, the question mark of a condition and `$if` say that nothing is meant if there is nothing, and so does `null`
 * alone.
 */
const ALLOWS_NOTHING = /\?\?|\|\||(?<!\?)\?(?![?.])|\$if|^\s*null\s*$/;

/** Whether the code of an expression says itself what there is without a value. */
export function allowsNothing(code: string): boolean {
	return ALLOWS_NOTHING.test(partsOf(code).alone);
}

/** Whether code says what there is in place of null and undefined, which an empty text hides. */
export function hasNullishFallback(code: string): boolean {
	return /\?\?|\$if|\.ifEmpty\(/.test(partsOf(code).alone);
}

/** Whether the code has `&&`, which gives false where its first part is false. */
export function hasAnd(code: string): boolean {
	return partsOf(code).alone.includes('&&');
}

/** What gives items: `$input`, `$('Orders')`, `$node["Orders"]`, `$node.Orders` and `$items("Orders")`. */
const SOURCE = String.raw`\$(?:input|node(?:\.\w+|\[(?:${QUOTED})\])|items\([^()]*\)|\((?:${QUOTED})\))`;
/** Which of its items: `.item`, `.first()`, `.all()`, `[0]`, `.itemMatching(0)`. */
const STEP = String.raw`(?:\??\.(?:item|first|last|all|itemMatching|at)(?:\([^()]*\))?|(?:\?\.)?\[[^[\]]+\])`;
/** A name that is called as a function, such as `.trim()`, is no part of the field. */
const MEMBER = String.raw`\??\.[\p{L}_$][\p{L}\p{N}_$]*(?!\s*(?:\?\.\s*)?\(|[\p{L}\p{N}_$])|(?:\?\.)?\[\s*(?:${QUOTED}|\d+)\s*\]`;
/** A field of an item: `$json.order.id`, `$('Orders').first().json["id"]`. */
const FIELD = String.raw`(?:\$(?:json|data)(?:${MEMBER})+|${SOURCE}${STEP}*\??\.json(?:${MEMBER})+)`;
const FIELDS = new RegExp(FIELD, 'gu');
const ONE_FIELD = new RegExp(String.raw`^\s*${FIELD}\s*$`, 'u');

/** The field in which n8n's nodes for spreadsheets write which row it is. */
const ROW_NUMBER = /\brow_number['"`\]]*$/;

/**
 * The fields that an expression takes its value from, apart from the number of a row. Those that it reaches in another way
 * are not among them.
 */
export function fieldsIn(code: string): string[] {
	const fields = new Set(code.match(FIELDS));
	return [...fields].filter((field) => !ROW_NUMBER.test(field));
}

const IN_BRACKETS = String.raw`(?:${QUOTED}|[^()'"\x60])`;
const INNER_CALL = String.raw`\((?:${IN_BRACKETS}|\(${IN_BRACKETS}*\))*\)`;
const CALL = String.raw`\((?:${IN_BRACKETS}|${INNER_CALL})*\)`;
/** What is reached from items by functions: `$json.answers.find((each) => each.id === 7).text`. */
const CHAIN = String.raw`(?:\$(?:json|data)\b|${SOURCE})(?:\??\.[\p{L}_$][\p{L}\p{N}_$]*|(?:\?\.)?(?:\[[^[\]]*\]|${CALL}))+`;
/** The list of what is joined, or a whole chain. */
const CHAINS = new RegExp(String.raw`${CHAIN}?(?=(\??\.join\())|${CHAIN}`, 'gu');

/** What parts of an expression reach by functions, from the item on. Of what is joined, it is the list. */
export function chainsIn(code: string): string[] {
	return [...code.matchAll(CHAINS)]
		.filter(([chain, joins]) => joins !== undefined || !isField(chain))
		.map(([chain]) => chain)
		.filter((chain) => chain !== code.trim());
}

/** The same code with other code in place of a field. */
export function withInstead(code: string, field: string, instead: string): string {
	return code.replace(FIELDS, (each) => (each === field ? instead : each));
}

/**
 * The same code with other code where a chain gives nothing, or where an entry of its list is nothing. That depends on what
 * stands around it.
 * @param ofTexts whether an entry that is an empty text is nothing. A condition for each entry may make it as well.
 */
export function withInsteadOfEmpty(
	code: string,
	chain: string,
	instead: string,
	ofTexts: boolean,
): string {
	const isFilled = (each: string) => `String(${each} ?? '').trim() !== ''`;
	const inList = ofTexts ? isFilled('each') : 'each !== null && each !== undefined';
	const list = `part.map((each) => (${inList}) ? each : ${instead})`;
	const other = `${isFilled('part')} ? part : ${instead}`;
	const replaced = `((part) => Array.isArray(part) ? (${list}) : (${other}))(${chain})`;
	return code.replaceAll(chain, (each, at: number) => {
		const isOfLongerName = /^[\p{L}\p{N}_$]/u.test(code.slice(at + chain.length));
		return isOfLongerName ? each : replaced;
	});
}

const CONDITION = String.raw`^(?:\??\.trim\(\))?\s*(?:\?(?![?.])|&&|[!=]==?\s*`;
const OF_EMPTY_TEXT = new RegExp(`${CONDITION}(?:''|""))`);
const OF_NULL = new RegExp(`${CONDITION}(?:null|undefined)\\b)`);

/** Whether a field is the condition of code, or code compares it with the nothing that it has. */
export function looksAt(nothing: unknown, code: string, field: string): boolean {
	const condition = nothing === '' ? OF_EMPTY_TEXT : OF_NULL;
	return code.split(field).some((behind, at) => at > 0 && condition.test(behind));
}

/** Whether code may divide by zero, or look for the largest of nothing. */
export function mayBeInfinite(code: string): boolean {
	return /\/|\bmax\b|\bmin\b/i.test(partsOf(code).alone);
}

/** The same code with each dot right behind what it belongs to, as the patterns here expect it, and not in a line of its own. */
export function withJoinedLines(code: string): string {
	return code.replace(BETWEEN_CODE, (each, blanks: string | undefined, at: number) => {
		const behind = code.slice(at + each.length, at + each.length + 3);
		return blanks !== undefined && /^\??\.\p{L}/u.test(behind) ? '' : each;
	});
}

/** Whether code takes away the blanks around a text that it has made, or all but one of several. */
export function tidiesBlanks(code: string): boolean {
	return /[)\x60]\.trim\(\)|\\s/.test(code);
}

/** What code takes from items: a field, all fields of an item, an item, or a list of items. */
const FROM_ITEMS = new RegExp(
	String.raw`${FIELD}|\$(?:json|data)\b|(?:${SOURCE}${STEP}*\??\.json\b|${SOURCE}${STEP}+|\$items\([^()]*\))(?!\()`,
	'gu',
);

/** The same code with all that it takes from items as n8n stores it. It is the same for all items, since n8n keeps each code. */
export function withItemsAsStored(code: string): string {
	return code.replace(
		FROM_ITEMS,
		(taken) => `(JSON.parse(JSON.stringify(${taken}) ?? 'null') ?? ${taken})`,
	);
}

/** What code takes from other items than its own. */
export function takenFromOtherItems(code: string): string[] {
	return (code.match(FROM_ITEMS) ?? []).filter((taken) => !/^\$(?:json|data)/.test(taken));
}

/** An item that an expression takes, of which it takes fields: `$('Orders').first()`, `$input.all()[0]`, `$node["Orders"]`. */
const TAKEN_ITEM = new RegExp(String.raw`(${SOURCE})${STEP}*(?=\??\.json\b)`, 'gu');

/** The same code with the items that belong to its own one, in place of those at a fixed place, such as the first. */
export function withOwnItems(code: string): string {
	return code.replace(TAKEN_ITEM, (taken, source: string) => {
		if (source.startsWith('$node.')) return taken;
		const name = ONE_QUOTED.exec(source)?.[0];
		return `${name === undefined ? '$input' : `$(${name})`}.item`;
	});
}

/** Whether an expression is a field and nothing else. */
export function isField(code: string): boolean {
	return ONE_FIELD.test(code);
}

/** What counts items, runs, and the rounds of a loop. */
const COUNTER = String.raw`\$(?:itemIndex|runIndex|position|thisItemIndex|thisRunIndex)\b|${SOURCE}\??\.context(?:${MEMBER})+`;
/** A counter within a field, as in `.itemMatching($itemIndex)`, is a part of it. */
const FIELDS_AND_COUNTERS = new RegExp(`${FIELD}|${COUNTER}`, 'gu');

/** The places of the item that an expression names: the numbers of items, runs, rounds and rows. */
export function positionsIn(code: string): string[] {
	const places = code.match(FIELDS_AND_COUNTERS) ?? [];
	return places.filter((place) => ROW_NUMBER.test(place) || !isField(place));
}

/** The data of items and their positions, what an agent gives, and the execution itself. */
const OF_EVENT =
	/\$(?:json|data|input|binary|node|items?|\w+Index|position|fromAI|execution\b.{0,3}(?:id|customData))\b|\$\(/i;

/** Whether an expression may have another value for another order, event or item. */
export function isOfEvent(code: string): boolean {
	return OF_EVENT.test(code);
}

/** The same, other than by fields and positions: `$jmespath($json, "id")`, `$execution.id`. */
export function isOtherwiseOfEvent(code: string): boolean {
	return isOfEvent(code.replace(FIELDS_AND_COUNTERS, ''));
}

/** What is different for each item: its data, what belongs to it in other nodes, and its position. */
const OF_ITEM = new RegExp(
	String.raw`\$(?:json|data|binary|node|itemIndex|position)\b|${SOURCE}\??\.(?:item|itemMatching|pairedItem)\b`,
);

/** Whether an expression may have another value for another item. */
export function isOfItem(code: string): boolean {
	return OF_ITEM.test(code);
}

/** A single | or &, unless programmers round by `| 0`. */
const BITWISE = /(?<!\|)\|(?![|=]|\s*\d)|(?<!&)&(?![&=])/;
const ASSIGNMENT = new RegExp(
	String.raw`${FIELD}\s*((?:[-+*/%&|^]|\?\?|\|\||&&)?=(?![=>])|\+\+|--)`,
	'u',
);

/**
 * An operator that nobody means: `{{ $json.name.trim() | upper }}` is the number 0, and `{{ $json.vip = true ? 1 : 2 }}`
 * changes the item.
 */
export function unintendedOperatorIn(code: string): string | undefined {
	const { alone } = partsOf(code);
	return ASSIGNMENT.exec(alone)?.[1] ?? BITWISE.exec(alone)?.[0];
}
