import '../../../support/quickWaits';
import { gzipSync } from 'node:zlib';
import { bulkExport, runAnalytics } from '../../../support/analyticsNode';
import { serviceForEach } from '../../../support/serviceForEach';
import { SubWorkflow, WORKFLOW_ID } from '../../../support/subWorkflow';

const service = serviceForEach();
const LONG = 'n'.repeat(40_000);

/** The warnings of an export of these lines, the first of which has the names. */
async function warningsOf(output: string, lines: string[], maxRows?: number): Promise<string[]> {
	service.faults.add('download', { kind: 'file', bytes: gzipSync(`${lines.join('\n')}\n`) });
	const options = { columnNames: 'firstRow', ...(maxRows !== undefined && { maxRows }) };
	const parameters = bulkExport({ output, workflowId: WORKFLOW_ID, options });
	const { execute: executeWorkflow } = new SubWorkflow();
	const { hints } = await runAnalytics(service, parameters, { executeWorkflow });
	return hints.filter(({ type }) => type === 'warning').map(({ message }) => message);
}

describe.each(['items', 'subWorkflow'])('a value that later nodes refuse, to %s', (output) => {
	it('gets a warning that names its column and its row', async () => {
		expect(await warningsOf(output, ['id,note', '1,a', `2,${LONG}`])).toEqual([
			'The value of "note" in row 2 has 40000 characters. Excel takes no more than 32767 in a cell, so Convert to File (XLSX) may refuse all rows.',
		]);
		expect(await warningsOf(output, ['id,note', '1\0,a', '2,b'])).toEqual([
			'The value of "id" in row 1 has the character U+0000. Postgres does not take it, so its node may refuse all rows.',
		]);
	});

	it('gets it also far behind the first rows, and the values like it are counted', async () => {
		const rows = Array<string>(20_000).fill('1,some text');
		const [warning] = await warningsOf(output, ['id,note', ...rows, '2,\0', '3,a\0', '4,\0b']);
		expect(warning).toContain('The value of "note" in row 20001 has the character U+0000.');
		expect(warning).toContain('There are 2 other values like this one.');
	});

	it('gets none if it is not passed on, or is not too long', async () => {
		expect(await warningsOf(output, ['id,note', '1,a', `2,${LONG}`], 1)).toEqual([]);
		const row = Array<string>(10).fill('n'.repeat(32_767)).join();
		expect(await warningsOf(output, ['a,b,c,d,e,f,g,h,i,j', row])).toEqual([]);
	});
});
