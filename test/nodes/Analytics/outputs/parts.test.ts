import '../../../support/quickWaits';
import { gzipSync } from 'node:zlib';
import { asItems } from '../../../../nodes/Analytics/outputs/items';
import { OUTPUTS } from '../../../../nodes/Analytics/outputs/outputs';
import { withParts } from '../../../../nodes/Analytics/outputs/parts';
import { bulkExport, runAnalytics } from '../../../support/analyticsNode';
import { serviceForEach } from '../../../support/serviceForEach';

/*
 * A new output that is written carelessly takes the place of Items here. All that it may forget is tested in
 * job/downloads.test.ts.
 */

const service = serviceForEach();
afterEach(() => {
	OUTPUTS.items.write = asItems;
});

it('an output that forgets the last rows of a part passes nothing on', async () => {
	OUTPUTS.items.write = async (finished) => {
		const options = { keepsCells: false, needsSameColumns: true };
		await withParts(finished, options, async (parts) => {
			for await (const { table, columns } of parts) {
				for await (const rows of table.rows(columns)) if (rows.length > 0) break;
			}
		});
		return [{ json: { passedOn: true } }];
	};
	const bytes = gzipSync(`x\na,b\n${'some,values\n'.repeat(50_000)}`);
	service.faults.add('download', { kind: 'file', bytes });
	const parameters = bulkExport({ options: { columnNames: 'secondRow' } });
	const { items, error } = await runAnalytics(service, parameters);
	expect(items).toEqual([]);
	expect(error?.description).toContain('nothing has shown that it is whole');
});
