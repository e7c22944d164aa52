/** An empty cell is null where types are converted, and an empty text where they are not. */
export type CellValue = string | number | boolean | null;
export type RowObject = Record<string, CellValue>;

const FEW_COLUMNS = 24;

/**
 * Turns the cells of a row into an object; all objects of one builder share one hidden class.
 * @param names each once; any text is allowed, also `__proto__`
 */
export function rowBuilder(
	names: readonly string[],
	convert?: (text: string, column: number) => CellValue,
): (cells: string[]) => RowObject {
	// fromEntries, JSON.parse and spread define properties, where an assignment to `__proto__` would
	// call a setter; on the copy each name is an own property, so assigning is harmless.
	const blank: RowObject = Object.fromEntries(names.map((name) => [name, '']));
	// Objects out of JSON.parse, and their copies, hold all properties inside: smaller and faster
	// with few columns, but slower by half with hundreds.
	const template =
		names.length <= FEW_COLUMNS ? (JSON.parse(JSON.stringify(blank)) as RowObject) : blank;

	return (cells) => {
		const row = { ...template };
		for (let i = 0; i < names.length; i++) {
			const cell = ownString(cells[i]!);
			row[names[i]!] = convert === undefined ? cell : convert(cell, i);
		}
		return row;
	};
}

/** V8 copies a shorter slice, and makes a longer one a view of what it was cut from. */
const MIN_VIEW = 13;

/**
 * The same text as a string of its own: a field would otherwise keep the whole piece of the file
 * that it was cut from. Two parts put together are a rope, which the search copies into one string:
 * of the ways that V8 leaves, this is the fastest by a third.
 */
export function ownString(text: string): string {
	if (text.length < MIN_VIEW) return text;
	const rope = text.slice(0, MIN_VIEW - 1) + text.slice(MIN_VIEW - 1);
	// V8 would leave out a search whose result is not used.
	return rope.indexOf('\0') < 0 ? rope : text;
}
