/** A shorter token is not redacted, because it may appear by chance in ordinary words and numbers. */
const MIN_CHARACTERS = 8;
/** No other text begins with so many characters of a token, so those that follow them are not compared. */
const MAX_COMPARED = 64;
/** As long as the code of a character gets in JSON inside JSON inside JSON. */
const MAX_CODE = 16;
const MASK = '*****';

/** What a code of a URL or of HTML begins with. It may be written as a code itself, and more than once. */
const PERCENT = '(?:%|u0025)(?:25)*';
const AMPERSAND = '(?:&|u0026)(?:amp;)*';
/** A backslash, as it is or as a code. JSON inside JSON inside JSON has several of them in a row. */
const BACKSLASH = String.raw`(?:\\|${PERCENT}5[cC]|${AMPERSAND}#(?:92|[xX]5[cC]);)(?:u005[cC]){0,3}`;
const BACKSLASHES = `(?:${BACKSLASH}){0,63}`;
/** Whether a text has the code of any character that a token may have. */
const CODED = /u00[2-7]|%(?:25)*[2-7]|&(?:amp;)*#/;
/** Without such codes, backslashes and names in HTML still write these in another way. */
const SPECIAL = /[^A-Za-z0-9._~-]/;

/** The API token, which must not appear in any text that comes from the service or goes to the user. */
export class Secret {
	/** Undefined for a token that is too short. */
	readonly #pattern: RegExp | undefined;
	/** Its longest run of characters that a text without codes has as they are. */
	readonly #core: string;
	/** How many characters at the end of a text may be the beginning of the token. */
	readonly #maxCutOff: number;

	constructor(token: string) {
		// Backslashes may stand in front of any character, so those of the token itself do not matter.
		const characters = [...token.replace(new RegExp(BACKSLASH, 'g'), '')];
		const isLongEnough = characters.length >= MIN_CHARACTERS;
		this.#pattern = isLongEnough ? patternOf(characters) : undefined;
		this.#maxCutOff = isLongEnough ? Math.min(characters.length, MAX_COMPARED) * MAX_CODE : 0;
		const runs = token.split(SPECIAL).sort((one, other) => other.length - one.length);
		this.#core = runs[0] ?? '';
	}

	redacted(text: string): string {
		// The two quick looks rule out most texts.
		if (!this.#pattern || !(text.includes(this.#core) || CODED.test(text))) return text;
		return text.replace(this.#pattern, MASK);
	}

	/** For a text that was cut off, perhaps in the middle of the token. Therefore its end is left out. */
	redactedPrefix(text: string): string {
		const masked = this.redacted(text);
		return masked.slice(0, Math.max(0, masked.length - this.#maxCutOff));
	}
}

/**
 * Matches the characters, whichever of them are written as codes, in any mixture. It takes the backslashes in front of
 * the first one as well, since JSON would not be valid with a backslash and no code.
 */
function patternOf(characters: string[]): RegExp {
	const compared = characters.slice(0, MAX_COMPARED).map(writingsOf);
	// A row of backslashes is only tried from its first one. Otherwise it would take quadratic time.
	const before = `(?:(?<!${BACKSLASH})(?:${BACKSLASH}){1,63})?`;
	const other = `${BACKSLASHES}(?:${codesOf('[2-7][0-9a-fA-F]', '\\d+')}|[!#-[\\]-~])`;
	const others = characters.length - compared.length;
	return new RegExp(`${before}${compared.join(BACKSLASHES)}(?:${other}){0,${others}}`, 'g');
}

/** Matches a character as it is, or as a code. */
function writingsOf(char: string): string {
	const number = char.charCodeAt(0);
	const hex = number.toString(16).padStart(2, '0');
	const anyCase = hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
	return `(?:\\x${hex}|${codesOf(anyCase, `0*${number}`)})`;
}

/** Matches the codes of a character in JSON, in a URL and in HTML, where some have names. */
function codesOf(hex: string, number: string): string {
	return `u00${hex}|${PERCENT}${hex}|${AMPERSAND}(?:#${number}|#[xX]0*${hex}|[a-z]{2,4});`;
}
