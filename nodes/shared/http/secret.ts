/** Shorter texts appear by chance in ordinary words and numbers. */
const MIN_CHARACTERS = 8;
const MASK = '*****';

export class Secret {
	readonly #token: string;

	constructor(token: string) {
		this.#token = token;
	}

	masked(text: string): string {
		const isMaskable = this.#token.length >= MIN_CHARACTERS;
		return isMaskable ? text.split(this.#token).join(MASK) : text;
	}

	/** Masks values in place. Keys stay, since the nodes look for them. */
	maskedJson(json: string, parsed: unknown): unknown {
		if (!json.includes(this.#token) && !json.includes('\\')) return parsed;
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

function isHolder(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null;
}
