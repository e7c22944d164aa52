import type { ServiceOptions } from '../../service/options';
import { columnsOf } from '../../service/records';
import { DOWNLOADING, each, type Group, type Reading } from '../reading';

type Place = Pick<ServiceOptions, 'columnNames' | 'firstRowCells'>;

/** A file whose columns tell what they are, and one that is nothing but words. */
const TELLING = 'messages_by_hour_block';
const WORDS = 'campaigns_text';
/** The keys of its records stand in the order of the columns of the file. */
const ORDERED = 'usage_by_day_new_and_returning_users';

const namesOf = (queryName: string) => columnsOf(queryName).map(({ name }) => name);
const typesOf = (queryName: string) =>
	namesOf(queryName).map((name) => (name === 'day' ? 'DATE' : 'STRING'));

const PLACES: Array<[string, (queryName: string) => Place]> = [
	[
		'a title, then the names',
		() => ({ columnNames: 'secondRow', firstRowCells: ['Query result'] }),
	],
	[
		'a title as wide as the table, then the names',
		(queryName) => ({
			columnNames: 'secondRow',
			firstRowCells: namesOf(queryName).map((_, index) => (index === 0 ? 'Query result' : '')),
		}),
	],
	[
		'the names twice',
		(queryName) => ({ columnNames: 'secondRow', firstRowCells: namesOf(queryName) }),
	],
	[
		'types, then the names',
		(queryName) => ({ columnNames: 'secondRow', firstRowCells: typesOf(queryName) }),
	],
	['an empty row, then the names', () => ({ columnNames: 'secondRow', firstRowCells: [''] })],
	['the names', () => ({ columnNames: 'firstRow', firstRowCells: [] })],
	['a title, no names', () => ({ columnNames: 'absent', firstRowCells: ['Query result'] })],
	['an empty row, no names', () => ({ columnNames: 'absent', firstRowCells: [''] })],
	[
		'types, no names',
		(queryName) => ({ columnNames: 'absent', firstRowCells: typesOf(queryName) }),
	],
];

const UNKNOWN = 'error: could not be determined … Options > Column Names';

/** Names are found by the keys of a record of the query. Where no row has them, the user must say so. */
const placed = (suffix: string, queryName: string, service: Partial<ServiceOptions>): Reading[] =>
	PLACES.map(([name, placeFor]) => ({
		name: `${name}${suffix}`,
		service: { ...placeFor(queryName), ...service },
		parameters: { queryName },
		expected: each(
			DOWNLOADING,
			name.includes('no names') && service.rows !== 0 ? UNKNOWN : 'works',
		),
	}));

/** The same files, where the user says how it is. */
const chosen = (queryName: string, service: Partial<ServiceOptions>): Reading[] =>
	PLACES.map(([name, placeFor]) => {
		const columnNames = name.includes('no names')
			? 'query'
			: name === 'the names'
				? 'firstRow'
				: 'secondRow';
		return {
			name: `${name}, as the user says: ${columnNames}`,
			service: { ...placeFor(queryName), ...service },
			parameters: { queryName, options: { columnNames } },
			expected: each(DOWNLOADING, 'works'),
		};
	});

const LABELS = { titleCase: 'in title case', otherWords: 'other than in a query' };

const labelled = (
	labels: 'titleCase' | 'otherWords',
	queryName: typeof TELLING | typeof WORDS,
): Reading[] =>
	(['secondRow', 'firstRow'] as const).map((columnNames) => ({
		name: `names ${LABELS[labels]}, in the ${columnNames === 'firstRow' ? 'first' : 'second'} row${queryName === WORDS ? ', all cells words' : ''}`,
		readings: { records: { labels } },
		service: { columnNames },
		parameters: { queryName },
		expected: each(DOWNLOADING, labels === 'otherWords' ? UNKNOWN : 'works'),
	}));

/** Get Result is not told the query of the job: then only words above data are taken for names. */
const forgotten = (queryName: string, outcome: (name: string) => string): Reading[] =>
	PLACES.map(([name, placeFor]) => ({
		name: `an unknown query: ${name}${queryName === WORDS ? ', all cells words' : ''}`,
		service: placeFor(queryName),
		parameters: { queryName },
		isQueryForgotten: true,
		expected: { getResult: outcome(name) },
	}));

export const columns: Group = {
	title: 'What stands above the rows of a file',
	section: '2.5',
	readings: [
		...placed('', TELLING, {}),
		...placed(', all cells words', WORDS, {}),
		...placed(', one row', TELLING, { rows: 1 }),
		...placed(', no rows', TELLING, { rows: 0 }),
		...(['titleCase', 'otherWords'] as const).flatMap((labels) =>
			([TELLING, WORDS] as const).flatMap((queryName) => labelled(labels, queryName)),
		),
		...chosen(ORDERED, {}),
		...forgotten(TELLING, (name) =>
			name.endsWith(', then the names') || name === 'the names twice' ? 'works' : UNKNOWN,
		),
		...forgotten(WORDS, () => UNKNOWN),
	],
};
