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
