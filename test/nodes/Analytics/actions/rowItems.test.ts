import { rowItems } from '../../../../nodes/Analytics/actions/rowItems';
import type { ItemContext } from '../../../../nodes/Analytics/actions/itemContext';

function context(isToolCall: boolean) {
	const hints: string[] = [];
	const item = { itemIndex: 3, isToolCall, hint: (text: string) => hints.push(text) };
	return { item: item as unknown as ItemContext, hints };
}

const rows = (count: number, size = 1) =>
	Array.from({ length: count }, (_, row) => ({ row, text: 'x'.repeat(size) }));

it('gives one item for each row, paired with the input item', () => {
	const { item, hints } = context(false);
	const items = rowItems(item, { rows: rows(3), rowsPerItem: 1 });
	expect(items.map(({ json, pairedItem }) => [json.row, pairedItem])).toEqual(
		[0, 1, 2].map((row) => [row, { item: 3 }]),
	);
	expect(hints).toEqual([]);
});

it.each([
	['as many rows as there are', 5, 0],
	['fewer', 4, 1],
])('says so only if Max Rows left some out: %s', (_, maxRows, hinted) => {
	const { item, hints } = context(false);
	expect(rowItems(item, { rows: rows(5), rowsPerItem: 1, maxRows })).toHaveLength(maxRows);
	expect(hints).toHaveLength(hinted);
});

describe('as the tool of an AI agent', () => {
	it('gives at most 100 rows, and a word that there is more', () => {
		const items = rowItems(context(true).item, { rows: rows(5_000), rowsPerItem: 1 });
		expect(items).toHaveLength(101);
		expect(items.at(-1)?.json).toEqual({
			moreRows: true,
			note: expect.stringContaining('Only the first 100 rows') as string,
		});
	});

	it('gives at most 20 kB', () => {
		const items = rowItems(context(true).item, { rows: rows(50, 1_000), rowsPerItem: 1 });
		expect(JSON.stringify(items.slice(0, -1).map(({ json }) => json)).length).toBeLessThan(20_000);
		expect(items.at(-1)?.json.moreRows).toBe(true);
	});

	it('says nothing when all of it fits', () => {
		expect(rowItems(context(true).item, { rows: rows(7), rowsPerItem: 1 })).toHaveLength(7);
	});
});
