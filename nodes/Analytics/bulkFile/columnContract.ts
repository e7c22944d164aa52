import { InputError } from '../../shared/errors';
import type { ColumnNames, Fit } from './columnNames';

/*
 * Sheets and tables downstream often know columns by their place alone. So a user can say which
 * columns an export must have; values then never move into the column of others.
 */

export const ON_OTHER_COLUMNS = ['error', 'fit', 'hint'] as const;
export type OnOtherColumns = (typeof ON_OTHER_COLUMNS)[number];

export interface ColumnContract {
	/** In this order; empty: whatever the export has. */
	expectedColumns: string[];
	onOtherColumns: OnOtherColumns;
}

/**
 * Holds the columns of a file against those that are expected.
 *
 * @param hasRows a file without rows may lack names as well, and has nothing to move
 * @throws InputError that tells the difference, if that is chosen
 */
export function underContract(
	decision: ColumnNames,
	{ expectedColumns, onOtherColumns }: ColumnContract,
	{ hasRows, hint }: { hasRows: boolean; hint(message: string): void },
): ColumnNames {
	if (expectedColumns.length === 0) return decision;
	const difference = hasRows ? columnDifference(expectedColumns, decision.names) : undefined;
	const message = `The export does not have the expected columns: ${difference}`;
	switch (onOtherColumns) {
		case 'error':
			if (difference === undefined) return decision;
			throw new InputError(
				message,
				'If the export is right, change Options > Expected Columns. To continue in any case, see Options > On Other Columns.',
			);
		case 'hint':
			if (difference !== undefined) hint(`${message}.`);
			return decision;
		case 'fit':
			if (difference !== undefined) {
				hint(`${message}. The output has the expected ones, blank where they are missing.`);
			}
			return { ...decision, fit: fitOf(expectedColumns, decision.names) };
	}
}

/** The names that the columns have in the output. */
export function outputNames({ names, fit }: ColumnNames): string[] {
	return fit?.names ?? names;
}

/** Makes of the cells of a row those of the output. */
export function cellsFor({ fit }: ColumnNames): (cells: string[]) => string[] {
	if (!fit) return (cells) => cells;
	return (cells) => fit.from.map((at) => cells[at] ?? '');
}

/** In words; undefined if there is none. */
export function columnDifference(expected: string[], names: string[]): string | undefined {
	const missing = expected.filter((name) => !names.includes(name));
	const additional = names.filter((name) => !expected.includes(name));
	const parts = [
		missing.length > 0 ? `missing ${listed(missing)}` : '',
		additional.length > 0 ? `new ${listed(additional)}` : '',
	].filter(Boolean);
	if (parts.length > 0) return parts.join('; ');
	return expected.some((name, at) => name !== names[at])
		? `the same in another order, ${listed(names)}`
		: undefined;
}

function fitOf(expected: string[], names: string[]): Fit {
	return { names: expected, from: expected.map((name) => names.indexOf(name)) };
}

function listed(names: string[]): string {
	const text = names.join(', ');
	return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
