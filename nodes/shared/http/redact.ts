/** A shorter token is not redacted, because it may appear by chance in ordinary words and numbers. */
const MIN_CHARACTERS = 8;
const MASK = '*****';

/** The characters that encodings may write differently. Letters, digits and . _ ~ - are the same in all of them. */
const SPECIAL = /[^A-Za-z0-9._~-]/g;

/** The API token, which must not appear in any text that comes from the service or goes to the user. */
export class Secret {
	/** All the ways in which it may be written, the longest first. */
	readonly #forms: string[];
	/** Its longest run of plain characters. No encoding changes it, so one `includes` rules out most texts. */
	readonly #core: string;

	constructor(token: string) {
		this.#forms = token.length < MIN_CHARACTERS ? [] : formsOf(token);
		const runs = token.split(SPECIAL).sort((one, other) => other.length - one.length);
		this.#core = runs[0] ?? '';
	}

	redacted(text: string): string {
		if (!text.includes(this.#core)) return text;
		return this.#forms.reduce((masked, form) => masked.replaceAll(form, MASK), text);
	}

	/** For a text that was cut off, perhaps in the middle of the token. Therefore its end is left out. */
	redactedPrefix(text: string): string {
		const longest = this.#forms[0]?.length ?? 0;
		const masked = this.redacted(text);
		return masked.slice(0, Math.max(0, masked.length - longest));
	}
}

/** The token as it is, in JSON, in JSON inside JSON (both also with PHP's escaped slash), and in a URL. */
function formsOf(token: string): string[] {
	const json = inJson(token);
	const inUrl = encodeURIComponent(token);
	const inUrlOfOthers = inUrl.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
	const forms = new Set([token, ...json, ...json.flatMap(inJson), inUrl, inUrlOfOthers]);
	return [...forms].sort((one, other) => other.length - one.length);
}

/** PHP writes a slash as `\/`. */
function inJson(text: string): string[] {
	const json = JSON.stringify(text).slice(1, -1);
	// Java writes characters of HTML as codes.
	const ofJava = json.replace(/[<>&=']/g, (char) => `\\u00${char.charCodeAt(0).toString(16)}`);
	return [json, ofJava, json.replaceAll('/', '\\/')];
}
