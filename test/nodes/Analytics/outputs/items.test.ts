import '../../../support/quickWaits';
import { gzipSync } from 'node:zlib';
import { agentTool, bulkExport, runAnalytics } from '../../../support/analyticsNode';
import type { RunOptions } from '../../../support/nodeRuns';
import { serviceForEach } from '../../../support/serviceForEach';

const service = serviceForEach();

/** Exports a file whose second row has the names. */
async function exported(text: string, options: RunOptions = {}) {
	service.faults.clear();
	service.faults.add('download', { kind: 'file', bytes: gzipSync(text) });
	const parameters = bulkExport({ options: { columnNames: 'secondRow' } });
	const run = await runAnalytics(service, parameters, options);
	return { ...run, rows: run.items.map(({ json }) => json) };
}

it('in a tool call, the first row that is left out does not change the types of the others', async () => {
	const long = 'x'.repeat(400);
	const fileWith = (values: string[]): string => {
		return `x\nnote,amount\n${values.map((value) => `${long},${value}\n`).join('')}`;
	};
	const numbers = Array<string>(200).fill('12.50');
	const all = await exported(fileWith(numbers), { node: agentTool() });
	const shown = all.rows.filter((row) => 'amount' in row).length;
	expect(shown).toBe(100);
	const changed = await exported(fileWith(numbers.with(shown, 'n/a')), { node: agentTool() });
	expect(changed.rows).toEqual(all.rows);
	expect(changed.rows[0]?.amount).toBe(12.5);
});
