import type { ServiceOptions } from '../../service/options';
import { columnsOf } from '../../service/records';
import { DOWNLOADING, type Group, type Reading, reading } from '../reading';

/** A file whose columns tell what they are, and one that is nothing but words. */
const TELLING = 'messages_by_hour_block';
const WORDS = 'campaigns_text';
/** The keys of its records stand in the order of the columns of the file. */
const ORDERED = 'usage_by_day_new_and_returning_users';

const TITLE = 'Query result';
const namesOf = (queryName: string) => columnsOf(queryName).map(({ name }) => name);
const typesOf = (queryName: string) =>
	namesOf(queryName).map((name) => (name === 'day' ? 'DATE' : 'STRING'));
const wideTitle = (queryName: string) => namesOf(queryName).map((_, at) => (at === 0 ? TITLE : ''));

type Place = ServiceOptions['columnNames'];
const PLACES: Array<[string, Place, (queryName: string) => string[]]> = [
	['a title, then the names', 'secondRow', () => [TITLE]],
	['a title as wide as the table, then the names', 'secondRow', wideTitle],
	['the names twice', 'secondRow', namesOf],
	['types, then the names', 'secondRow', typesOf],
	['an empty row, then the names', 'secondRow', () => ['']],
	['the names', 'firstRow', () => []],
	['a title, no names', 'absent', () => [TITLE]],
	['an empty row, no names', 'absent', () => ['']],
	['types, no names', 'absent', typesOf],
];
const UNKNOWN = 'error: could not be determined … Options > Column Names';

/** Names are found by the keys of a record of the query. Where no row has them, the user must say so. */
const found = (suffix: string, queryName: string, service: Partial<ServiceOptions> = {}) =>
	PLACES.map(([name, columnNames, firstRowOf]) => {
		const isUnknown = columnNames === 'absent' && service.rows !== 0;
		return reading(`${name}${suffix}`, DOWNLOADING, isUnknown ? UNKNOWN : 'works', {
			service: { columnNames, firstRowCells: firstRowOf(queryName), ...service },
			parameters: { queryName },
		});
	});

const labelled = (labels: 'titleCase' | 'otherWords', outcome: string): Reading[] =>
	(['secondRow', 'firstRow'] as const).map((columnNames) =>
		reading(`names in the ${columnNames}, written as ${labels}`, DOWNLOADING, outcome, {
			readings: { records: { labels } },
			service: { columnNames },
		}),
	);

const chosen = (place: Place): Reading => {
	const columnNames = place === 'absent' ? 'query' : place;
	return reading(`the names: ${place}, as the user says`, DOWNLOADING, 'works', {
		service: { columnNames: place },
		parameters: { queryName: ORDERED, options: { columnNames } },
	});
};

export const columns: Group = {
	title: 'What stands above the rows of a file (2.5)',
	readings: [
		...found('', TELLING),
		...found(', all cells words', WORDS),
		...found(', one row', TELLING, { rows: 1 }),
		...found(', no rows', TELLING, { rows: 0 }),
		...labelled('titleCase', 'works'),
		...labelled('otherWords', UNKNOWN),
		...(['secondRow', 'firstRow', 'absent'] as const).map(chosen),
	],
};
