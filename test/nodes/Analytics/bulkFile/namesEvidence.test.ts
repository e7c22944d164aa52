import { looksLikeNames, namesAboveData } from '../../../../nodes/Analytics/bulkFile/namesEvidence';

describe('looksLikeNames', () => {
	it.each([
		[['day']],
		[['day', 'Store ID', ' user.name ', 'é%', 'a/b', 'c(d):#-_1']],
		[['string', 'day']],
		[['x'.repeat(100)]],
		[['stringy', 'substring', 'print', 'datetimes']],
		[['nullable', 'unknowns', 'a-']],
		[['day', 'day']],
	])('%j', (row) => {
		expect(looksLikeNames(row)).toBe(true);
	});

	it.each([
		[[]],
		[['']],
		[['day', ' ']],
		[['1day']],
		[['_day']],
		[['day!']],
		[['x'.repeat(101)]],
		[['day', '7']],
		[['day', 'NULL']],
		[['day', ' null ']],
		[['day', 'n/a']],
		[['day', 'NA']],
		[['day', 'true']],
		[['day', 'Unknown']],
		[['day', 'Não']],
		[['day', 'Infinity']],
		[['day', 'Sept.']],
		[['STRING', 'Integer', 'int64', 'bool', 'float', 'char', 'int', ' date ']],
		[['varchar', 'float64', 'boolean', 'timestamp', 'numeric']],
	])('not %j', (row) => {
		expect(looksLikeNames(row)).toBe(false);
	});
});

describe('namesAboveData', () => {
	const names = ['user_id', 'orders', 'text'];
	const rows = (...cells: string[]) => [cells, cells, cells];

	it.each([
		['1', '-20', '+3'],
		['1.5', '1,234.5', '12%'],
		['1e5', '1E-10', '2.5e+10'],
		['2026-11', '2026-11-01', '20261101'],
		['2026-11-01T10:20', '2026-11-01 10:20:30', '2026-11-01T10:20:30.123'],
		['2026-11-01T10:20Z', '2026-11-01T10:20:30+05:30', '2026-11-01 10:20:30 UTC'],
		['2026-11-01T10:20:30-0530', 'true', 'FALSE'],
	])('knows the values %s, %s and %s', (...values) => {
		// A column of words beside it, so that each value counts.
		for (const value of values) {
			expect(namesAboveData(names, rows(value, value, 'word'))).toBe(true);
		}
	});

	it.each([
		'word',
		'x1',
		'1x',
		'1.',
		'.5',
		'1..2',
		'1e',
		'1ex',
		'- 1',
		'12%%',
		'1.5.x',
		'1/2',
		'2026',
		'2026-1',
		'202-11',
		'2026-11-1',
		'x2026-11-01',
		'2026-11-01x',
		'2026-11-01T10',
		'2026-11-01T1:20',
		'2026-11-01T10:2',
		'2026-11-01X10:20',
		'2026-11-01T10:20:3',
		'2026-11-01T10:20:30.',
		'2026-11-01T10:20+5',
		'2026-11-01T10:20*05:30',
		'2026-ab',
		'2026-11-ab',
		'2026-11-01Tab:20',
		'2026-11-01T10:ab',
		'2026-11-01T10:20:ab',
		'abcd-11',
		'2026-11-01T10:20+ab:30',
		'2026-11-01T10:20+05:ab',
		'2026-11-01T10:20:30.ab',
		'trueish',
		'untrue',
		'yes',
	])('knows that %s is a word', (value) => {
		// "2026" alone is a number, and stands for one here.
		const isNumber = value === '2026';
		expect(namesAboveData(names, rows(value, value, 'word'))).toBe(isNumber);
	});

	it('takes two columns of values for certain, one not', () => {
		const names = ['user_id', 'orders'];
		expect(namesAboveData(names, rows('1', '2'))).toBe(true);
		expect(namesAboveData(names, rows('1', 'x'))).toBe(false);
	});

	it('wants three columns of values where there are less than three rows', () => {
		const names = ['user_id', 'orders', 'day'];
		const two = [
			['1', '2', 'x'],
			['3', '4', 'y'],
		];
		expect(namesAboveData(names, two)).toBe(false);
		expect(namesAboveData(names, [...two, ['5', '6', 'z']])).toBe(true);
		expect(namesAboveData(names, [['1', '2', '2026-11-01']])).toBe(true);
	});

	it('looks at all rows, and leaves out what is empty', () => {
		const names = ['user_id', 'orders'];
		const sparse = [
			['', '2'],
			[' 1 ', ' '],
			['3', ''],
		];
		expect(namesAboveData(names, sparse)).toBe(true);
		expect(namesAboveData(names, [...sparse, ['x', '3']])).toBe(false);
		expect(namesAboveData(names, rows('', ''))).toBe(false);
		expect(namesAboveData(names, [])).toBe(false);
	});

	it('wants rows of the same width, and names', () => {
		const names = ['user_id', 'orders'];
		expect(namesAboveData(names, [...rows('1', '2'), ['1', '2', '3']])).toBe(false);
		expect(namesAboveData(names, [...rows('1', '2'), ['1']])).toBe(false);
		expect(namesAboveData(['user_id', '5'], rows('1', '2'))).toBe(false);
	});

	it.each([
		[['day', 'sent', 'delivered', 'failed']],
		[['Data', 'Pedidos']],
		[['fecha', 'cantidad']],
		[['Preço', 'Código']],
		[['createdAt', 'userId']],
		[['Store ID', 'Total Orders']],
		[['hour_block', 'delivery-rate']],
		[['day', 'orders', 'orders']],
	])('knows the names %j above numbers', (names) => {
		expect(namesAboveData(names, rows(...names.map(() => '7')))).toBe(true);
	});

	// What is odd or missing in columns of numbers, dates or booleans.
	it.each([
		[['Loja', 'Infinity', 'inf']],
		[['nulo', 'vazio']],
		[['pending', 'desconhecido']],
		[['e10', 'f20']],
		[['t', 'f']],
		[['Nov', 'Sun']],
		[['março', 'terça']],
		[['miércoles', 'agosto']],
		[['somvar', 'farvari']],
		[['hoje', 'ayer']],
		[['sim', 'não']],
		[['haan', 'nahi']],
		[['N/A', 'NaN']],
		[['orders', 'users', 'NaN']],
		[['orders', 'users', 'Nov']],
		[['sent', 'failed', 'read', 'open', 'closed']],
		[['order_shipped', 'payment_reminder', 'welcome']],
		[['Dia das Mães', 'Happy Hour']],
		[['sem dados', 'not_available']],
		[['no orders', 'sin pedidos']],
		[['SKU_001', 'CUPOM10']],
		[['orders', 'orders']],
		[['total', 'average']],
		[['अगस्त', '店铺']],
	])('never takes %j above numbers for names', (row) => {
		expect(namesAboveData(row, rows(...row.map(() => '7')))).toBe(false);
		expect(namesAboveData(row, rows(...row.map(() => '2026-11-01')))).toBe(false);
	});
});
