/*
 * A field that is missing does not stop an expression: its text then reads "R$ undefined" or
 * "[object Object]". Such a text must reach no customer, and as a key of Send Once it would make
 * different messages look like the same one.
 */

/** Found anywhere, since no word of a customer's language contains one of these. */
const TRACES = [
	/undefined/,
	/NaN/,
	/\[object \w+\]/,
	/Invalid (?:DateTime|Date|Duration|Interval)/,
	// A function that was not called.
	/\[native code\]/,
	// The text of an expression, from a field that was left in Fixed mode, or from one without braces.
	/\{\{/,
	/\$(?:json|input|node)\b/,
	/\$\(['"]/,
];

/** What to do about the text of an expression; undefined for a trace that is none. */
export function adviceForExpression(trace: string): string | undefined {
	if (trace === '{{') return 'Switch the field from Fixed to Expression.';
	if (!trace.startsWith('$')) return undefined;
	return 'Switch the field from Fixed to Expression, and write {{ before the expression and }} behind it.';
}

/** Letters around it make it a part of a word, such as the Italian "annullato". */
const NULL_AS_A_WORD = /(?<!\p{L})null(?!\p{L})/u;

/**
 * What an expression that failed has left in a text that customers read, such as "undefined".
 * @returns undefined if there is nothing of the kind
 */
export function traceIn(text: string): string | undefined {
	return firstMatch(text, [...TRACES, NULL_AS_A_WORD]);
}

/**
 * The same for a key of Send Once, where "null" counts inside a word, too: an error that is not
 * needed costs a look at the expression, but a key that all items share costs their messages.
 */
export function traceInKey(text: string): string | undefined {
	return firstMatch(text, [...TRACES, /null/]);
}

function firstMatch(text: string, traces: readonly RegExp[]): string | undefined {
	for (const trace of traces) {
		const found = trace.exec(text);
		if (found) return found[0];
	}
	return undefined;
}

/**
 * Whether a field of the item, at any depth, has exactly this text or this name: then it is data, such
 * as the order ID "null-island-7", and not what an expression has left.
 */
export function hasText(json: object, text: string): boolean {
	// A list instead of recursion, since an item may be nested more deeply than the call stack is.
	const open: unknown[] = [json];
	while (open.length > 0) {
		const value = open.pop();
		if (value === text) return true;
		if (typeof value !== 'object' || value === null) continue;
		if (Object.hasOwn(value, text)) return true;
		for (const inner of Object.values(value)) open.push(inner);
	}
	return false;
}
