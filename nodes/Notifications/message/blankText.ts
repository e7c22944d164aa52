/** Spaces and what takes no room, such as a zero-width space, or room without ink, as in Braille. */
const BLANK = /^[\s\p{Z}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Whether nobody sees anything of a text. */
export function isBlank(text: string): boolean {
	return BLANK.test(text);
}
