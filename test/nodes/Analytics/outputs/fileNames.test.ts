import {
	fileNameSchema,
	givenName,
	nameOfContent,
	serviceName,
} from '../../../../nodes/Analytics/outputs/fileNames';

it.each([
	['usage', '2026-11-14', 'usage_2026-11-14.csv'],
	['usage', '2026-11-20', 'usage_2026-11-14_2026-11-20.csv'],
	['../../etc/a:b\u0000', '2026-11-14', '..-..-etc-a-b-_2026-11-14.csv'],
])('a file that nobody has named has its query and its days: %j to %s', (queryName, to, name) => {
	expect(nameOfContent({ queryName, startDate: '2026-11-14', endDate: to })).toBe(name);
	expect(fileNameSchema.parse(name)).toBe(name);
});

it.each([
	['report', '.csv', 1, 'report.csv'],
	['report.CSV.gz', '.csv', 1, 'report.csv'],
	['report.v2', '.csv', 3, 'report.v2 (3).csv'],
	['report', '.csv.gz', 1, 'report.csv.gz'],
	['.csv', '.csv', 1, '.csv.csv'],
] as const)('%s with %s, number %i, is %s', (name, extension, number, whole) => {
	expect(givenName(name, extension, number)).toBe(whole);
});

it.each([
	['data_1_2.csv.gz', 'data_1_2.csv.gz'],
	['..\\data.csv.gz', 'data.csv.gz'],
	['..', 'data_job-7.csv.gz'],
	['', 'data_job-7.csv.gz'],
	['a\u0000b\n\u202E.csv.gz ', 'ab.csv.gz'],
	['<b>"x"</b>.csv.gz', 'b.csv.gz'],
	[`${'x'.repeat(300)}.csv.gz`, `${'x'.repeat(193)}.csv.gz`],
])('the name %j that the service gives becomes %s', (given, name) => {
	expect(serviceName(given, 'job/7')).toBe(name);
});

const NO_NAMES = ['a/b', 'a\\b', 'a\nb', '\u202Egnp.exe', '.', '...', 'x'.repeat(201)];
it.each(NO_NAMES)('%j is no name', (name) =>
	expect(() => fileNameSchema.parse(name)).toThrow('Enter a name of at most 200'),
);
