/* What spreadsheets, databases and programs write where a value is missing. */

/** The errors of spreadsheets, also in German, French, Portuguese and Spanish. */
const SPREADSHEET_ERROR =
	/#(?:N\/[AD]|NV|¡?(?:REF|VALUE|VALOR|VALEUR|WERT|BEZUG|DIV\/0|NUM|NÚM|ZAHL|NULL|NULO|CALC|SPILL|ERROR)!|¿?(?:NAME|NOMBRE|NOME|NOM)\?)/;

/** Whether a text has what nobody writes for a reader. */
export function hasPlaceholder(text: string): boolean {
	return SPREADSHEET_ERROR.test(text) || /^\s*(?:NULL|\\N|Loading\.{3})\s*$/.test(text);
}

/** "NA" is none: it is also Namibia. */
const PLACEHOLDER =
	/^(?:n\/[ad]|#n\/\p{L}.*|#nv|null|none|nan|<na>|\\n|err:\d+|loading\.*|#[^\s\d]+(?:\/0)?[!?])$/iu;

/** Whether a whole text stands for a value that is missing, so that it identifies nothing. */
export function isPlaceholder(text: string): boolean {
	return PLACEHOLDER.test(text.trim());
}
