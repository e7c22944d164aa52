import type { ServiceOptions } from '../../service/options';
import { columnsOf } from '../../service/records';
import { DOWNLOADING, type Group, type Reading, reading } from '../reading';

/** A query of which all cells are words. */
const WORDS = 'campaigns_text';
/** The keys of its records stand in the order of the columns of the file. */
const ORDERED = 'usage_by_day_new_and_returning_users';

const NAMES = columnsOf(WORDS).map(({ name }) => name);
const TYPES = NAMES.map(() => 'STRING');
const TITLE = ['Query result'];

type Place = ServiceOptions['columnNames'];
const PLACES: Array<[string, Place, firstRow: string[]]> = [
	['a title, then the names', 'secondRow', TITLE],
	['the names twice', 'secondRow', NAMES],
	['types, then the names', 'secondRow', TYPES],
	['the names', 'firstRow', []],
	['a title, no names', 'absent', TITLE],
];
const UNKNOWN = 'error: could not be determined … Options > Column Names';

/** Names are found by the keys of a record of the query. Where no row has them, the user must say so. */
const found = ([name, columnNames, firstRowCells]: (typeof PLACES)[number]): Reading =>
	reading(name, DOWNLOADING, columnNames === 'absent' ? UNKNOWN : 'works', {
		service: { columnNames, firstRowCells },
		parameters: { queryName: WORDS },
	});

const chosen = (place: Place): Reading => {
	const columnNames = place === 'absent' ? 'query' : place;
	return reading(`the names: ${place}, as the user says`, DOWNLOADING, 'works', {
		service: { columnNames: place },
		parameters: { queryName: ORDERED, options: { columnNames } },
	});
};

export const columns: Group = {
	title: 'What stands above the rows of a file (2.5)',
	readings: [...PLACES.map(found), ...(['secondRow', 'firstRow', 'absent'] as const).map(chosen)],
};
