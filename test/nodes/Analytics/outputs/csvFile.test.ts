import { gzipSync } from 'node:zlib';
import { Container } from '@n8n/di';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { BinaryDataService } from 'n8n-core';
import type { INodeParameters } from 'n8n-workflow';
import { bulkExport, runAnalytics } from '../../../support/analyticsNode';
import { seeded } from '../../../support/cuts';
import { serviceForEach } from '../../../support/serviceForEach';
import { toCsv } from '../table/csvTexts';

const service = serviceForEach();

/** The CSV file that is made of the files of up to three jobs, of which the first row has the names. */
async function csvOf(files: string[], options: INodeParameters = {}) {
	service.reset();
	for (const text of files) {
		service.faults.add('download', { kind: 'file', bytes: gzipSync(text) });
	}
	const range = { dateRange: 'lastDays', days: 30 * files.length };
	const chosen = { ...range, output: 'csvFile', options: { columnNames: 'firstRow', ...options } };
	const { items, error } = await runAnalytics(service, bulkExport(chosen));
	if (error) return { error: error.message };
	const { json, binary } = items[0]!;
	const bytes = await Container.get(BinaryDataService).getAsBuffer(binary!.data!);
	return { text: bytes.toString(), rows: json.rows, columns: json.columns };
}

const SECOND = { columnNames: 'secondRow' };
const WANTED = { outputColumns: ['b', 'a'] };

it.each<[string, string[], INodeParameters, string]>([
	['files become one', ['a,b\n1,2\n', 'a,b\r\n3,"4"\r\n\r\n'], {}, 'a,b\n1,2\n3,4\n'],
	['quotes stay if needed', ['a,b\n1,2\n', 'a,b\n5,"6,7"'], {}, 'a,b\n1,2\n5,"6,7"\n'],
	['rows are written anew', ['x\r\na,a\r\n"1",2\r\n3,"x\n"\r\n'], SECOND, 'a,a_2\n1,2\n3,"x\n"\n'],
	['none without rows counts', ['No\n', 'a,b\n1,2\n', 'x,y,z\n'], {}, 'a,b\n1,2\n'],
	['columns are ordered', ['a,b,c\n1,2,3\n', 'c,b,a\n6,5,4\n'], WANTED, 'b,a\n2,1\n5,4\n'],
	['empty values stay rows', ['a\n\nx\n', 'a\n\n\n'], {}, 'a\n""\nx\n'],
])('%s: %j', async (_, files, options, text) => {
	expect(await csvOf(files, options)).toMatchObject({ text });
});

it.each([
	['a,b\n', 'a,b\n\n\n'],
	['a,b\n', 'a,b\n', 'x\n'],
	['', ''],
])('without rows there are names alone: %j of %j', async (text, ...files) => {
	const columns = text === '' ? [] : ['a', 'b'];
	expect(await csvOf(files)).toEqual({ text, rows: 0, columns });
});

it.each([
	['another order', 'b,a\n3,4\n'],
	['a column more', 'a,b,c\n3,4,5\n'],
])('%s in another file is an error that names the part', async (_, other) => {
	const error = expect.stringMatching(/ those of \S+ to \S+ \(job \S+\) are not those/) as string;
	expect(await csvOf(['a,b\n1,2\n', 'a,b\n1,2\n', other])).toEqual({ error });
});

it('cells of any text are read as they were', async () => {
	const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r', ' ') });
	const anyCells = fc.array(fc.tuple(cell, cell));
	const check = async (cells: string[][]) => {
		const rows = [['a', 'b'], ...cells];
		const { text = '' } = await csvOf([toCsv(rows, '\n'), 'a,b\n1,2\n']);
		expect(parse(text, { record_delimiter: ['\r\n', '\n', '\r'] })).toEqual([...rows, ['1', '2']]);
	};
	await fc.assert(fc.asyncProperty(anyCells, check), seeded(30));
});
