import { CsvError, OpenQuoteError } from '../../../../nodes/Analytics/table/csvReader';
import { Utf8Error } from '../../../../nodes/Analytics/table/utf8';
import {
	type ReadFile,
	whatFileIsInstead,
} from '../../../../nodes/Analytics/table/whatFileIsInstead';

const WIDTHS = new CsvError(3, 'has 1 field instead of 2');
const OPEN = new OpenQuoteError(3);
const NOT_UTF8 = new Utf8Error();
const TWO_COLUMNS = [['x'], ['a', 'b']];
const MANY_ROWS = [['x'], ...Array<string[]>(19).fill(['a', 'b'])];

/** A compressed file that can be read as CSV so far. */
const file: ReadFile = {
	isPacked: true,
	start: 'x\na,b\n',
	isWhole: false,
	endsInLine: false,
	head: TWO_COLUMNS,
};
const unpacked: ReadFile = { ...file, isPacked: false };

it.each([
	{ name: 'a compressed file of two columns', read: file, is: 'CSV' },
	{
		name: 'an empty compressed file',
		read: { ...file, start: '', isWhole: true, head: [] },
		is: 'CSV',
	},
	{ name: 'an unpacked file of two columns', read: unpacked, is: 'CSV' },
	{
		name: 'an unpacked file of one column',
		read: { ...unpacked, head: [['Failed'], ['later']] },
		is: 'TextInstead',
	},
	{
		name: 'an unpacked text with a comma in one of its first lines',
		read: { ...unpacked, error: WIDTHS },
		is: 'TextInstead',
	},
	{
		name: 'an unpacked table with a row of another width behind many others',
		read: { ...unpacked, head: MANY_ROWS, error: WIDTHS },
		is: 'NotCsv',
	},
	{
		name: 'an unpacked file that ends in a quoted field',
		read: { ...unpacked, isWhole: true, error: OPEN },
		is: 'DamagedFile',
	},
	{
		name: 'an unpacked file that ends within a row',
		read: { ...unpacked, start: 'x\na,b\n1', endsInLine: true, error: WIDTHS },
		is: 'DamagedFile',
	},
	{
		name: 'a large unpacked file that ends within a row, behind a first row that is longer than the beginning',
		read: { ...unpacked, start: 'x', endsInLine: true },
		is: 'DamagedFile',
	},
	{
		name: 'an unpacked line without a line break',
		read: { ...unpacked, start: 'x', isWhole: true, endsInLine: true, head: [['x']] },
		is: 'TextInstead',
	},
	{
		name: 'an unpacked file in another encoding',
		read: { ...unpacked, error: NOT_UTF8 },
		is: 'NotCsv',
	},
] satisfies Array<{ name: string; read: ReadFile; is: string }>)('$name: $is', ({ read, is }) => {
	const instead = whatFileIsInstead(read);
	expect(instead?.name ?? 'CSV').toBe(is);
	expect(instead ?? {}).toMatchObject({
		// Never more of it than its first line.
		...(is === 'TextInstead' && { text: 'x' }),
		...(is === 'NotCsv' && { message: read.error?.message }),
	});
});

describe.each([
	'<!DOCTYPE html><html><head><title>Sign in</title></head></html>',
	'<html>\n<body>\nPlease sign in\n</body>\n</html>\n',
	'{"code":500,"message":"internal error"}',
	'{\n  "code": 500\n}\n',
	'[]',
	'[{"code":500}]\n',
	'[\n  { "code": 500 }\n]',
	'<?xml version="1.0"?><Error><Code>NoSuchKey</Code></Error>',
])('the document %j', (start) => {
	it('is a text if it is the whole file, whatever else is wrong with it', () => {
		for (const error of [undefined, WIDTHS, NOT_UTF8]) {
			const read = { ...file, start, isWhole: true, ...(error && { error }) };
			expect(whatFileIsInstead(read)).toMatchObject({ name: 'TextInstead', text: start });
		}
	});

	it('is a text if it is the only row, which is longer than the beginning', () => {
		const read = { ...file, start: start.slice(0, 1), head: [['x']], onlyRow: start };
		expect(whatFileIsInstead(read)).toMatchObject({ name: 'TextInstead', text: start });
	});

	it('is rows if more follows', () => {
		expect(whatFileIsInstead({ ...file, start })).toBeUndefined();
		const more = `${start}\na,b\n1,2\n`;
		expect(whatFileIsInstead({ ...file, start: more, isWhole: true })).toBeUndefined();
	});
});

it.each(['true', '7', '"a"', '[a, b]', '[Report] 2026'])(
	'a line is no document, which may be any first row: %s',
	(start) => {
		expect(whatFileIsInstead({ ...file, start, isWhole: true })).toBeUndefined();
	},
);
