/** Fields of an error body that hold words, the plainest first; any other error body is shown whole. */
const FIELDS = [
	'message',
	'error',
	'errors',
	'title',
	'reason',
	'description',
	'detail',
	'details',
	'text',
	'code',
];
const MAX_DEPTH = 4;
const MAX_TITLE_CHARACTERS = 100;

const TOO_MANY =
	/too[\s_-]*many[\s_-]*(api[\s_-]*)?(requests|calls|queries)|rate[\s_-]*limit|quota[\s_-]*(is|was|has[\s_-]*been)?[\s_-]*exceeded|throttled/i;

/** The words in what the service sent with a refusal: plain text, JSON of any form, or HTML. */
export function saidText(body: string): string {
	if (isHtml(body)) return withoutTags(body);
	let parsed: unknown;
	try {
		parsed = JSON.parse(body);
	} catch {
		return body.trim();
	}
	const words = [...new Set(wordsIn(parsed, MAX_DEPTH))].join(': ');
	return words === '' ? body.trim() : words;
}

/** Whether what was said is fit to stand as the title of an error: short, and words. */
export function isTitle(body: string, said: string): boolean {
	const isShort = said.length <= MAX_TITLE_CHARACTERS && !/[\r\n]/.test(said);
	// Nor what had to be masked, or what is no words at all.
	return isShort && /\p{L}{2}/u.test(said) && !/[{}[\]<>*]|bearer/i.test(said) && !isHtml(body);
}

/** Whether it is said in words that there were too many calls (section 8.1 names no status for it). */
export function saysTooMany(body: string): boolean {
	return TOO_MANY.test(body);
}

function wordsIn(value: unknown, depth: number): string[] {
	if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()];
	if (typeof value !== 'object' || value === null || depth === 0) return [];
	if (Array.isArray(value)) {
		const texts = value.flatMap((each: unknown) => wordsIn(each, depth - 1));
		return texts.length > 1 ? [texts.join(', ')] : texts;
	}
	const fields = new Map<string, unknown>(Object.entries(value));
	return FIELDS.flatMap((name) => wordsIn(fields.get(name), depth - 1));
}

function isHtml(body: string): boolean {
	return /<html|<!doctype|<body/i.test(body);
}

function withoutTags(html: string): string {
	return html
		.replace(/<(script|style|head)\b[\s\S]*?<\/\1>/gi, ' ')
		.replace(/<[^>]*>/g, ' ')
		.replace(/\s+/g, ' ')
		.trim();
}
