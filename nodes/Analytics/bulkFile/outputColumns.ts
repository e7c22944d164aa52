import { InputError } from '../../shared/errors';
import { plain, shownNames } from './columnNames';

/* Sheets often know columns by their place alone, so values must never move to other columns. */

export interface OutputColumns {
	names: string[];
	pick(cells: string[]): string[];
	isAll: boolean;
}

/** @param wanted empty: whatever the file has @throws InputError if the file lacks one of them */
export function outputColumns(names: string[], wanted: readonly string[]): OutputColumns {
	if (wanted.length === 0 || names.length === 0) {
		return { names, pick: (cells) => cells, isAll: true };
	}
	const plainNames = names.map(plain);
	const from = wanted.map((name) => placeOf(name, names) ?? placeOf(plain(name), plainNames));
	const missing = wanted.filter((_, at) => from[at] === undefined);
	if (missing.length > 0) {
		const advice = `The columns are: ${shownNames(names)}. Change Options > Output Columns.`;
		throw new InputError(`There is no column "${shownNames(missing)}"`, advice);
	}
	return { names: [...wanted], pick: (cells) => from.map((at) => cells[at!]!), isAll: false };
}

/** The query may write a name otherwise; of two that are like it, neither is meant for sure. */
function placeOf(name: string, names: string[]): number | undefined {
	const at = names.indexOf(name);
	return at >= 0 && at === names.lastIndexOf(name) ? at : undefined;
}

/** @throws InputError where the columns of a part are not those of the first */
export function expectSameColumns(first: string[], other: string[], part: string): void {
	if (first.length === other.length && first.every((name, at) => name === other[at])) return;
	throw new InputError(
		`The parts of the bulk export have different columns: those of ${part} are not those of the first`,
		`The first has ${shownNames(first)}; ${part} has ${shownNames(other)}. Enter the columns that you need in Options > Output Columns.`,
	);
}
