import {
	chooseColumnNames,
	type ColumnNameInput,
	type ColumnNames,
	type QueryKeys,
	withSuffixes,
} from '../../../../nodes/Analytics/table/columnNames';
import { TextInstead } from '../../../../nodes/Analytics/table/fileErrors';
import { asError, type InputError, ServiceError } from '../../../../nodes/shared/errors';

const TITLE = ['Query result'];
const NAMES = ['day', 'store_id', 'orders'];
const ROWS = [
	['2026-11-01', '007', 'orders'],
	['2026-11-02', '008', '9.50'],
	['2026-11-03', '', 'true'],
];
const ROW = ROWS[0]!;

const REFUSAL = new ServiceError(
	'refused',
	'The service refused the request',
	'The service said (status 400): no such query',
);

interface Choice extends Omit<ColumnNameInput, 'keysOfQuery'> {
	/** Undefined if the query is not known. */
	keys: QueryKeys | undefined;
}

/** @param own what differs from Automatic, for a query that is not known */
async function chosen({ keys, ...own }: Partial<Choice>): Promise<ColumnNames> {
	const keysOfQuery = keys && askedFor(keys).keysOfQuery;
	return await chooseColumnNames({
		...{ mode: 'automatic', head: [], isOfSameDays: false },
		...own,
		keysOfQuery,
	});
}

/** @param answers the keys that the query has each time it is asked */
function askedFor(...answers: QueryKeys[]) {
	const asked: QueryKeys[] = [];
	async function* keysOfQuery(): AsyncGenerator<QueryKeys> {
		for (const keys of answers) {
			asked.push(keys);
			yield keys;
		}
	}
	return { keysOfQuery, asked };
}

const errorOf = async (own: Partial<Choice>) => (await chosen(own).catch(asError)) as InputError;

describe('Automatic takes', () => {
	it.each([
		{ name: 'the first row', head: [NAMES, ...ROWS], keys: NAMES, rowsToSkip: 1 },
		{
			name: 'a row of which a record lacks some columns, since they have no value in it',
			head: [TITLE, NAMES, ...ROWS],
			keys: ['orders', 'day'],
		},
		{
			name: 'the row that has the keys exactly, of two that are alike',
			head: [
				['Text', 'Lang'],
				['text', 'lang'],
			],
			keys: ['text', 'lang'],
		},
		{
			name: 'the second of two equal rows',
			head: [NAMES, NAMES, ...ROWS],
			keys: NAMES,
		},
		{
			name: 'the second of two rows, if there is no record for these days',
			head: [TITLE, NAMES],
			keys: [],
			isOfSameDays: true,
		},
	])('$name', async ({ head, rowsToSkip = 2, ...input }) => {
		expect(await chosen({ head, ...input })).toEqual({ names: head[rowsToSkip - 1], rowsToSkip });
	});

	it('a row whatever the case and punctuation of its names, which stay as the file has them', async () => {
		const written = ['Store ID', ' DAY', 'Orders!'];
		expect(await chosen({ head: [TITLE, written, ...ROWS], keys: NAMES })).toEqual({
			names: ['Store ID', 'DAY', 'Orders!'],
			rowsToSkip: 2,
		});
	});

	it.each([
		{ name: 'a file without text', head: [], keys: NAMES },
		{ name: 'a file without text of a query that failed', head: [], keys: REFUSAL },
		{ name: 'a single line of an unknown query', head: [TITLE], keys: undefined },
		{ name: 'a single line of days without a record', head: [TITLE], keys: [], isOfSameDays: true },
	])('$name for a file without rows', async ({ head, ...input }) => {
		expect(await chosen({ head, ...input })).toEqual({ names: [], rowsToSkip: 1 });
	});
});

