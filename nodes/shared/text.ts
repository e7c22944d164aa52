const MAX_CHARACTERS = 200;
const MAX_LISTED = 10;

/** A value for an error message: one line of at most 200 characters, without bearer tokens. */
export function shownText(value: unknown): string {
	const text = typeof value === 'string' ? value : asJson(value);
	const line = text
		.replace(/\s+/g, ' ')
		.trim()
		.replace(/\bBearer\s+[^\s"',}]+/gi, 'Bearer *****');
	if (line === '') return 'nothing';
	return line.length > MAX_CHARACTERS ? `${line.slice(0, MAX_CHARACTERS)}…` : line;
}

/** Never throws, which `JSON.stringify` does for what is nested a few thousand times. */
export function asJson(value: unknown): string {
	try {
		return JSON.stringify(value) ?? String(value);
	} catch {
		return '[too deeply nested to show]';
	}
}

/** What is quoted may end without a full stop, or with a status in brackets. */
export function sentence(text: string): string {
	return /[.!?…]$|[.!?…] \([^()]*\)$|^$/.test(text) ? text : `${text}.`;
}

/** "a, b and c", or "a, b and 7 more". */
export function listed(values: readonly unknown[]): string {
	const more = values.length - MAX_LISTED;
	const shown = values.slice(0, more > 0 ? MAX_LISTED : -1).join(', ');
	const last = more > 0 ? `${more} more` : String(values.at(-1));
	return shown === '' ? last : `${shown} and ${last}`;
}

export function joinedTexts(texts: ReadonlyArray<string | undefined>, separator = ' '): string {
	return texts.filter(Boolean).join(separator);
}

export function counted(count: number, what: string): string {
	return `${count} ${what}${count === 1 ? '' : 's'}`;
}

export function inSeconds(ms: number): string {
	return counted(Math.round(ms / 1000), 'second');
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const MAX_DAYS = 30;

/** A duration in the largest unit of which it has at least two, such as "90 minutes"; rounded up. */
export function inWords(ms: number): string {
	if (ms > MAX_DAYS * DAY_MS) return `more than ${MAX_DAYS} days`;
	if (ms >= 2 * DAY_MS) return counted(Math.ceil(ms / DAY_MS), 'day');
	if (ms >= 2 * HOUR_MS) return counted(Math.ceil(ms / HOUR_MS), 'hour');
	if (ms >= 2 * MINUTE_MS) return counted(Math.ceil(ms / MINUTE_MS), 'minute');
	return counted(Math.ceil(ms / 1000), 'second');
}

/** What to do where a web page came in place of a response of the service. */
export const ABOUT_WEB_PAGES =
	'If n8n uses a proxy, or its network has a sign-in page, ask the administrator of your n8n or of your network.';

/** Whether a text is a web page, which a proxy, a portal or any web server sends, but never the service. */
export function isWebPage(text: string): boolean {
	return /^\s*<(!doctype\s+html|!--|(html|head|title|meta|body|center|h1|p|div)\b)/i.test(text);
}
