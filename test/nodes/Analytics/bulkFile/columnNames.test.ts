import {
	type ColumnNameInput,
	decideColumnNames,
	type QueryColumns,
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

/** The query gives these rows as records. */
function recordsOf(names: string[], ...rows: unknown[][]): QueryColumns {
	return async () =>
		rows.map((cells) => Object.fromEntries(names.map((name, at) => [name, cells[at]])));
}

const words = recordsOf(NAMES, ...WORDS);
const noRecord = async () => [];

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
		for (const head of [[['Query result', '']], [['day', 'day']], []]) {
			expect(await decide({ head })).toMatchObject({ names: [], rowsToSkip: 1 });
		}
	});
});

describe('automatic, where the query has to tell', () => {
	it('never takes a row of words for names without asking', async () => {
		const head = [['x', 'y', 'z'], ...WORDS];
		expect(await decide({ head, queryColumns: words })).toEqual({
			names: NAMES,
			rowsToSkip: 1,
			inFile: false,
			asked: 1,
		});
	});

	it('never takes one odd word above numbers for a name', async () => {
		const queryColumns = recordsOf(['user', 'text'], ['anonymous', 'hi']);
		const head = [['x'], ['anonymous', 'hi'], ['12345', 'hello'], ['12346', 'you']];
		expect(await decide({ head, queryColumns })).toMatchObject({
			names: ['user', 'text'],
			rowsToSkip: 1,
		});
	});

	it('never takes a row of types for names', async () => {
		const head = [['DATE', 'STRING', 'INTEGER'], ...DATA];
		const queryColumns = recordsOf(NAMES, ['2026-11-01', '007', 12]);
		expect(await decide({ head, queryColumns })).toMatchObject({
			names: NAMES,
			rowsToSkip: 1,
			asked: 1,
		});
	});

	it.each([
		[['Loja', 'Infinity', 'inf']],
		[['nulo', 'vazio', 'pending']],
		[['desconhecido', 'e10', 'f20']],
		[['t', 'f', 'Nov']],
		[['Sun', 'terça', 'agosto']],
	])('takes %j above numbers for the data that it is', async (odd) => {
		const head = [['x'], odd, ['1', '2', '3'], ['4', '5', '6'], ['7', '8', '9']];
		const queryColumns = recordsOf(NAMES, odd);
		expect(await decide({ head, queryColumns })).toMatchObject({ names: NAMES, rowsToSkip: 1 });
		await expect(decide({ head })).rejects.toThrow('the query is not known');
	});

	it('finds the names of the query in the second or the first row, in the order of the file', async () => {
		const swapped = ['Store ID', 'day', 'orders'];
		expect(await decide({ head: [['x'], swapped, ...WORDS], queryColumns: words })).toMatchObject({
			names: swapped,
			rowsToSkip: 2,
			inFile: true,
		});
		expect(await decide({ head: [NAMES, ...WORDS], queryColumns: words })).toMatchObject({
			names: NAMES,
			rowsToSkip: 1,
			inFile: true,
		});
	});

	it('takes the keys of the query only in the order that the values tell', async () => {
		const head = [['x'], ...WORDS];
		const queryColumns = recordsOf(NAMES, ['hello', 'blackfriday', 'open']);
		const decision = decide({ head, queryColumns });
		await expect(decision).rejects.toThrow('the order of its columns could not be determined');
		await expect(decision).rejects.toMatchObject({
			description: expect.stringMatching(
				/day, store_id, orders.*Column Names.*From the Query.*Custom/,
			) as string,
		});
	});

	it('never turns a row of names in other words into data', async () => {
		const named = [['x'], ['Campanha', 'Texto', 'Estado'], ...WORDS];
		await expect(decide({ head: named, queryColumns: words })).rejects.toThrow(
			'no row that surely holds the column names',
		);
		const counted = [['x'], ['Loja', 'Pedidos'], ['Centro', '5'], ['Sul', '6']];
		const queryColumns = recordsOf(['store', 'orders'], ['Centro', 5], ['Sul', 6]);
		await expect(decide({ head: counted, queryColumns })).rejects.toThrow(
			'"orders" does not fit the values in column 2',
		);
	});

	it('says what to choose when nothing can tell', async () => {
		const head = [['x', 'y', 'z'], ...WORDS];
		await expect(decide({ head })).rejects.toThrow('could not be determined from the file');
		for (const queryColumns of [noRecord, async () => undefined]) {
			await expect(decide({ head, queryColumns })).rejects.toThrow('the query found no record');
		}
		await expect(decide({ head, queryColumns: recordsOf(['one'], ['x']) })).rejects.toThrow(
			'there are 1, but the rows have 3 columns',
		);
	});
});

describe('as chosen', () => {
	const dated = recordsOf(NAMES, ['2026-10-01', '009', 3]);
	it.each([
		['firstRow', [NAMES, ...WORDS], NAMES, 1, true],
		['secondRow', [['x'], NAMES, ...WORDS], NAMES, 2, true],
		['query', [['x'], ...DATA], NAMES, 1, false],
		[
			'query',
			[['x'], ['orders', 'day', 'store_id'], ...DATA],
			['orders', 'day', 'store_id'],
			2,
			true,
		],
		['custom', [['x'], ...DATA], ['a', 'b', 'c'], 1, false],
		['custom', [['x'], NAMES, ...DATA], ['a', 'b', 'c'], 2, false],
	] as const)('%s', async (mode, head, names, rowsToSkip, inFile) => {
		const rows = head.map((row) => [...row]);
		expect(
			await decide({ mode, head: rows, customNames: ['a', 'b', 'c'], queryColumns: dated }),
		).toMatchObject({ names, rowsToSkip, inFile });
	});

	it.each([
		[['a', 'a', 'b'], '"a" appears twice'],
		[['a', '', 'b'], 'number 2 is empty'],
		[['a', 'b'], 'there are 2, but the rows have 3 columns'],
		[[], 'there are none'],
	])('refuses the custom names %p', async (customNames, problem) => {
		const head = [['x'], ...DATA];
		await expect(decide({ mode: 'custom', head, customNames })).rejects.toThrow(problem);
	});

	it('the order of the query is refused if the values are against it', async () => {
		const head = [['x'], ...DATA];
		const queryColumns = recordsOf(['orders', 'day', 'store_id'], [3, '2026-10-01', '009']);
		await expect(decide({ mode: 'query', head, queryColumns })).rejects.toThrow(
			'not in the order of the query: "orders" does not fit the values in column 1',
		);
	});
});

