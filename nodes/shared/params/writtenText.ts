import { ExpressionParser } from 'n8n-workflow';

/*
 * What the user has written in a field, before n8n evaluates it. n8n puts an empty text in place of an expression that
 * gives nothing, so the value of `store-{{ $json.store }}` does not show that the store is missing. Therefore each text
 * is split into its parts, and the data that each part refers to is found in its code.
 */

/** The keys that lead to a text within the value of a field. It is empty for a field that is a text itself. */
export type Path = readonly string[];

export interface WrittenText {
	path: Path;
	/** n8n takes every text that begins with "=" for an expression. `$fromAI` is one as well. */
	isExpression: boolean;
	/** The parts in their order: text, and expressions in braces. */
	parts: Array<string | Expression>;
	/** Whether it is one single expression, so that the value of the field need not be a text. */
	isSingle: boolean;
}

/** An expression in braces. */
export interface Expression {
	/** As the user has written it, with its braces. */
	written: string;
	code: string;
	/** The data that it refers to. */
	references: Reference[];
	/** Whether it is a reference and nothing else. */
	isReference: boolean;
	/** Whether it says itself what happens if a value is missing, for example by `??` or a condition. */
	handlesMissing: boolean;
}

/** A field of an item that an expression refers to, such as `$json.order.id` or `$('Orders').item.json["order id"]`. */
export interface Reference {
	written: string;
	/** The keys within the json of the item. */
	keys: string[];
	/** Whether it is a field of the current item of the input, and not of another item. */
	isOfThisItem: boolean;
}

/** All texts that a field holds, at any depth. */
export function writtenTexts(value: unknown, path: Path = []): WrittenText[] {
	if (typeof value === 'string') return [{ path, ...partsOf(value) }];
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, inner]) => writtenTexts(inner, [...path, key]));
}

function partsOf(text: string): Omit<WrittenText, 'path'> {
	if (!text.startsWith('=')) return { isExpression: false, parts: [text], isSingle: false };
	const chunks = ExpressionParser.splitExpression(text.slice(1));
	const parts = chunks
		.filter((chunk) => chunk.type === 'code' || chunk.text !== '')
		.map((chunk) => {
			if (chunk.type === 'text') return chunk.text;
			return expressionOf(ExpressionParser.joinExpression([chunk]), chunk.text);
		});
	const isSingle = parts.length === 1 && typeof parts[0] !== 'string';
	return { isExpression: true, parts, isSingle };
}

function expressionOf(written: string, code: string): Expression {
	const references = referencesIn(code);
	const [first] = references;
	// The texts in the code may contain anything. Of a template literal, the expressions remain.
	const codeAlone = code.replace(
		/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`/g,
		(text) => {
			return [...text.matchAll(/\$\{([^}]*)\}/g)].map(([, inner]) => ` ${inner} `).join('');
		},
	);
	return {
		written,
		code,
		references,
		isReference: references.length === 1 && first?.written === code.trim(),
		handlesMissing: HANDLES_MISSING.test(codeAlone),
	};
}

const QUOTED = `"[^"]*"|'[^']*'`;
/** The json of the current item. */
const OWN_JSON = String.raw`\$json|\$input\.item\.json`;
/** The json of one item of another node, or of another item of the input. */
const OTHER_JSON = [
	String.raw`\$input\.(?:first|last)\(\)\.json`,
	String.raw`\$node\[(?:${QUOTED})\]\.json`,
	String.raw`\$\((?:${QUOTED})\)\.(?:item|first\(\)|last\(\)|(?:itemMatching|pairedItem)\([^()]*\))\.json`,
].join('|');
const KEY = String.raw`\??\.[\p{L}_$][\p{L}\p{N}_$]*|(?:\?\.)?\[(?:${QUOTED}|\d+)\]`;
/** A reference, and the bracket that shows that its last key is a method. */
const REFERENCE = new RegExp(
	String.raw`(?<![\w$.])(?:(?<own>${OWN_JSON})|${OTHER_JSON})(?<keys>(?:${KEY})+)(?<call>\s*\()?`,
	'gu',
);

function referencesIn(code: string): Reference[] {
	return [...code.matchAll(REFERENCE)].flatMap(({ 0: found, groups = {} }) => {
		const { own, keys: written = '', call = '' } = groups;
		const all = written.match(new RegExp(KEY, 'gu')) ?? [];
		const ofData = call === '' ? all : all.slice(0, -1);
		if (ofData.length === 0) return [];
		// `.name`, `?.name`, `["a name"]` and `[0]` without what surrounds the name.
		const keys = ofData.map((key) => key.replace(/^\??\.?\[?["']?|["']?\]?$/g, ''));
		const end = found.length - call.length - (call === '' ? 0 : all.at(-1)!.length);
		return [{ written: found.slice(0, end), keys, isOfThisItem: own !== undefined }];
	});
}

/** Operators and functions by which an expression decides what to do without a value. */
const HANDLES_MISSING =
	/\?\?|\|\||&&|\?(?!\.)|[=!<>]=|[<>!]|\$if|[iI]fEmpty|is(?:Not)?Empty|\.filter\(|\b(?:if|null|typeof)\b/;

/** What stands at a place within a value. Undefined if there is no such place. */
export function valueAt(whole: unknown, keys: Path): unknown {
	let value = whole;
	for (const key of keys) {
		if (value === null || value === undefined) return undefined;
		value = (value as Record<string, unknown>)[key];
	}
	return value;
}
