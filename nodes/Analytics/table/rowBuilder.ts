/** The value of a cell. An empty cell is null if types are converted, and an empty text if they are not. */
export type CellValue = string | number | boolean | null;
export type RowObject = Record<string, CellValue>;
export type ConvertCell = (text: string, column: number) => CellValue;

const FEW_COLUMNS = 24;

/**
 * Makes a function that turns the cells of a row into an object. All these objects share one hidden class of V8,
 * which makes them small and fast.
 * @param names must be unique; any text is allowed, even `__proto__`
 * @param convert converts a cell; without it, cells stay text
 */
export function rowBuilder(
	names: readonly string[],
	convert?: ConvertCell,
): (cells: string[]) => RowObject {
	// An assignment to `__proto__` would call a setter, but `fromEntries`, `JSON.parse` and spread define a property.
	// So in a copy of this object, every name is a property of its own, and can be assigned to.
	const blank: RowObject = Object.fromEntries(names.map((name) => [name, '']));
	// V8 stores the properties of an object from JSON.parse, and of its copies, inside the object. That makes it
	// smaller and faster with few columns, but slower by half with hundreds.
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

/** V8 copies a slice that is shorter than this, and makes a longer one a view of the text that it was cut from. */
const MIN_VIEW = 13;

/**
 * The same text as a string of its own. A cell that is kept would otherwise keep the whole piece of the file in
 * memory that it was cut from. JavaScript has no function for that: joining two parts makes a rope, and a search
 * in it makes V8 copy the rope into one string. Of all ways to do so, this is the fastest by a third.
 */
function ownString(text: string): string {
	if (text.length < MIN_VIEW) return text;
	const rope = text.slice(0, MIN_VIEW - 1) + text.slice(MIN_VIEW - 1);
	// The result must be used, because V8 would otherwise leave the search out.
	return rope.indexOf('\0') < 0 ? rope : text;
}
