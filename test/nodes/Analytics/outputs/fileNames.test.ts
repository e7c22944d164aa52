import {
	CSV,
	fileNameSchema,
	givenName,
	GZIP,
	nameOfQuery,
	serviceName,
} from '../../../../nodes/Analytics/outputs/fileNames';

it.each([
	{ queryName: 'usage', endDate: '2026-11-14', name: 'usage_2026-11-14.csv' },
	{ queryName: 'usage', endDate: '2026-11-20', name: 'usage_2026-11-14_2026-11-20.csv' },
	{
		queryName: '../../etc/a:b\u0000',
		endDate: '2026-11-14',
		name: '..-..-etc-a-b-_2026-11-14.csv',
	},
])('names a file after its query and its days: $name', ({ queryName, endDate, name }) => {
	expect(nameOfQuery({ queryName, startDate: '2026-11-14', endDate }, CSV)).toBe(name);
	expect(fileNameSchema.parse(name)).toBe(name);
});

it.each([
	{ given: 'report', format: CSV, number: 1, name: 'report.csv' },
	{ given: 'report.CSV.gz', format: CSV, number: 1, name: 'report.csv' },
	{ given: 'report.v2', format: CSV, number: 3, name: 'report.v2 (3).csv' },
	{ given: 'report', format: GZIP, number: 1, name: 'report.csv.gz' },
	{ given: '.csv', format: CSV, number: 1, name: '.csv.csv' },
])('gives "$given" the extension of its format: $name', ({ given, format, number, name }) => {
	expect(givenName(given, format, number)).toBe(name);
});

it.each([
	{ given: 'data_1_2.csv.gz', name: 'data_1_2.csv.gz' },
	{ given: '..\\data.csv.gz', name: 'data.csv.gz' },
	{ given: '..', name: 'data_job-7.csv.gz' },
	{ given: '', name: 'data_job-7.csv.gz' },
	{ given: 'a\u0000b\n\u202E.csv.gz ', name: 'ab.csv.gz' },
	{ given: '<b>"x"</b>.csv.gz', name: 'b.csv.gz' },
	{ given: `${'x'.repeat(300)}.csv.gz`, name: `${'x'.repeat(193)}.csv.gz` },
])('makes the name $given of the service harmless', ({ given, name }) => {
	expect(serviceName(given, 'job/7')).toBe(name);
});

it.each(['a/b', 'a\\b', 'a\nb', '\u202Egnp.exe', '.', '...', 'x'.repeat(201)])(
	'refuses %j as a name',
	(name) => {
		expect(() => fileNameSchema.parse(name)).toThrow('Enter a name of at most 200');
	},
);

it.each(Array.from(':*?"<>|', (character) => ({ character })))(
	'refuses a name with $character, which Windows and many storages do not take, and says how to write the time',
	({ character }) => {
		const words = `without : * ? \\" < > |. For the time, use {{ $now.toFormat('yyyy-MM-dd_HH-mm') }}`;
		expect(() => fileNameSchema.parse(`report${character}1`)).toThrow(words);
	},
);
