/** Shorter texts appear by chance in ordinary words and numbers. */
const MIN_CHARACTERS = 8;
const MASK = '*****';

/** What encodings may write otherwise; letters, digits and these four are the same in all of them. */
const SPECIAL = /[^A-Za-z0-9._~-]/g;
type Encoding = (character: string) => string;

const hexOf = (character: string) => character.charCodeAt(0).toString(16).toUpperCase();
const inJson: Encoding = (character) => JSON.stringify(character).slice(1, -1);
const HTML_NAMES = new Map([
	['&', '&amp;'],
	['<', '&lt;'],
	['>', '&gt;'],
	['"', '&quot;'],
	["'", '&apos;'],
]);

const JSON_ENCODINGS: Encoding[] = [
	inJson,
	// As PHP writes it, and as libraries do that make it safe in HTML.
	(character) => (character === '/' ? '\\/' : inJson(character)),
	(character) => ('<>&\'"+=`'.includes(character) ? `\\u00${hexOf(character)}` : inJson(character)),
];
const ENCODINGS: Encoding[] = [
	encodeURIComponent,
	(character) => HTML_NAMES.get(character) ?? character,
	(character) => `&#x${hexOf(character)};`,
	(character) => `&#${character.charCodeAt(0)};`,
	// As the templates of Go write HTML, and those of Mustache.
	(character) => (character === '+' ? '&#43;' : character),
	(character) => ('/='.includes(character) ? `&#x${hexOf(character)};` : character),
];

/** In JSON even a letter may be written as a code, which is gone once it is parsed. */
const CODED = /\\u00[2-7]/;

/** The token, to keep it out of what comes from the service. */
export class Secret {
	/** How it may be written, the longest first. */
	readonly #forms: string[];
	/** In all forms the same, and fast to look for. */
	readonly #core: string;

	constructor(token: string) {
		this.#forms = token.length < MIN_CHARACTERS ? [] : formsOf(token);
		const runs = token.split(SPECIAL).sort((one, other) => other.length - one.length);
		this.#core = runs[0] ?? '';
	}

	redacted(text: string): string {
		if (!text.includes(this.#core)) return text;
		return this.#forms.reduce((shown, form) => shown.replaceAll(form, MASK), text);
	}

	/** Of a text that was cut off, perhaps within the token: so its end goes. */
	redactedPrefix(text: string): string {
		const [longest = ''] = this.#forms;
		return this.redacted(text).slice(0, -longest.length || undefined);
	}

	/** Masks keys and values in place. @param json as it was received, where it is known */
	redactedJson(parsed: unknown, json = this.#core): unknown {
		if (!json.includes(this.#core) && !CODED.test(json)) return parsed;
		const whole = { parsed };
		// No recursion: what the service sends may be nested deeply.
		const holders: Array<Record<string, unknown>> = [whole];
		for (let holder = holders.pop(); holder; holder = holders.pop()) {
			for (const [key, value] of Object.entries(holder)) {
				const shownKey = this.redacted(key);
				if (shownKey !== key) delete holder[key];
				const isText = typeof value === 'string';
				if (isText || shownKey !== key) holder[shownKey] = isText ? this.redacted(value) : value;
				if (isHolder(value)) holders.push(value);
			}
		}
		return whole.parsed;
	}
}

function formsOf(token: string): string[] {
	const written = (text: string, encodings: Encoding[]) =>
		encodings
			.map((encoding) => text.replace(SPECIAL, encoding))
			.flatMap((form) => [form, withSmallDigits(form)]);
	const json = written(token, JSON_ENCODINGS);
	const jsonInJson = json.flatMap((form) => written(form, JSON_ENCODINGS));
	const forms = new Set([token, ...json, ...jsonInJson, ...written(token, ENCODINGS)]);
	return [...forms].sort((one, other) => other.length - one.length);
}

function withSmallDigits(form: string): string {
	return form.replace(/(?:\\u00|%|&#x)[0-9A-F]{2}/g, (code) => code.toLowerCase());
}

function isHolder(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null;
}
