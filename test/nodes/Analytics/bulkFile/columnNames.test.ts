import {
	type ColumnNameInput,
	decideColumnNames,
} from '../../../../nodes/Analytics/bulkFile/columnNames';

const NAMES = ['day', 'store_id', 'orders'];
const DATA = [
	['2026-11-01', '007', '12'],
	['2026-11-02', '008', '9'],
];
/** Data in which every cell could be a name. */
const WORDS = [
	['blackfriday', 'hello', 'open'],
	['spring', 'welcome', 'closed'],
];

async function decide(input: Partial<ColumnNameInput>) {
	let asked = 0;
	const { queryColumns } = input;
	const { names, rowsToSkip, inFile } = await decideColumnNames({
		mode: 'automatic',
		head: [],
		...input,
		queryColumns: queryColumns && (async () => (asked++, await queryColumns())),
	});
	return { names, rowsToSkip, inFile, asked };
}

const columns = async () => NAMES;

describe('automatic, where the file alone can tell', () => {
	it('takes the second row when it stands above typed data', async () => {
		const head = [['Query result'], NAMES, ...DATA];
		expect(await decide({ head })).toEqual({ names: NAMES, rowsToSkip: 2, inFile: true, asked: 0 });
	});

	it('takes the second row even if the first holds types', async () => {
		const head = [['DATE', 'STRING', 'INTEGER'], NAMES, ...DATA];
		expect(await decide({ head })).toMatchObject({ names: NAMES, rowsToSkip: 2 });
	});

	it('takes the first row when the data begins right below it', async () => {
		expect(await decide({ head: [NAMES, ...DATA] })).toEqual({
			names: NAMES,
			rowsToSkip: 1,
			inFile: true,
			asked: 0,
		});
	});

	it('is content with one row of data', async () => {
		const head = [['x'], NAMES, DATA[0]!];
		expect(await decide({ head })).toMatchObject({ names: NAMES, rowsToSkip: 2 });
	});

	it('needs no names where there is no data', async () => {
		expect(await decide({ head: [['Query result', '']] })).toMatchObject({
			names: [],
			rowsToSkip: 1,
		});
		expect(await decide({ head: [] })).toMatchObject({ names: [], rowsToSkip: 1 });
	});
});

describe('automatic, where the query has to tell', () => {
	it('never takes a row of words for names without asking', async () => {
		const head = [['x', 'y', 'z'], ...WORDS];
		expect(await decide({ head, queryColumns: columns })).toEqual({
			names: NAMES,
			rowsToSkip: 1,
			inFile: false,
			asked: 1,
		});
	});

	it('never takes one odd word above numbers for a name', async () => {
		const columns = async () => ['user', 'text'];
		const head = [['x'], ['anonymous', 'hi'], ['12345', 'hello'], ['12346', 'you']];
		expect(await decide({ head, queryColumns: columns })).toMatchObject({
			names: ['user', 'text'],
			rowsToSkip: 1,
		});
	});

	it('never takes a row of types for names', async () => {
		const head = [['DATE', 'STRING', 'INTEGER'], ...DATA];
		expect(await decide({ head, queryColumns: columns })).toMatchObject({
			names: NAMES,
			rowsToSkip: 1,
			asked: 1,
		});
	});

	it('finds the names of the query in the second or the first row, in the order of the file', async () => {
		const swapped = ['Store ID', 'day', 'orders'];
		expect(await decide({ head: [['x'], swapped, ...WORDS], queryColumns: columns })).toMatchObject(
			{ names: swapped, rowsToSkip: 2, inFile: true },
		);
		expect(await decide({ head: [NAMES, ...WORDS], queryColumns: columns })).toMatchObject({
			names: NAMES,
			rowsToSkip: 1,
			inFile: true,
		});
	});

	it('says what to choose when nothing can tell', async () => {
		const head = [['x', 'y', 'z'], ...WORDS];
		await expect(decide({ head })).rejects.toThrow('cannot be told from the file');
		await expect(decide({ head, queryColumns: async () => undefined })).rejects.toThrow(
			'the query found no record',
		);
		await expect(decide({ head, queryColumns: async () => ['one'] })).rejects.toThrow(
			'there are 1, but the rows have 3 columns',
		);
	});
});

describe('as chosen', () => {
	it.each([
		['firstRow', [NAMES, ...WORDS], NAMES, 1, true],
		['secondRow', [['x'], NAMES, ...WORDS], NAMES, 2, true],
		['query', [['x'], ...DATA], NAMES, 1, false],
		['custom', [['x'], ...DATA], ['a', 'b', 'c'], 1, false],
	] as const)('%s', async (mode, head, names, rowsToSkip, inFile) => {
		const rows = head.map((row) => [...row]);
		expect(
			await decide({ mode, head: rows, customNames: ['a', 'b', 'c'], queryColumns: columns }),
		).toMatchObject({ names, rowsToSkip, inFile });
	});

	it.each([
		[['a', 'a', 'b'], '"a" stands there twice'],
		[['a', '', 'b'], 'number 2 is empty'],
		[['a', 'b'], 'there are 2, but the rows have 3 columns'],
		[[], 'there are none'],
	])('refuses the custom names %p', async (customNames, problem) => {
		const head = [['x'], ...DATA];
		await expect(decide({ mode: 'custom', head, customNames })).rejects.toThrow(problem);
	});
});

