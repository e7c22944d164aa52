/*
 * What the check may show of the service. A report is published, so no value of the service's data and nothing that the
 * user entered may get into it. Therefore what it shows is of a type of its own, and this file alone makes texts of it:
 * of the words in our own sources, of counts and statuses, of types and lengths, and of the names of fields.
 */

/** A longer run of digits may be a phone or an ID. */
const FIELD_NAME = /^(?!.*\d{4})\p{L}[\p{L}\d _.-]{0,59}$/u;
const MIN_SECRET = 3;

/** A text that anybody may read. */
export class Shown {
	readonly #text: string;

	/** Only this file makes them. */
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

	/** The name of a field, unless it looks like data or contains one of the secrets. */
	static nameOf = (name: string, secrets: readonly string[]): Shown => {
		const plain = name.toLowerCase();
		const hasSecret = secrets.some((secret) => {
			return secret.length >= MIN_SECRET && plain.includes(secret.toLowerCase());
		});
		const isShown = FIELD_NAME.test(name) && !hasSecret;
		return isShown ? new Shown(name) : say`(a name of ${name.length} characters)`;
	};
}

/** Says something about a response: `` say`HTTP ${status}` ``. The compiler lets no text of the service in. */
export const { say, oneOf } = Shown;

/** What kind of value it is. */
export function typeOf(value: unknown): Shown {
	if (value === undefined) return say`nothing`;
	if (value === null) return say`null`;
	if (Array.isArray(value)) return say`a list of ${value.length}`;
	if (typeof value === 'string') return say`a text of ${value.length} characters`;
	if (typeof value === 'number') return say`a number`;
	return typeof value === 'boolean' ? say`true or false` : say`an object`;
}

/** The names of an object's fields, with their types. For any other value, its type. */
export function fieldsIn(value: unknown, secrets: readonly string[]): Shown {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return typeOf(value);
	const fields = Object.entries(value);
	return joined(
		fields.map(([name, each]) => say`${Shown.nameOf(name, secrets)} (${typeOf(each)})`),
	);
}

export function joined(parts: Shown[]): Shown {
	const [first = say`none`, ...others] = parts;
	return others.reduce((all, part) => say`${all}, ${part}`, first);
}
