import {
	type ColumnNameInput,
	type ColumnNameMode,
	type ColumnNames,
	decideColumnNames,
	outputColumns,
	type QueryKeys,
	withSuffixes,
} from '../../../../nodes/Analytics/table/columnNames';
import { ServiceError } from '../../../../nodes/shared/errors';

const NAMES = ['day', 'store_id', 'orders'];
const TITLE = ['Query result'];
const DATA = ['2026-11-01,007,orders', '2026-11-02,008,9.50', '2026-11-03,,true'].map((row) =>
	row.split(','),
);
const decide = async (input: Partial<ColumnNameInput>): Promise<ColumnNames> =>
	await decideColumnNames({ mode: 'automatic', head: [], queryKeys: undefined, ...input });
const outcomeOf = async (input: Partial<ColumnNameInput>) =>
	await decide(input).then(
		({ names, rowsToSkip }) => [names, rowsToSkip] as const,
		({ message }: Error) => message,
	);

const ROWS = [[], DATA.slice(0, 1), DATA];
const PLACES = { second: [TITLE, NAMES], first: [NAMES], 'no such': [TITLE] };
const SAID = 'The service said (status 400): no such query';
const refusal = new ServiceError('refused', 'The service refused the request', SAID);
const RECORDS = {
	'a record': async () => NAMES,
	'no record': async (fit: (keys: string[]) => boolean) => (fit([]) ? NAMES : []),
	'a refusal': async () => refusal,
	'an unknown query': undefined,
};
const UNKNOWN = 'The column names could not be determined from the file';
const OTHER = `${UNKNOWN}: neither of its first two rows has the columns of the query`;
const BOTH = `${UNKNOWN}: both of its first two rows have the columns of the query`;
const SILENT = `${UNKNOWN}: the query has no record to compare with`;
const NO_QUERY = `${UNKNOWN}: its query is not known`;
const REFUSED = `${UNKNOWN}: its query failed (The service refused the request)`;
const SECOND = [NAMES, 2];
const FIRST = [NAMES, 1];
const EMPTY = [[], 1];
/** Without a record there is no row of data, so a single row is that of the names. */
const ALONE = [DATA[0], 2];

/** Of a file without rows, with one and with three. */
it.each<[keyof typeof PLACES, keyof typeof RECORDS, unknown[]]>([
	['second', 'a record', [SECOND, SECOND, SECOND]],
	['second', 'no record', [SECOND, SILENT, SILENT]],
	['second', 'an unknown query', [NO_QUERY, NO_QUERY, NO_QUERY]],
	['first', 'a record', [FIRST, FIRST, FIRST]],
	['first', 'no record', [EMPTY, ALONE, SILENT]],
	['first', 'a refusal', [REFUSED, REFUSED, REFUSED]],
	['first', 'an unknown query', [EMPTY, NO_QUERY, NO_QUERY]],
	['no such', 'a record', [EMPTY, OTHER, OTHER]],
])('automatic, with names in the %s row, and %s', async (place, known, outcomes) => {
	const heads = ROWS.map((rows) => [...PLACES[place], ...rows]);
	const about = { queryKeys: RECORDS[known], isOfSameDays: known === 'no record' };
	const ends = await Promise.all(heads.map(async (head) => await outcomeOf({ head, ...about })));
	expect(ends).toEqual(outcomes);
});

const MISSING = `${UNKNOWN}: it has no rows, but the query has records for the same days`;
const SAME_DAYS = true;

it.each<[ColumnNameMode, string[][], keyof typeof RECORDS, unknown, isOfSameDays?: boolean]>([
	['automatic', [TITLE], 'a record', MISSING, SAME_DAYS],
	['automatic', [], 'a record', MISSING, SAME_DAYS],
	['automatic', [NAMES], 'a record', FIRST, SAME_DAYS],
	['automatic', [TITLE], 'no record', EMPTY, SAME_DAYS],
	['secondRow', [TITLE, NAMES, ...DATA], 'a record', SECOND],
	['secondRow', [TITLE], 'no record', [[], 2]],
	['firstRow', [NAMES, ...DATA], 'a refusal', FIRST],
	['query', [TITLE, ...DATA], 'a record', FIRST],
	// The file has none, so a row like them is data.
	['query', [TITLE, NAMES, ...DATA], 'a record', FIRST],
	['query', [NAMES, ...DATA], 'a record', FIRST],
	['query', [TITLE, ...DATA], 'no record', SILENT],
	// A row of data may stand alone, if the query was made for other days, or the file has no names.
	['automatic', [TITLE, DATA[0]!], 'no record', SILENT],
	['query', [TITLE, DATA[0]!], 'no record', SILENT, SAME_DAYS],
])('%s, of %j whose query has %s', async (mode, head, known, outcome, isOfSameDays = false) => {
	const input = { mode, head, queryKeys: RECORDS[known], isOfSameDays };
	expect(await outcomeOf(input)).toEqual(outcome);
});

