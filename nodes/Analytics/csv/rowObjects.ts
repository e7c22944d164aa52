import { ownString } from './ownString';

/** An empty cell is null where its column was converted. */
export type CellValue = string | number | boolean | null;
export type RowObject = Record<string, CellValue>;

const FEW_COLUMNS = 24;

/**
 * Makes the function that turns the cells of a row into an object with `names` as its keys, in their
 * order. All objects of one builder share one hidden class.
 *
 * @param names distinct column names; any text is allowed, also `__proto__`
 * @param convert applied to every cell, with the number of its column; without it values stay text
 * @returns takes exactly `names.length` cells, which `CsvReader.expectWidth` sees to
 * @throws RangeError when a name is there twice
 */
export function rowBuilder(
	names: readonly string[],
	convert?: (text: string, column: number) => CellValue,
): (cells: string[]) => RowObject {
	if (new Set(names).size !== names.length) throw new RangeError('A column name is there twice.');

	// fromEntries, JSON.parse and spread define properties where an assignment to `__proto__` would
	// call a setter; on the copy each name is a property of its own, so assigning is harmless.
	const blank: RowObject = Object.fromEntries(names.map((name) => [name, '']));
	// An object out of JSON.parse, and so its copies, has room for all properties inside of itself:
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