describe('no names are chosen', () => {
	it.each<Partial<Choice> & { why: string }>([
		{
			why: 'neither of its first two rows has the columns of the query',
			head: [TITLE, ...ROWS],
			keys: NAMES,
		},
		{
			why: 'both of its first two rows have the columns of the query',
			head: [
				['text', 'lang'],
				[' text', 'lang'],
			],
			keys: ['text', 'lang'],
		},
		{
			why: 'both of its first two rows have the columns of the query',
			head: [['user'], ['user'], ['u1']],
			keys: ['user'],
		},
		{
			why: 'the query has no record to compare with',
			head: [TITLE, NAMES, ROW],
			keys: [],
			isOfSameDays: true,
		},
		// If the query was made for other days, or the file has no names, the second row may be data.
		{ why: 'the query has no record to compare with', head: [TITLE, ROW], keys: [] },
		{
			why: 'the query has no record to compare with',
			mode: 'query',
			head: [TITLE, ROW],
			keys: [],
			isOfSameDays: true,
		},
		{
			// JavaScript would list 0 and 1 before the day.
			why: 'the query has names that are whole numbers, whose order is not known',
			mode: 'query',
			head: [TITLE, ROW, ROW],
			keys: Object.keys({ day: 'x', 0: 5, 1: 7 }),
		},
		{ why: 'its query is not known', head: [TITLE, NAMES, ROW], keys: undefined },
		{
			why: 'its query failed (The service refused the request)',
			head: [NAMES],
			keys: REFUSAL,
		},
	])('since $why', async ({ why, ...input }) => {
		const message = `The column names could not be determined from the file: ${why}`;
		expect((await errorOf(input)).message).toBe(message);
	});

	it.each([
		{ head: [TITLE], text: TITLE.join() },
		{ mode: 'query' as const, head: [TITLE], text: TITLE.join() },
		{ head: [], text: '' },
	])(
		'but a text came instead of a file, if the query has records for the same days',
		async ({ text, ...row }) => {
			const error = await errorOf({ ...row, keys: NAMES, isOfSameDays: true });
			expect(error).toEqual(new TextInstead(text));
		},
	);

	it('and the error shows the columns of the query, and where to choose', async () => {
		const { description } = await errorOf({ head: [TITLE, ...ROWS], keys: NAMES });
		expect(description).toBe(
			'Check Query Name. The query has: day, store_id, orders. The file begins with: Query result. Choose which row has the names in Options > Column Names. If the file has no names, choose From the Query.',
		);
	});
});

it('From the First Row and From the Second Row take that row, if there is one, without asking the query', async () => {
	const head = [NAMES, ['a', 'b', 'c'], ...ROWS];
	const first = await chosen({ mode: 'firstRow', head, keys: REFUSAL });
	expect(first).toEqual({ names: NAMES, rowsToSkip: 1 });
	const second = await chosen({ mode: 'secondRow', head });
	expect(second).toEqual({ names: ['a', 'b', 'c'], rowsToSkip: 2 });
	expect(await chosen({ mode: 'secondRow', head: [TITLE] })).toEqual({ names: [], rowsToSkip: 2 });
});

it('From the Query takes all rows but the first for data, also one like the names', async () => {
	const names = await chosen({ mode: 'query', head: [TITLE, NAMES, ...ROWS], keys: NAMES });
	expect(names).toMatchObject({ names: NAMES, rowsToSkip: 1 });
	expect(names.warning).toContain('in its order: day, store_id, orders.');
});

it.each<{ mode?: ColumnNameInput['mode']; answers: QueryKeys[]; asked: number }>([
	{ answers: [['day', 'refunds'], ['day']], asked: 1 },
	{ answers: [['day', 'orders'], [], REFUSAL, ['day', 'refunds'], ['day']], asked: 4 },
	{ mode: 'query', answers: [REFUSAL, [], ['day', 'refunds'], ['day']], asked: 3 },
])('the query is asked again until its keys tell the names: $answers', async (row) => {
	const { mode = 'automatic', answers } = row;
	const { keysOfQuery, asked } = askedFor(...answers);
	const head = [TITLE, ['day', 'refunds'], ['2026-11-01', '3']];
	const { names } = await chooseColumnNames({ mode, head, keysOfQuery, isOfSameDays: true });
	expect(names).toEqual(['day', 'refunds']);
	expect(asked).toHaveLength(row.asked);
});

describe('names', () => {
	const namedBy = (names: string[], row = names): Partial<Choice> => {
		return { mode: 'secondRow', head: [TITLE, names, row] };
	};

	it.each([{ names: ['', 'column_1', 'a', 'a'], unique: ['column_1_', 'column_1', 'a', 'a_2'] }])(
		'that are empty become the numbers of their columns: $names',
		async ({ names, unique }) => {
			const { warning, ...found } = await chosen(namedBy(names));
			expect(found).toEqual({ names: unique, rowsToSkip: 2 });
			expect(warning).toContain('so they were renamed: column_1');
		},
	);

	it('that are all empty are an error', async () => {
		expect((await errorOf(namedBy(['', ' ']))).message).toContain('all of them are empty');
	});

	it('from the query that were renamed are told together with their order', async () => {
		const keys = ['day', ''];
		const head = [TITLE, ['2026-11-01', '3']];
		const { names, warning } = await chosen({ mode: 'query', head, keys });
		expect(names).toEqual(['day', 'column_2']);
		expect(warning).toMatch(/in its order: day, .* renamed: column_2\.$/);
	});

	it('of another number than the columns are an error', async () => {
		const { message } = await errorOf(namedBy(['a', 'b'], ['1']));
		expect(message).toContain('there are 2, but the rows have 1 column');
	});

	it.each([{ names: ['a', 'a', 'a_2', 'a'], unique: ['a', 'a_3', 'a_2', 'a_4'] }])(
		'$names become $unique, so that no name of the file is taken',
		({ names, unique }) => {
			expect(withSuffixes(names)).toEqual(unique);
		},
	);
});
