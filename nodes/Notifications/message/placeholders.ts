/* What spreadsheets, databases and programs write in place of a value that is missing, or that they cannot show. */

/** The errors of spreadsheets, also in German, French, Portuguese and Spanish. */
const SPREADSHEET_ERROR =
	/#(?:N\/[AD]|NV|¡?(?:REF|VALUE|VALOR|VALEUR|WERT|BEZUG|DIV\/0|NUM|NÚM|ZAHL|NULL|NULO|CALC|SPILL|ERROR|ERRO)!|¿?(?:NAME|NOMBRE|NOME|NOM)\?)/;

/** Whether a text has what nobody writes for a reader. */
export function hasPlaceholder(text: string): boolean {
	return SPREADSHEET_ERROR.test(text) || /^\s*(?:NULL|\\N|Loading\.{3})\s*$/.test(text);
}

/** "NA" is none: it is also Namibia. */
const PLACEHOLDER =
	/^(?:n\/[ad]|#n\/\p{L}.*|#nv|<na>|\\n|err:\d+|##+|#getting_data|invalid date|0000-00-00.*|\((?:blank|vazio|em branco|vacío|en blanco)\))$/iu;
/** As programs write them. "Null" and "Nan" are names. */
const OF_PROGRAMS = /^(?:null|NULL|None|nan|NaN|NaT)$/;
/** A long number as Excel shows it, without most of its digits. */
const SHORTENED = /^[+-]?\d(?:[.,]\d+)?E\+\d{2,3}$/i;

/** Whether a whole text stands for another value, for customers as well. */
export function isPlaceholderWord(text: string): boolean {
	return [PLACEHOLDER, OF_PROGRAMS, SHORTENED].some((pattern) => pattern.test(text.trim()));
}

/** The same for what identifies something: "#SALE!" does not, and may be the error of a spreadsheet in another language. */
export function isPlaceholder(text: string): boolean {
	return (
		isPlaceholderWord(text) ||
		/^(?:null|none|nan|loading\.*|#[^\s\d]+(?:\/0)?[!?])$/iu.test(text.trim())
	);
}
