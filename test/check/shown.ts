/*
 * What the check may show of the service. A report is published, so no value of the service's data and nothing that the
 * user entered may get into it. Therefore its cells are of a type of their own, and this file alone makes texts of it:
 * of the words in our own sources, of counts and statuses, of types and lengths, and of the names of fields.
 */

/** A text that anybody may read. */
export class Shown {
	/** Only this file makes them. */
	readonly #text: string;

	private constructor(text: string) {
		this.#text = text;
	}

	toString(): string {
		return this.#text;
	}

	/** The tag of a template: `say`. */
	static say = (words: TemplateStringsArray, ...values: Array<number | Shown>): Shown =>
		new Shown(String.raw({ raw: words }, ...values.map(String)));

	/** The word of our own list that a value is, whatever its case, or else what kind of value it is. */
	static oneOf = (value: unknown, words: readonly string[]): Shown => {
		const said = String(value).trim().toLowerCase();
		const known = words.find((word) => word.toLowerCase() === said);
		return known === undefined ? say`another value (${typeOf(value)})` : new Shown(known);
	};

	/** The names of fields, but none that looks like data or contains one of the secrets. */
	static names = (names: readonly string[], secrets: readonly string[]): Shown => {
		const shown = names.slice(0, MAX_NAMES).map((name) => {
			return isFieldName(name, secrets) ? name : `(a name of ${name.length} characters)`;
		});
		const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
		return new Shown(names.length === 0 ? 'no fields' : `${shown.join(', ')}${more}`);
	};
}

/** Says something about a response: `` say`HTTP ${status}` ``. The compiler lets no text of the service in. */
export const { say, oneOf } = Shown;

const MAX_NAMES = 40;
/** A longer run of digits may be a phone or an ID. */
const FIELD_NAME = /^(?!.*\d{4})\p{L}[\p{L}\d _.-]{0,59}$/u;
const MIN_SECRET = 3;

function isFieldName(name: string, secrets: readonly string[]): boolean {
	const plain = name.toLowerCase();
	const hasSecret = secrets.some((secret) => {
		return secret.length >= MIN_SECRET && plain.includes(secret.toLowerCase());
	});
	return FIELD_NAME.test(name) && !hasSecret;
}

/** What kind of value it is. */
export function typeOf(value: unknown): Shown {
	if (value === undefined) return say`nothing`;
	if (value === null) return say`null`;
	if (Array.isArray(value)) return say`a list of ${value.length}`;
	switch (typeof value) {
		case 'string':
			return say`a text of ${value.length} characters`;
		case 'number':
			return say`a number`;
		case 'boolean':
			return say`true or false`;
		default:
			return say`an object`;
	}
}

export function joined(parts: readonly Shown[], separator: ', ' | '; ' | ' > ' = ', '): Shown {
	const [first = say``, ...others] = parts;
	return others.reduce((all, part) => {
		if (separator === ' > ') return say`${all} > ${part}`;
		return separator === ', ' ? say`${all}, ${part}` : say`${all}; ${part}`;
	}, first);
}