describe('the reason, which becomes a hint', () => {
	const words = [['x', 'y', 'z'], ...WORDS];
	it.each<[string, Partial<ColumnNameInput>]>([
		['the second row of the file, they stand above the data', { head: [['x'], NAMES, ...DATA] }],
		['the first row of the file, it stands right above the data', { head: [NAMES, ...DATA] }],
		['no data', { head: [['x']] }],
		['the columns of the query, the file itself has none', { head: words }],
		[
			'the second row of the file, they are the columns of the query',
			{ head: [['x'], NAMES, ...WORDS] },
		],
		['the first row of the file, they are the columns of the query', { head: [NAMES, ...WORDS] }],
		['the first row of the file, as chosen', { mode: 'firstRow', head: [NAMES, ...DATA] }],
		['the second row of the file, as chosen', { mode: 'secondRow', head: [['x'], NAMES] }],
		['no second row', { mode: 'secondRow', head: [['x']] }],
		['no first row', { mode: 'firstRow', head: [] }],
		['the columns of the query, as chosen', { mode: 'query', head: words }],
		['your own', { mode: 'custom', head: words, customNames: NAMES }],
	])('%s', async (reason, input) => {
		const decision = { mode: 'automatic' as const, head: [], queryColumns: columns, ...input };
		expect(await decideColumnNames(decision)).toMatchObject({ reason });
	});

	it('names of a row that is not there are none', async () => {
		const missing = { names: [], inFile: false, asked: 0 };
		const first = await decide({ mode: 'firstRow', head: [] });
		expect(first).toEqual({ ...missing, rowsToSkip: 1 });
		const second = await decide({ mode: 'secondRow', head: [['x']] });
		expect(second).toEqual({ ...missing, rowsToSkip: 2 });
	});

	it('names in a file without data, and where the query has none either', async () => {
		expect(await decide({ head: [NAMES] })).toMatchObject({ names: NAMES, inFile: true });
		const noRecord = async () => undefined;
		const named = { head: [['x'], NAMES], queryColumns: noRecord };
		expect(await decide(named)).toMatchObject({ names: NAMES, rowsToSkip: 2 });
		const unnamed = { head: [['x'], ['1', '2']], queryColumns: noRecord };
		await expect(decide(unnamed)).rejects.toThrow('found no record');
		await expect(decide({ ...unnamed, mode: 'query' })).rejects.toThrow('found no record');
	});
});

it('chosen names are taken without space around them, and checked', async () => {
	const spaced = [['x'], [' day ', 'store_id'], ['1', '2']];
	expect(await decide({ mode: 'secondRow', head: spaced })).toMatchObject({
		names: ['day', 'store_id'],
	});
	const custom = async (customNames: string[]) =>
		await decide({ mode: 'custom', head: [['x'], ['1', '2']], customNames });
	await expect(custom(['a', ' '])).rejects.toThrow('(your own) cannot be used: number 2 is empty');
	const long = 'x'.repeat(50);
	await expect(custom([long, long])).rejects.toThrow(`"${'x'.repeat(40)}" stands there twice`);
	await expect(decide({ mode: 'custom', head: [['x']] })).rejects.toThrow('there are none');
	const empty = await decide({ mode: 'custom', head: [['x']], customNames: ['a'] });
	expect(empty.names).toEqual(['a']);
});

it('tells what to choose when names cannot be used', async () => {
	const advice = expect.objectContaining({
		description: expect.stringMatching(/Options > Column Names/) as string,
	}) as Error;
	await expect(decide({ mode: 'query', head: [['x'], ['1', '2']] })).rejects.toThrow(advice);
	const misfit = { mode: 'custom' as const, head: [['x'], ['1', '2']], customNames: ['a'] };
	await expect(decide(misfit)).rejects.toThrow(advice);
	await expect(decide({ mode: 'query', head: [] })).rejects.toMatchObject({
		description: expect.stringMatching(/^Choose the Query Name/) as string,
	});
});

it('only the very columns of the query are its names', async () => {
	const asked = async (row: string[]) =>
		await decide({ head: [['x'], row, ...WORDS], queryColumns: columns });
	expect(await asked(['DAY', 'store id', 'Orders!'])).toMatchObject({ inFile: true });
	expect(await asked(['day', 'store_id', 'total'])).toMatchObject({ inFile: false });
	const rows = [['x'], ['day', 'store_id'], ['a', 'b']];
	await expect(decide({ head: rows, queryColumns: columns })).rejects.toThrow('there are 3');
});
