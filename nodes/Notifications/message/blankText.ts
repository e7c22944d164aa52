/** Spaces, characters without a width, such as the zero-width space, and the empty Braille pattern. */
const BLANK = /^[\s\p{Z}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Whether a text has nothing that anybody can see. */
export function isBlank(text: string): boolean {
	return BLANK.test(text);
}
