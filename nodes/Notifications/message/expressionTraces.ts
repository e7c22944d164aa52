/*
 * An expression does not fail if a field is missing: it gives a text such as "R$ undefined" or "[object Object]". No
 * customer may receive such a text. As a key of Send Once, it would make different messages look like the same one.
 */

/** These count wherever they are, because no word of any language contains one of them. */
const TRACES = [
	/undefined/,
	/NaN/,
	/\[object \w+\]/,
	/Invalid (?:DateTime|Date|Duration|Interval)/,
	// A function that was not called.
	/\[native code\]/,
	// An expression that was not evaluated, because the field is in Fixed mode, or because its braces are missing.
	/\{\{/,
	/\$(?:json|input|node)\b/,
	/\$\(['"]/,
];

/** What to do about an expression that was not evaluated. Undefined for any other trace. */
export function adviceForExpression(trace: string): string | undefined {
	if (trace === '{{') return 'Switch the field from Fixed to Expression.';
	if (!trace.startsWith('$')) return undefined;
	return 'Switch the field from Fixed to Expression, and write {{ before the expression and }} behind it.';
}

/** Between letters, "null" is a part of a word, such as the Italian "annullato". */
const NULL_AS_A_WORD = /(?<!\p{L})null(?!\p{L})/u;

/**
 * The trace of a failed expression in a text that customers read, such as "undefined".
 * @returns undefined if the text has no trace
 */
export function traceIn(text: string): string | undefined {
	return firstMatch(text, [...TRACES, NULL_AS_A_WORD]);
}

/**
 * The trace of a failed expression in a key of Send Once. There, "null" counts inside of a word as well: a needless
 * error costs the user a look at the expression, but a key that all items share costs them their messages.
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
 * Whether a field of the item, at any depth, has exactly this text as its value or its name. Then the text is data,
 * such as the order ID "null-island-7", and no trace of a failed expression.
 */
export function hasText(json: object, text: string): boolean {
	// A list instead of recursion, because an item may be nested more deeply than the call stack allows.
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
