/*
 * Two texts that look the same must be the same: as the ID of an order, they identify one order, and as the text of a
 * message, a customer would get it twice.
 */

/** What nobody sees, apart from blanks: control characters, and those without a width, such as the zero-width space. */
const INVISIBLE = String.raw`\p{Cc}\p{Default_Ignorable_Code_Point}`;
/** The empty Braille pattern is a blank, too. */
const BLANKS = String.raw`\p{Zs}\u2800`;
const LINE_BREAKS = String.raw`\n\r\v\f\u0085\u2028\u2029`;

const ONLY_BLANKS = new RegExp(`^[${BLANKS}${LINE_BREAKS}${INVISIBLE}]*$`, 'u');

/** Whether a text has nothing that anybody can see. */
export function isBlank(text: string): boolean {
	return ONLY_BLANKS.test(text);
}

/** Every kind that Unicode knows. */
export const LINE_BREAK = new RegExp(String.raw`\r\n|[${LINE_BREAKS}]`, 'g');
const BLANK = new RegExp(`[${BLANKS}]`, 'gu');
/**
 * Emoji need their joiners, variants and tags, and so do some scripts. A tab stays as well: WhatsApp rejects it, so a
 * preview warns of it.
 */
const NEEDED = String.raw`\t|\n|\u200C|\u200D|\p{Variation_Selector}|[\u{E0020}-\u{E007F}]`;
const NOT_NEEDED = new RegExp(`(?!${NEEDED})[${INVISIBLE}]`, 'gu');
/**
 * A joiner joins nothing at the beginning and the end of a word, unless it stands behind a mark: there it changes the letter,
 * as in the older way to write Malayalam's chillu letters.
 */
const LOOSE_JOINERS =
	/(?<=^|\s)(?:\u200C|\u200D)+|(?<!\p{M})(?:\u200C|\u200D)(?=\u200C|\u200D|\s|$)/gu;

/**
 * A text without what nobody sees: with one kind of blank and of line break, accents in one encoding, no half characters,
 * and nothing around it.
 */
export function tidy(text: string): string {
	return text
		.toWellFormed()
		.replace(LINE_BREAK, '\n')
		.replace(BLANK, ' ')
		.replace(NOT_NEEDED, '')
		.replace(LOOSE_JOINERS, '')
		.normalize('NFC')
		.trim();
}
