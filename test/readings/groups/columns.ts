import type { ServiceOptions } from '../../service/options';
import { columnsOf } from '../../service/records';
import { DOWNLOADING, each, type Group, type Reading } from '../reading';

type Place = Pick<ServiceOptions, 'columnNames' | 'firstRowCells'>;

/** A file whose columns tell what they are, and one that is nothing but words. */
const TELLING = 'messages_by_hour_block';
const WORDS = 'campaigns_text';

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

const placed = (suffix: string, queryName: string, service: Partial<ServiceOptions>): Reading[] =>
	PLACES.map(([name, placeFor]) => ({
		name: `${name}${suffix}`,
		service: { ...placeFor(queryName), ...service },
		parameters: { queryName },
		expected: each(DOWNLOADING, 'works'),
	}));

const LABELS = { titleCase: 'in title case', otherWords: 'other than in a query' };

/** What a row of nothing but words is, names or data, cannot be known if no query knows the words. */
const labelled = (labels: 'titleCase' | 'otherWords', queryName: string): Reading[] => {
	const isAmbiguous = labels === 'otherWords' && queryName === WORDS;
	return (['secondRow', 'firstRow'] as const).map((columnNames) => ({
		name: `names ${LABELS[labels]}, in the ${columnNames === 'firstRow' ? 'first' : 'second'} row${queryName === WORDS ? ', all cells words' : ''}`,
		readings: { records: { labels } },
		service: { columnNames },
		parameters: { queryName },
		expected: each(
			DOWNLOADING,
			isAmbiguous ? 'error: column names … Options > Column Names' : 'works',
		),
	}));
};

export const columns: Group = {
	title: 'What stands above the rows of a file',
	section: '2.5',
	readings: [
		...placed('', TELLING, {}),
		...placed(', all cells words', WORDS, {}),
		...placed(', one row', TELLING, { rows: 1 }),
		...placed(', no rows', TELLING, { rows: 0 }),
		...(['titleCase', 'otherWords'] as const).flatMap((labels) =>
			[TELLING, WORDS].flatMap((queryName) => labelled(labels, queryName)),
		),
		...['an unknown query: a title, no names', 'an unknown query: the names, all cells words'].map(
			(name, index): Reading => ({
				name,
				service: {
					columnNames: index === 0 ? 'absent' : 'firstRow',
					firstRowCells: ['Query result'],
				},
				parameters: { queryName: index === 0 ? TELLING : WORDS },
				isQueryForgotten: true,
				expected: { getResult: 'error: column names … Options > Column Names' },
			}),
		),
	],
};
