/** Shorter texts appear by chance in ordinary words and numbers. */
const MIN_CHARACTERS = 8;
const MASK = '*****';

export class Secret {
	readonly #pattern: RegExp;

	constructor(token: string) {
		const isMaskable = token.length >= MIN_CHARACTERS;
		this.#pattern = isMaskable ? new RegExp([...token].map(written).join(''), 'g') : /(?!)/;
	}

	masked(text: string): string {
		return text.replace(this.#pattern, MASK);
	}

	/** Masks values in place. Keys stay, since the nodes look for them. */
	maskedJson(json: string, parsed: unknown): unknown {
		if (json.search(this.#pattern) < 0) return parsed;
		const whole = { parsed };
		// No recursion: what the service sends may be nested deeply.
		const holders: Array<Record<string, unknown>> = [whole];
		for (let holder = holders.pop(); holder; holder = holders.pop()) {
			for (const [key, value] of Object.entries(holder)) {
				if (typeof value === 'string') holder[key] = this.masked(value);
				else if (isHolder(value)) holders.push(value);
			}
		}
		return whole.parsed;
	}
}

const HTML_NAMES = new Map(
	Object.entries({ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' }),
);

/** A character of the token as it is, or escaped: in JSON (also in JSON in a text), in a URL, in HTML. */
function written(character: string): string {
	const code = character.charCodeAt(0);
	const hex = code.toString(16);
	const anyCase = hex.replace(/[a-f]/, (digit) => `[${digit}${digit.toUpperCase()}]`);
	const name = HTML_NAMES.get(character);
	const named = name === undefined ? '' : `|&${name};`;
	return `(?:\\x${hex}|\\\\{1,15}(?:\\x${hex}|u00${anyCase})|%${anyCase}|&#(?:0*${code}|[xX]0*${anyCase});${named})`;
}

function isHolder(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null;
}
