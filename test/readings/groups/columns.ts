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

const PLACES: Array<[string, ServiceOptions['columnNames'], (queryName: string) => string[]]> = [
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

/** A file in each of the forms. */
const placed = (
	queryName: string,
	readingOf: (name: string, columnNames: string) => Omit<Reading, 'service'>,
	service: Partial<ServiceOptions> = {},
): Reading[] =>
	PLACES.map(([name, columnNames, firstRowOf]) => {
		const { parameters, ...reading } = readingOf(name, columnNames);
		return {
			service: { columnNames, firstRowCells: firstRowOf(queryName), ...service },
			parameters: { queryName, ...parameters },
			...reading,
		};
	});

/** Names are found by the keys of a record of the query. Where no row has them, the user must say so. */
const found = (suffix: string, queryName: string, service: Partial<ServiceOptions> = {}) =>
	placed(
		queryName,
		(name, columnNames) => {
			const isUnknown = columnNames === 'absent' && service.rows !== 0;
			return reading(`${name}${suffix}`, DOWNLOADING, isUnknown ? UNKNOWN : 'works');
		},
		service,
	);

const LABELS = { titleCase: 'in title case', otherWords: 'other than in a query' };

const labelled = (labels: keyof typeof LABELS, queryName: string): Reading[] =>
	(['secondRow', 'firstRow'] as const).map((columnNames) => {
		const row = columnNames === 'firstRow' ? 'first' : 'second';
		const suffix = queryName === WORDS ? ', all cells words' : '';
		const name = `names ${LABELS[labels]}, in the ${row} row${suffix}`;
		return reading(name, DOWNLOADING, labels === 'otherWords' ? UNKNOWN : 'works', {
			readings: { records: { labels } },
			service: { columnNames },
			parameters: { queryName },
		});
	});

/** Get Result is not told the query of the job. */
const forgotten = placed(TELLING, (name) =>
	reading(`an unknown query: ${name}`, ['getResult'], UNKNOWN, { isQueryForgotten: true }),
);

export const columns: Group = {
	title: 'What stands above the rows of a file',
	section: '2.5',
	readings: [
		...found('', TELLING),
		...found(', all cells words', WORDS),
		...found(', one row', TELLING, { rows: 1 }),
		...found(', no rows', TELLING, { rows: 0 }),
		...(['titleCase', 'otherWords'] as const).flatMap((labels) =>
			[TELLING, WORDS].flatMap((queryName) => labelled(labels, queryName)),
		),
		// The same files, where the user says how it is.
		...placed(ORDERED, (name, place) => {
			const columnNames = place === 'absent' ? 'query' : place;
			return reading(`${name}, as the user says: ${columnNames}`, DOWNLOADING, 'works', {
				parameters: { options: { columnNames } },
			});
		}),
		...forgotten,
	],
};
