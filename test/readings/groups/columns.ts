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
		expected: { ...each(DOWNLOADING, 'works'), getResult: ofGetResult(name, queryName, service) },
	}));

const UNKNOWN = 'error: could not be determined … Options > Column Names';

/**
 * Get Result does not know the dates of the job, so the records that it asks the query for are others
 * than those of the file: they prove no order, nor that a single row of words is names.
 */
function ofGetResult(name: string, queryName: string, { rows }: Partial<ServiceOptions>): string {
	if (rows === 0 && name !== 'the names' && !name.includes('no names')) return UNKNOWN;
	return queryName === TELLING && rows !== 0 && name.includes('no names') ? UNKNOWN : 'works';
}

const LABELS = { titleCase: 'in title case', otherWords: 'other than in a query' };

const CHOOSE = 'error: of the query … Options > Column Names';
/** The row to be discarded was discarded, and the headers are the query's, as 2.5.2 has it. */
const NAMED = 'hint: the columns of the query';

/** Names that no query gives cannot be told from data, unless the values prove what the columns are. */
const ofOtherWords = {
	secondRow: {
		[TELLING]: each(DOWNLOADING, CHOOSE),
		[WORDS]: each(DOWNLOADING, 'error: column names … Options > Column Names'),
	},
	firstRow: {
		[TELLING]: { ...each(DOWNLOADING, NAMED), getResult: UNKNOWN },
		[WORDS]: each(DOWNLOADING, NAMED),
	},
};

const labelled = (
	labels: 'titleCase' | 'otherWords',
	queryName: typeof TELLING | typeof WORDS,
): Reading[] =>
	(['secondRow', 'firstRow'] as const).map((columnNames) => ({
		name: `names ${LABELS[labels]}, in the ${columnNames === 'firstRow' ? 'first' : 'second'} row${queryName === WORDS ? ', all cells words' : ''}`,
		readings: { records: { labels } },
		service: { columnNames },
		parameters: { queryName },
		expected:
			labels === 'otherWords' ? ofOtherWords[columnNames][queryName] : each(DOWNLOADING, 'works'),
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
