/** What spreadsheets, databases and programs write where a value is missing. "NA" is none: it is also Namibia. */
const PLACEHOLDER =
	/^(?:n\/[ad]|n\.a\.|#n\/\p{L}.*|#nv|null|none|nan|nat|nil|<na>|\\n|err:\d+|loading\.*|#[^\s\d]+(?:\/0)?[!?])$/iu;

/** Whether a whole text stands for a value that is missing. */
export function isPlaceholder(text: string): boolean {
	return PLACEHOLDER.test(text.trim());
}
