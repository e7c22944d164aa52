import type { INodeExecutionData } from 'n8n-workflow';
import {
	fileNameSchema,
	nameApart,
	nameOfFile,
	nameOfQuery,
} from '../../../../nodes/Analytics/outputs/fileNames';

const DAY = '2026-11-14';

/** The name after a query. */
function nameAfter({ queryName = 'usage', customFilters = {}, endDate = DAY }): string {
	return nameOfQuery({ queryName, timeZone: 'UTC', startDate: DAY, endDate, customFilters });
}

it.each([
	{
		what: 'the values of its filters',
		named: { customFilters: { storeId: 'São Paulo/7', flow: 'bot' } },
		name: 'usage_São-Paulo-7_bot_2026-11-14',
	},
	{
		what: 'the beginning of a long value',
		named: { customFilters: { flow: 'x'.repeat(300) } },
		name: `usage_${'x'.repeat(94)}_2026-11-14`,
	},
	{
		what: 'a harmless form of its query',
		named: { queryName: '../../etc/a:b\u0000' },
		name: '..-..-etc-a-b-_2026-11-14',
	},
])('names a file after $what', ({ named, name }) => {
	expect(nameAfter(named)).toBe(name);
	expect(fileNameSchema.parse(name)).toBe(name);
});

it.each([
	{ given: 'report.CSV.gz', extension: '.csv', name: 'report.csv' },
	{ given: 'report.v2', extension: '.csv', name: 'report.v2.csv' },
	{ given: '.csv', extension: '.csv', name: '.csv.csv' },
	{ given: 'report.csv.csv', extension: '.csv.gz', name: 'report.csv.gz' },
] as const)('gives "$given" its extension: $name', ({ given, extension, name }) => {
	expect(nameOfFile(given, { FileName: 'data.csv.gz', JobId: '7' }, extension)).toBe(name);
});

it('gives files with equal names names of their own, and leaves files of others alone', () => {
	const names = ['a.csv', 'A.csv', 'a.csv', 'b.csv.gz', 'b.csv.gz', 'data', 'data'];
	const own = names.map((fileName) => ({ data: '', mimeType: 'text/csv', fileName }));
	const ofInput = { data: '', mimeType: 'text/csv', fileName: 'a.csv' };
	const items: INodeExecutionData[] = own.map((data) => ({ json: {}, binary: { data } }));
	items.push({ json: {}, binary: { data: ofInput } }, { json: { fileName: 'a.csv' } });
	nameApart(items, new Set(own), new Set());
	const named = items.map(({ json, binary }) => binary?.['data']?.fileName ?? json['fileName']);
	expect(named).toEqual([
		'a.csv',
		'A (2).csv',
		'a (3).csv',
		'b.csv.gz',
		'b (2).csv.gz',
		'data',
		'data (2)',
		'a.csv',
		'a.csv',
	]);
	expect(items[1]?.json).toEqual({ fileName: 'A (2).csv' });
	expect(items[7]?.json).toEqual({});
});

it.each([
	{ given: '..\\data.csv.gz', name: 'data.csv.gz' },
	{ given: '', name: 'data_job-7.csv.gz' },
	{ given: 'a\u0000b\n\u202E.csv.gz ', name: 'ab.csv.gz' },
	{ given: '<b>"x"</b>.csv.gz', name: 'b.csv.gz' },
	{ given: `${'x'.repeat(300)}.csv.gz`, name: `${'x'.repeat(193)}.csv.gz` },
	{ given: '../..', name: 'data_job-7.csv.gz' },
])(
	'makes the name $given of the service harmless, with the extension of its format',
	({ given, name }) => {
		expect(nameOfFile('', { FileName: given, JobId: 'job/7' }, '.csv.gz')).toBe(name);
	},
);

it.each(['a/b', 'a\\b', 'a\nb', '\u202Egnp.exe', '.', '...', 'x'.repeat(201), ...':*?"<>|'])(
	'refuses %j as a name',
	(name) => {
		expect(() => fileNameSchema.parse(name)).toThrow('Enter a name of at most 200');
	},
);
