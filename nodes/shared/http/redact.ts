/** A shorter token is not redacted, because it may appear by chance in ordinary words and numbers. */
const MIN_CHARACTERS = 8;
const MASK = '*****';

/** The characters that encodings may write differently. Letters, digits and . _ ~ - are the same in all of them. */
const SPECIAL = /[^A-Za-z0-9._~-]/g;

/** JSON may write even a letter as a code, so the token may only appear once the JSON is parsed. */
const CODED = /\\u00[2-7]/;

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
		return this.#forms.reduce((shown, form) => shown.replaceAll(form, MASK), text);
	}

	/** For a text that was cut off, perhaps in the middle of the token. Therefore its end is left out. */
	redactedPrefix(text: string): string {
		const longest = this.#forms[0]?.length ?? 0;
		const shown = this.redacted(text);
		return shown.slice(0, Math.max(0, shown.length - longest));
	}

	/** Redacts keys and values in place. @param json the text that was parsed, if it is known: it saves the search */
	redactedJson(parsed: unknown, json?: string): unknown {
		if (json !== undefined && !json.includes(this.#core) && !CODED.test(json)) return parsed;
		const whole = { parsed };
		// A list instead of recursion, because JSON may be nested more deeply than the call stack allows.
		const holders: Array<Record<string, unknown>> = [whole];
		for (let holder = holders.pop(); holder; holder = holders.pop()) {
			for (const [key, value] of Object.entries(holder)) {
				this.#redactEntry(holder, key, value);
				if (isHolder(value)) holders.push(value);
			}
		}
		return whole.parsed;
	}

	#redactEntry(holder: Record<string, unknown>, key: string, value: unknown): void {
		const shownKey = this.redacted(key);
		if (shownKey !== key) delete holder[key];
		if (typeof value === 'string') holder[shownKey] = this.redacted(value);
		else if (shownKey !== key) holder[shownKey] = value;
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
	return [json, json.replaceAll('/', '\\/')];
}

function isHolder(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null;
}