describe('a name that appears twice', () => {
	const twice = ['day', 'orders', 'orders'];
	const heads = { secondRow: [['x'], twice, ...DATA], firstRow: [twice, ...DATA] };

	it.each(['secondRow', 'firstRow'] as const)('is an error in the %s', async (row) => {
		for (const mode of ['automatic', row] as const) {
			const decision = decide({ mode, head: heads[row], queryColumns: words });
			await expect(decision).rejects.toThrow('"orders" appears twice');
			await expect(decision).rejects.toMatchObject({
				description: expect.stringMatching(/Options > On Duplicate Column Names/) as string,
			});
		}
	});

	it.each(['secondRow', 'firstRow'] as const)('gets a number in the %s', async (row) => {
		for (const mode of ['automatic', row] as const) {
			const input = { mode, head: heads[row], onDuplicateNames: 'suffix' as const };
			const names = ['day', 'orders', 'orders_2'];
			const rowsToSkip = row === 'firstRow' ? 1 : 2;
			expect(await decide(input)).toMatchObject({ names, rowsToSkip, inFile: false });
		}
	});

	it('is known as a row of names by the query, above words too', async () => {
		const head = [['x'], ['name', 'name', 'text'], ...WORDS];
		const queryColumns = recordsOf(['name', 'text'], ['Ana', 'hello']);
		await expect(decide({ head, queryColumns })).rejects.toThrow('"name" appears twice');
	});
});

describe('the reason, which becomes a hint', () => {
	const unnamed = [['x', 'y', 'z'], ...WORDS];
	it.each<[string, Partial<ColumnNameInput>]>([
		['the second row of the file, which is above the data', { head: [['x'], NAMES, ...DATA] }],
		['the first row of the file, which is right above the data', { head: [NAMES, ...DATA] }],
		['no data', { head: [['x']] }],
		['the columns of the query, the file itself has none', { head: unnamed }],
		[
			'the second row of the file, they are the columns of the query',
			{ head: [['x'], NAMES, ...WORDS] },
		],
		['the first row of the file, they are the columns of the query', { head: [NAMES, ...WORDS] }],
		['the first row of the file, as chosen', { mode: 'firstRow', head: [NAMES, ...DATA] }],
		['the second row of the file, as chosen', { mode: 'secondRow', head: [['x'], NAMES] }],
		['no second row', { mode: 'secondRow', head: [['x']] }],
		['no first row', { mode: 'firstRow', head: [] }],
		['the columns of the query, as chosen', { mode: 'query', head: unnamed }],
		['your own', { mode: 'custom', head: unnamed, customNames: NAMES }],
		[
			'your own, in place of those in the second row of the file',
			{ mode: 'custom', head: [['x'], NAMES, ...DATA], customNames: ['a', 'b', 'c'] },
		],
	])('%s', async (reason, input) => {
		const decision = { mode: 'automatic' as const, head: [], queryColumns: words, ...input };
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
		const named = { head: [['x'], NAMES], queryColumns: noRecord };
		expect(await decide(named)).toMatchObject({ names: NAMES, rowsToSkip: 2 });
		// A query of other days may have no record where the file has one.
		const otherDays = { ...named, queryColumns: async () => undefined };
		await expect(decide(otherDays)).rejects.toThrow('found no record');
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
	await expect(custom([long, long])).rejects.toThrow(`"${'x'.repeat(40)}" appears twice`);
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
		await decide({ head: [['x'], row, ...WORDS], queryColumns: words });
	expect(await asked(['DAY', 'store id', 'Orders!'])).toMatchObject({ inFile: true });
	await expect(asked(['day', 'store_id', 'total'])).rejects.toThrow('no row that surely holds');
	const rows = [['x'], ['day', 'store_id'], ['a', 'b']];
	await expect(decide({ head: rows, queryColumns: words })).rejects.toThrow('there are 3');
});

it('names of 80,000 columns are checked as well as those of three', async () => {
	const names = Array.from({ length: 80_000 }, (_, at) => `column_${at}`);
	const head = [['x'], names, names.map(() => '7'), names.map((_, at) => String(at))];
	const second = { mode: 'secondRow' as const, head };
	expect((await decide(second)).names).toHaveLength(80_000);
	const queryColumns = recordsOf(names, head[3]!.map(Number));
	const unnamed = { head: [['x'], ...head.slice(2)], queryColumns };
	expect((await decide(unnamed)).names).toEqual(names);

	const doubled = names.map((_, at) => `column_${at % 40_000}`);
	const twice = { ...second, head: [['x'], doubled, ...head.slice(2)] };
	await expect(decide(twice)).rejects.toThrow('"column_0" appears twice');
	const numbered = await decide({ ...twice, onDuplicateNames: 'suffix' });
	expect(new Set(numbered.names).size).toBe(80_000);
	const same = {
		...twice,
		head: [['x'], names.map(() => 'a')],
		onDuplicateNames: 'suffix' as const,
	};
	expect((await decide(same)).names.at(-1)).toBe('a_80000');
});
