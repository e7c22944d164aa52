import fc from 'fast-check';
import { columnOrder } from '../../../../nodes/Analytics/bulkFile/columnOrder';

const record = { day: '2026-11-01', store: '007', sent: 5, read: 3, note: null };
const row = ['2026-11-01', '007', '5', '3', ''];

function isConfirmed(records: Array<Record<string, unknown>>, rows: string[][]): boolean {
	return columnOrder(records, rows).isConfirmed;
}

describe('the order of columns is confirmed', () => {
	it('by a row that holds the values of a record in the order of its keys', () => {
		expect(columnOrder([record], [row])).toEqual({ names: Object.keys(record), isConfirmed: true });
		const others = [
			['2026-10-01', '008', '1', '1', 'x'],
			['2026-10-02', '009', '2', '2', 'x'],
		];
		expect(isConfirmed([record], [...others, row])).toBe(true);
		expect(isConfirmed([record], others)).toBe(false);
	});

	it.each([
		['numbers', { a: 12.5, b: 'x' }, ['12.50', 'x']],
		['booleans', { a: true, b: 'x' }, ['TRUE', 'x']],
		['what is missing', { a: 'y', b: undefined }, ['y', '']],
		['objects', { a: { b: 1 }, b: 'x' }, ['{"b":1}', 'x']],
	])('whatever way CSV writes %s', (_, values, cells) => {
		expect(isConfirmed([values, { a: 'z', b: 'z' }], [cells, ['z', 'z']])).toBe(true);
	});

	it('by types of values, if they fit in one order alone', () => {
		const typed = { name: 'Ana', day: '2026-11-01', orders: 5, active: true };
		const rows = [['Bia', '2026-10-01T10:00:00Z', '7', 'false']];
		expect(isConfirmed([typed], rows)).toBe(true);
		expect(isConfirmed([{ ...typed, total: 3 }], [[...rows[0]!, '8']])).toBe(false);
	});

	it('in a file of one column', () => {
		expect(isConfirmed([{ orders: 5 }], [['7']])).toBe(true);
		expect(isConfirmed([{ name: 'Ana' }], [['Ana']])).toBe(true);
	});
});

describe('the order of columns is not confirmed', () => {
	it('where two columns hold the same in all rows that are records', () => {
		const same = { ...record, read: 5 };
		const rows = [['2026-11-01', '007', '5', '5', '']];
		expect(isConfirmed([same], rows)).toBe(false);
		expect(isConfirmed([same, record], [...rows, row])).toBe(true);
	});

	it('by a record whose values stand in two rows in different orders', () => {
		const records = [
			{ sent: 1, read: 2 },
			{ sent: 2, read: 1 },
		];
		const rows = [
			['1', '2'],
			['2', '1'],
		];
		expect(isConfirmed(records, rows)).toBe(false);
		expect(isConfirmed([...records, { sent: 4, read: 3 }], [['4', '3'], ...rows])).toBe(true);
	});

	it('by digits, which text may hold too', () => {
		expect(isConfirmed([{ user: 'anonymous', text: '12345' }], [['12', 'hello']])).toBe(false);
		expect(isConfirmed([{ code: '007', orders: 5 }], [['008', '7']])).toBe(false);
	});

	it('by types where a column has no value', () => {
		expect(isConfirmed([{ name: 'Ana', note: null }], [['Bia', '']])).toBe(false);
		expect(isConfirmed([{ name: 'Ana', orders: 5 }], [['Bia', 'null']])).toBe(false);
	});

	it('where the first row may be names in other words', () => {
		const records = [{ campaign: 'spring', text: 'hello' }];
		const names = ['Campanha', 'Texto'];
		expect(isConfirmed(records, [names, ['spring', 'hello']])).toBe(false);
		expect(isConfirmed(records, [['spring', 'hello'], names])).toBe(true);
		expect(isConfirmed(records, [])).toBe(false);
	});
});

it('values that cannot stand in a column are told', () => {
	const [day, word] = ['2026-11-01', 'word'];
	for (const [value, cells] of [
		[5, [word]],
		[5, [day]],
		[true, [word]],
		[word, [day]],
		[day, ['5']],
		['007', [day]],
	] as const) {
		expect(columnOrder([{ orders: value }], [[...cells]])).toEqual({
			names: ['orders'],
			isConfirmed: false,
			contradiction: '"orders" does not fit the values in column 1 of the file',
		});
	}
	// Neither nothing nor a word for it says anything.
	for (const cell of ['', 'null', 'NaN', 'inf']) {
		expect(columnOrder([{ orders: 5 }], [['5'], [cell]]).contradiction).toBeUndefined();
	}
});

it('keys that some records leave out are columns too', () => {
	const records = [{ b: 1 }, { a: 'x', b: 2 }, { c: true, b: 3 }];
	expect(columnOrder(records, [['x', '2', 'true']]).names).toEqual(['a', 'b', 'c']);
	expect(columnOrder([{}], []).names).toEqual([]);
	const inherited = columnOrder([{ toString: 'x' }, {}], [['x'], ['']]);
	expect(inherited).toEqual({ names: ['toString'], isConfirmed: true });
});

it('no other order than the true one is ever confirmed', () => {
	const value = fc.oneof(
		fc.constantFrom('', 'a', 'b', '7', '08', '2026-11-01', 'null'),
		fc.constantFrom(0, 7, 1.5),
		fc.constantFrom(true, null),
	);
	const width = 4;
	const order = fc.shuffledSubarray([0, 1, 2, 3], { minLength: width });
	const line = fc.tuple(value, value, value, value);
	fc.assert(
		fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), order, (lines, places) => {
			const records = lines.map((values) =>
				Object.fromEntries(places.map((at) => [`c${at}`, values[at]])),
			);
			const rows = lines.map((values) => values.map((cell) => String(cell ?? '')));
			if (isConfirmed(records, rows)) expect(places).toEqual([0, 1, 2, 3]);
		}),
		{ numRuns: 3000 },
	);
});
