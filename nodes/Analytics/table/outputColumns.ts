import { InputError } from '../../shared/errors';

/** The columns that the user wants. */
export interface OutputColumns {
	names: string[];
	/** Selects the cells of these columns from a row of the file. */
	pick(cells: string[]): string[];
	/** Whether the user has chosen no columns, so that these are all columns of the file, in its order. */
	isAll: boolean;
}

/**
 * Finds the wanted columns among those of the file.
 * @param wanted an empty list stands for all columns
 * @throws InputError if the file lacks one of them
 */
export function outputColumns(names: string[], wanted: readonly string[]): OutputColumns {
	if (wanted.length === 0 || names.length === 0) {
		return { names, pick: (cells) => cells, isAll: true };
	}
	const comparedNames = names.map(nameWithSigns);
	const places: number[] = [];
	const missing: string[] = [];
	for (const name of wanted) {
		const place = placeOf(name, names) ?? placeOf(nameWithSigns(name), comparedNames);
		if (place === undefined) missing.push(name);
		else places.push(place);
	}
	if (missing.length > 0) throw missingColumns(missing, names);
	return { names: [...wanted], pick: (cells) => places.map((at) => cells[at]!), isAll: false };
}

/** Where a name is in the list. Undefined if it is not there, or if it appears twice, so that either may be meant. */
function placeOf(name: string, names: string[]): number | undefined {
	const at = names.indexOf(name);
	return at >= 0 && at === names.lastIndexOf(name) ? at : undefined;
}

function missingColumns(missing: string[], names: string[]): InputError {
	const quoted = missing.map((name) => `"${name}"`);
	return new InputError(
		`There is no column ${shownList(quoted)}`,
		`The columns are: ${shownNames(names)}. Change Options > Output Columns.`,
	);
}

/** A first row that is not CSV may be one cell of megabytes, which is certainly no name. */
const MAX_NAME = 1_000;

/**
 * A name without case, blanks and punctuation, and with accents in one encoding, by which names are compared that the query
 * and the file write differently. A name of punctuation alone stays as it is.
 */
export function comparedName(name: string): string {
	return without(/[\s\p{P}]/gu, name);
}

/** The same, but with the signs that make another column of it: "Read %", "-1" and "1.5" are not "Read", "1" and "15". */
function nameWithSigns(name: string): string {
	return without(/[\s_()[\]:'"]|(?<=\p{L})[-./](?=\p{L})/gu, name);
}

function without(separators: RegExp, name: string): string {
	if (name.length > MAX_NAME) return name;
	return name.normalize().toLowerCase().replace(separators, '') || name;
}

/** Names as a message shows them. A name with a comma is quoted, because it would look like two. */
export function shownNames(names: readonly string[]): string {
	return shownList(names.map((name) => (name.includes(',') ? `"${name}"` : name)));
}

const MAX_SHOWN_CHARACTERS = 200;

function shownList(names: readonly string[]): string {
	const text = names.join(', ');
	return text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : text;
}
