/*
 * Texts for errors, hints and logs. Nothing here knows the API token: `http/redact.ts` takes it out of every response and
 * every error of n8n, before anything else reads them. What a response says is quoted by `quoteOf` in `http/refusal.ts`.
 */

const MAX_CHARACTERS = 400;
/** How many values an error names before it counts the rest. */
const MAX_LISTED = 10;

/** A value as an error message shows it: one line of at most 400 characters, without bearer tokens. */
export function shownText(value: unknown): string {
	const text = typeof value === 'string' ? value : asJson(value);
	const line = text
		.replace(/\s+/g, ' ')
		.trim()
		.replace(/\bBearer\s+[^\s"',}]+/gi, 'Bearer *****');
	if (line === '') return 'nothing';
	return line.length > MAX_CHARACTERS ? `${line.slice(0, MAX_CHARACTERS)}…` : line;
}

/** As `JSON.stringify`, but without throwing for a value that contains itself, or is nested thousands of levels deep. */
export function asJson(value: unknown): string {
	try {
		return JSON.stringify(value) ?? String(value);
	} catch {
		return '[too deeply nested to show]';
	}
}

/** A text as it is, nothing as an empty text, and anything else as JSON. */
export function asText(value: unknown): string {
	if (value === undefined || value === null) return '';
	return typeof value === 'string' ? value : asJson(value);
}

/** Adds the full stop that a quoted text may lack. A text may also end with a status in brackets. */
export function sentence(text: string): string {
	return /[.!?…]$|[.!?…] \([^()]*\)$|^$/.test(text) ? text : `${text}.`;
}

/** "a, b and c", or "a, b and 7 more". @param textOf is only called for those that are named, as there may be many */
export function listed<T>(values: readonly T[], textOf: (value: T) => string = String): string {
	const more = values.length - MAX_LISTED;
	const texts = values.slice(0, MAX_LISTED).map((value) => textOf(value));
	const last = more > 0 ? `${more} more` : (texts.pop() ?? '');
	const shown = texts.join(', ');
	return shown === '' ? last : `${shown} and ${last}`;
}

/** Joins the texts that are neither empty nor undefined. */
export function joinedTexts(texts: ReadonlyArray<string | undefined>, separator = ' '): string {
	return texts.filter(Boolean).join(separator);
}

/** "1 row", "2 rows" */
export function counted(count: number, what: string): string {
	return `${count} ${what}${count === 1 ? '' : 's'}`;
}

/** A duration in seconds, or from two minutes on in minutes. It is rounded up. */
export function inWords(ms: number): string {
	const seconds = Math.ceil(ms / 1000);
	return seconds < 120 ? counted(seconds, 'second') : counted(Math.ceil(seconds / 60), 'minute');
}
