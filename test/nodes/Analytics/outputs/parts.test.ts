import '../../../support/quickWaits';
import { gzipSync } from 'node:zlib';
import { asItems } from '../../../../nodes/Analytics/outputs/items';
import { OUTPUTS } from '../../../../nodes/Analytics/outputs/outputs';
import { type Part, withParts } from '../../../../nodes/Analytics/outputs/parts';
import { bulkExport, runAnalytics } from '../../../support/analyticsNode';
import { serviceForEach } from '../../../support/serviceForEach';

/*
 * An output that forgets to read something passes nothing on. A new output that is written in such a way takes the place of
 * Items here.
 */

const service = serviceForEach();
afterEach(() => {
	OUTPUTS.items.write = asItems;
});

type Parts = AsyncIterable<Part>;

/** Runs an export of two parts with an output that reads its parts in this way. */
async function runWith(read: (parts: Parts) => Promise<void>) {
	OUTPUTS.items.write = async (finished) => {
		const options = { keepsCells: false, needsSameColumns: true };
		await withParts(finished, options, read);
		return [{ json: { passedOn: true } }];
	};
	const rows = 'some,values\n'.repeat(50_000);
	for (let part = 0; part < 2; part += 1) {
		service.faults.add('download', { kind: 'file', bytes: gzipSync(`x\na,b\n${rows}`) });
	}
	const options = { columnNames: 'secondRow' };
	return await runAnalytics(service, bulkExport({ dateRange: 'lastDays', days: 60, options }));
}

it.each([
	{
		what: 'the second part',
		read: async (parts: Parts) => {
			for await (const { table, columns } of parts) {
				for await (const rows of table.rows(columns)) rows.at(0);
				break;
			}
		},
	},
	{
		what: 'the last rows of a part',
		read: async (parts: Parts) => {
			for await (const { table, columns } of parts) {
				for await (const rows of table.rows(columns)) if (rows.length > 0) break;
			}
		},
	},
])('an output that forgets $what passes nothing on', async ({ read }) => {
	const { items, error } = await runWith(read);
	expect(items).toEqual([]);
	expect(error?.description).toContain('nothing has shown that it is whole');
});

it('an output that reads all rows of all parts passes them on', async () => {
	const { items } = await runWith(async (parts) => {
		for await (const { table, columns } of parts) {
			for await (const piece of table.text(columns)) piece.at(0);
		}
	});
	expect(items).toMatchObject([{ json: { passedOn: true } }]);
});
