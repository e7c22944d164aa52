import { isObject } from '../jsonObject';
import { asJson, joinedTexts } from '../text';

/** The fields in which services say what went wrong. `reason` is the one of section 2.7. */
const FIELDS = ['message', 'error', 'reason', 'description'];
const PAGE_TITLE = /^\s*<.*?<title>([^<]+)/is;
const MAX_DEPTH = 5;

/** The words in the body of an error: those of its JSON, or the title or the text of a web page. */
export function errorText(body: unknown): string {
	if (typeof body !== 'string') return wordsIn(body);
	try {
		return wordsIn(JSON.parse(body));
	} catch {
		return wordsOfPage(body);
	}
}

function wordsOfPage(body: string): string {
	const title = PAGE_TITLE.exec(body)?.[1];
	if (title !== undefined) return title.trim();
	const isPage = /^\s*</.test(body);
	return (isPage ? body.replace(/<[^<>]*>/g, ' ') : body).trim();
}

/** The words of the known fields, or else of all fields with their names. Users never see JSON. */
function wordsIn(value: unknown, depth = 0): string {
	if (value === null || value === undefined) return '';
	if (typeof value === 'string') return value.trim();
	if (typeof value !== 'object') return asJson(value);
	if (depth === MAX_DEPTH) return '…';
	const textOf = (part: unknown) => wordsIn(part, depth + 1);
	if (!isObject(value)) return joinedTexts((value as unknown[]).map(textOf), ', ');

	const parts = FIELDS.map((name) => value[name]).filter(isTextOrObject);
	const words = parts.map(textOf).filter((text) => text !== '');
	if (words.length > 0) return [...new Set(words)].join(': ');

	const texts = Object.entries(value).map(([name, part]) => {
		const text = textOf(part);
		return text === '' ? '' : `${name}: ${text}`;
	});
	return joinedTexts(texts, ', ');
}

function isTextOrObject(part: unknown): boolean {
	return typeof part === 'string' || typeof part === 'object';
}
