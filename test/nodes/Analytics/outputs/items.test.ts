import '../../../support/quickWaits';
import { gzipSync } from 'node:zlib';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { agentTool, bulkExport, runAnalytics } from '../../../support/analyticsNode';
import type { RunOptions } from '../../../support/nodeRuns';
import { serviceForEach } from '../../../support/serviceForEach';

const service = serviceForEach();

interface Exported {
	rows: IDataObject[];
	/** How many rows the error output got. */
	errors: number;
	error: string;
	hints: string;
}

/** Exports a file whose second row has the names, unless told otherwise. */
async function exported(
	text: string,
	options: INodeParameters = {},
	how: RunOptions = {},
): Promise<Exported> {
	service.faults.clear();
	service.faults.add('download', { kind: 'file', bytes: gzipSync(text) }, 3);
	const parameters = bulkExport({ options: { columnNames: 'secondRow', ...options } });
	const run = await runAnalytics(service, parameters, how);
	return {
		rows: run.items.map(({ json }) => json),
		errors: run.errorItems.length,
		error: `${run.error?.message ?? ''} ${run.error?.description ?? ''}`.trim(),
		hints: run.hints.map(({ message }) => message).join('\n'),
	};
}

it('in a tool call, the first row that is left out does not change the types of the others', async () => {
	const long = 'x'.repeat(400);
	const fileWith = (values: string[]): string => {
		return `x\nnote,amount\n${values.map((value) => `${long},${value}\n`).join('')}`;
	};
	const numbers = Array<string>(200).fill('12.50');
	const all = await exported(fileWith(numbers), {}, { node: agentTool() });
	const shown = all.rows.filter((row) => 'amount' in row).length;
	expect(shown).toBeLessThan(100);
	const changed = await exported(fileWith(numbers.with(shown, 'n/a')), {}, { node: agentTool() });
	expect(changed.rows).toEqual(all.rows);
	expect(changed.rows[0]?.amount).toBe(12.5);
});

describe('a compressed file of one line', () => {
	it.each([
		{ columnNames: 'firstRow', text: '<!DOCTYPE html><html><body>Please sign in</body></html>' },
		{ columnNames: 'secondRow', text: '{"code":500,"message":"internal error"}' },
		{ columnNames: 'automatic', text: '{"code":500,"message":"internal error"}' },
	])('that is a document is an error with Column Names $columnNames', async (given) => {
		const { error } = await exported(given.text, { columnNames: given.columnNames });
		expect(error).toMatch(/instead of (a|the) file/);
	});

	it.each(['firstRow', 'secondRow'])('is shown where it has no rows: %s', async (columnNames) => {
		const { rows, error, hints } = await exported('Quota exceeded\n', { columnNames });
		expect(rows).toEqual([]);
		expect(error).toBe('');
		expect(hints).toContain('The only line of the file is: Quota exceeded');
	});
});

describe('rows that n8n takes for errors', () => {
	const file = 'x\nerror,message\nBounced,a\n,b\nUndeliverable,c\n';

	it('are counted in a warning where there is an error output', async () => {
		const { errors, hints } = await exported(file, {}, { onError: 'continueErrorOutput' });
		expect(errors).toBe(2);
		expect(hints).toContain('n8n passes 2 rows to the error output');
	});

	it('are rows like all others without one', async () => {
		const { rows, hints } = await exported(file, {}, { onError: 'continueRegularOutput' });
		expect(rows).toHaveLength(3);
		expect(hints).not.toContain('error output');
	});

	it('are told from rows with other columns', async () => {
		const own = { onError: 'continueErrorOutput' } as const;
		const { errors, hints } = await exported('x\nid,error\n1,Bounced\n', {}, own);
		expect(errors).toBe(0);
		expect(hints).not.toContain('error output');
	});
});

it('a missing column with a comma in its name is quoted, with how to enter it', async () => {
	const text = 'x\n"Total, BRL",id\n1,2\n';
	const split = await exported(text, { outputColumns: '={{ "Total, BRL" }}' });
	expect(split.error).toContain('There is no column "Total", "BRL"');
	expect(split.error).toContain('The columns are: "Total, BRL", id.');
	const listed = await exported(text, { outputColumns: '={{ ["Total, BRL"] }}' });
	expect(listed.rows).toEqual([{ 'Total, BRL': 1 }]);
});

it('a hint tells that columns named by whole numbers come first', async () => {
	const text = 'x\nsign,2016,2015\na,1,2\n';
	const numbered = await exported(text, { outputColumns: ['sign', '2016', '2015'] });
	expect(numbered.hints).toContain('whatever the order of Output Columns: 2015, 2016, sign.');
	const others = await exported(text, { outputColumns: ['sign'] });
	expect(others.hints).not.toContain('whole numbers');
});

it('a single column whose values contain semicolons gets a warning', async () => {
	const { hints } = await exported('x\nday;sent\n2026-11-01;3\n2026-11-02;4\n');
	expect(hints).toContain('The file has one column, and its values contain semicolons.');
});
