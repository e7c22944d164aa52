import { firstRowOf } from '../../../../nodes/Analytics/csv/firstRow.ts';

const REST = 'a,b\n1,2\n';

it.each([
	['a row', 'x,y\n', ['x', 'y']],
	['a quoted row of two lines', '"x\ny",z\r\n', ['x\ny', 'z']],
	['a quote inside a field', 'Export 5" screens\r\n', ['Export 5" screens']],
	['a quote that is never closed', '"Export\n', ['"Export']],
	['more columns than a table may have', `${','.repeat(16_384)}\n`, [','.repeat(16_384)]],
])('is a row of CSV, or else its line: %s', (_, line, cells) => {
	const text = line + REST;
	const first = { cells, end: line.length };
	expect(firstRowOf(text, true)).toEqual(first);
	expect(firstRowOf(`${text}no "CSV`, true)).toEqual(first);
	// However much of the file is there, it is the same row or not known yet.
	const parts = Array.from(text.slice(0, 200), (_char, at) => firstRowOf(text.slice(0, at), false));
	for (const part of parts) expect([undefined, first]).toContainEqual(part);
});

it.each([
	['nothing', '', undefined],
	['a row alone', 'x,y', { cells: ['x', 'y'], end: 3 }],
	['a line alone that ends with CR', 'x"\r', { cells: ['x"'], end: 3 }],
])('is what the whole file has: %s', (_, text, first) => {
	expect(firstRowOf(text, true)).toEqual(first);
	expect(firstRowOf(text, false)).toBeUndefined();
});

it('takes a quoted value that closes, as CSV allows, but not one of a million characters', () => {
	const long = (lines: number) => `"x\n${`${'y'.repeat(1_000)}\n`.repeat(lines)}`;
	expect(firstRowOf(long(1_000), false)).toBeUndefined();
	expect(firstRowOf(long(1_100), false)).toEqual({ cells: ['"x'], end: 3 });
	const message = 'Row 1 of the file has more than a million characters.';
	expect(() => firstRowOf('x'.repeat(2 ** 20 + 1), false)).toThrow(message);
});