describe('the keys of a record', () => {
	const keys = async (head: string[][], ...queryKeys: string[]) =>
		await outcomeOf({ head, queryKeys: async () => queryKeys });

	it('may lack some of the columns, which have no value in it', async () => {
		expect(await keys([TITLE, NAMES, ...DATA], 'orders', 'day')).toEqual(SECOND);
	});

	it('are found whatever their case and punctuation; the names are those of the file', async () => {
		const written = ['Store ID', ' DAY', 'Orders!'];
		const names = ['Store ID', 'DAY', 'Orders!'];
		expect(await keys([TITLE, written, ...DATA], ...NAMES)).toEqual([names, 2]);
	});

	it('are those of the row that has them exactly, or that both rows have', async () => {
		const words = ['text', 'lang'];
		expect(await keys([words, ['Text!', 'en']], 'text')).toEqual([words, 1]);
		expect(await keys([['Text', 'Lang'], words], ...words)).toEqual([words, 2]);
		expect(await keys([words, [' text', 'lang'], ['a', 'b']], ...words)).toBe(BOTH);
		expect(await keys([words, words, ['a', 'b']], ...words)).toEqual([words, 2]);
		// A value may be the name of its only column.
		expect(await keys([['user'], ['user'], ['u1']], 'user')).toBe(BOTH);
	});

	it('of other days fit a file that has them', async () => {
		const fitting: boolean[] = [];
		const queryKeys: QueryKeys = async (fit) => {
			fitting.push(fit(NAMES));
			return NAMES;
		};
		await outcomeOf({ head: [TITLE, NAMES, ...DATA], queryKeys });
		await outcomeOf({ head: [TITLE, ...DATA], queryKeys });
		expect(fitting).toEqual([true, false]);
	});

	it('are named in the error, or where to choose their query', async () => {
		const head = [TITLE, ...DATA];
		await expect(decide({ head, queryKeys: async () => NAMES })).rejects.toMatchObject({
			description:
				'Check Query Name. The query has: day, store_id, orders. Choose which row has the names in Options > Column Names. If it has none, choose From the Query.',
		});
		const ofDays = { head, queryKeys: async () => NAMES, isOfSameDays: true };
		const description = expect.stringMatching(/^The query has/) as string;
		await expect(decide(ofDays)).rejects.toMatchObject({ description });
		await expect(decide({ head, queryKeys: async () => refusal })).rejects.toMatchObject({
			description:
				'The service said (status 400): no such query. Choose which row has the names in Options > Column Names.',
		});
		const unknown = expect.stringMatching(/^Enter the Query Name of the job\. Choose/) as string;
		await expect(decide({ head })).rejects.toMatchObject({ description: unknown });
	});
});

describe('names', () => {
	const second = async (names: string[], row = names) =>
		await decide({ mode: 'secondRow', head: [TITLE, names, row] });

	it('that appear twice get a number, with a warning', async () => {
		expect(await second(['day', 'day', ' day'])).toEqual({
			names: ['day', 'day_2', 'day_3'],
			rowsToSkip: 2,
			warning: 'Some columns have the same name, so they were renamed: day_2, day_3.',
		});
		expect(await second(NAMES)).toEqual({ names: NAMES, rowsToSkip: 2 });
	});

	it('that are empty, or of another number than the columns, are an error', async () => {
		await expect(second(['a', ' '])).rejects.toThrow('the name of column 2 is empty');
		const misfit = 'there are 2, but the rows have 1 column';
		await expect(second(['a', 'b'], ['1'])).rejects.toThrow(misfit);
	});

	// Names that the file has itself stay as they are.
	it.each([
		['a b a a b', 'a b a_2 a_3 b_2'],
		['a a a_2 a', 'a a_3 a_2 a_4'],
		['a_2 a a a_2', 'a_2 a a_3 a_2_2'],
		['__proto__ __proto__', '__proto__ __proto___2'],
	])('%s become %s', (names, unique) => {
		expect(withSuffixes(names.split(' '))).toEqual(unique.split(' '));
	});
});

describe('the columns that the user wants', () => {
	it.each([
		['all, as they stand', [], NAMES, ['1', '2', '3']],
		['some, as they are written here', ['or-ders', 'day'], ['or-ders', 'day'], ['3', '1']],
	])('gives %s', (_, wanted, names, cells) => {
		const { pick, ...columns } = outputColumns(NAMES, wanted);
		expect(columns).toEqual({ names, isAll: wanted.length === 0 });
		expect(pick(['1', '2', '3'])).toEqual(cells);
	});

	it('takes the very name first, and none of two that are like it', () => {
		const names = ['Store ID', 'store_id', 'STORE'];
		expect(outputColumns(names, ['store_id', 'store']).pick(['1', '2', '3'])).toEqual(['2', '3']);
		expect(() => outputColumns(names, ['storeId'])).toThrow('There is no column "storeId"');
		expect(() => outputColumns(['#', 'c++'], ['%'])).toThrow('There is no column "%"');
		expect(() => outputColumns(['#', 'c++'], ['c'])).toThrow('There is no column "c"');
	});
});
