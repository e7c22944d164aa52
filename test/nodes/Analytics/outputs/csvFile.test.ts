import '../../../support/quickWaits';
import type { INodeParameters } from 'n8n-workflow';
import { bulkExport, runAnalytics, sendFiles } from '../../../support/analyticsNode';
import { bytesOf } from '../../../support/binaryFile';
import { serviceForEach } from '../../../support/serviceForEach';

const service = serviceForEach();

/** Makes a CSV file of up to three jobs with these files. The first row has the names, unless told otherwise. */
async function csvOf(files: string[], options: INodeParameters = {}) {
	service.reset();
	sendFiles(service, ...files);
	const parameters = bulkExport({
		output: 'csvFile',
		dateRange: 'lastDays',
		days: 30 * files.length,
		options: { columnNames: 'firstRow', ...options },
	});
	const run = await runAnalytics(service, parameters);
	const [item] = run.items;
	const text = item ? (await bytesOf(item)).toString() : '';
	return {
		text,
		rows: item?.json.rows,
		columns: item?.json.columns,
		error: run.error?.message ?? '',
		hints: run.hints.map(({ message }) => message).join('\n'),
	};
}

it.each([
	{
		name: 'passes the rows through as they are written',
		files: ['a,b\r\n1,"2"\r\n 3 ,"x\n"\r\n'],
		text: 'a,b\r\n1,"2"\r\n 3 ,"x\n"\r\n',
		rows: 2,
	},
	{
		name: 'writes only the line of names anew if they are changed',
		files: [' a,a\n1,"2"\n'],
		text: 'a,a_2\n1,"2"\n',
		rows: 1,
	},
	{
		name: 'leaves out a byte order mark and empty lines at the end',
		files: ['\uFEFFa,b\n1,2\n\n\n'],
		text: 'a,b\n1,2\n',
		rows: 1,
	},
	{
		name: 'ends a last row that has no line ending',
		files: ['a,b\r\n1,2\r\n3,4'],
		text: 'a,b\r\n1,2\r\n3,4\r\n',
		rows: 2,
	},
	{
		name: 'begins each file on a new line, whatever the one before ends with',
		files: ['a,b\n1,2', 'a,b\r\n3,"4"\r\n\r\n', 'a,b\n5,6\n'],
		// Programs take the line break of the first row for that of all.
		text: 'a,b\n1,2\n3,4\n5,6\n',
		rows: 3,
	},
	{
		name: 'ends its lines as the first file does, also those that are written anew',
		files: ['a,b\r\n1,"2"\r\n', 'b,a\r\n4,3\r\n', 'a,b\n5,6\n'],
		text: 'a,b\r\n1,"2"\r\n3,4\r\n5,6\r\n',
		rows: 3,
	},
	{
		name: 'ignores the columns of files without rows',
		files: ['No\n', 'a,b\n1,2\n', 'x,y,z\n\n'],
		text: 'a,b\n1,2\n',
		rows: 1,
	},
	{
		name: 'writes selected columns anew, in their order',
		files: ['a,b,c\n1,"2",3\n', 'c,b,a\n6,"5,5",4\n'],
		options: { outputColumns: ['b', 'a'] },
		text: 'b,a\n2,1\n"5,5",4\n',
		rows: 2,
	},
	{
		name: 'ends selected columns as the file does',
		files: ['a,b,c\r\n1,2,3\r\n'],
		options: { outputColumns: ['b', 'a'] },
		text: 'b,a\r\n2,1\r\n',
		rows: 1,
	},
	{
		name: 'quotes the empty values of a single column, which would be empty lines',
		files: ['a\n\nx\n', 'a\n\n\n'],
		text: 'a\n""\nx\n',
		rows: 2,
	},
])('$name', async ({ files, options, text, rows }) => {
	expect(await csvOf(files, options)).toMatchObject({ text, rows, error: '' });
});

it.each([
	{ files: ['a,b\n', 'a,b\n\n\n'], text: 'a,b\n', columns: 'a, b' },
	{ files: [''], text: '', columns: '' },
])('has the names alone if no file has rows: $files', async ({ files, text, columns }) => {
	expect(await csvOf(files)).toMatchObject({ text, rows: 0, columns });
});

it('joins files that have their columns in another order, in the order of the first', async () => {
	const files = ['id,total,name\n1,2.50,a\n', 'name,id,total\n"b,c",2,3\n'];
	const text = 'id,total,name\n1,2.50,a\n2,3,"b,c"\n';
	expect(await csvOf(files)).toMatchObject({ text, rows: 2, error: '' });
});

it('refuses files of which one has a column more, and names its job alone', async () => {
	const { error } = await csvOf(['a,b\n1,2\n', 'a,b\n1,2\n', 'a,b,c\n3,4,5\n']);
	const [, , third] = service.jobs.keys();
	expect(error).toBe(`The parts of the bulk export have different columns (job ${third})`);
});
