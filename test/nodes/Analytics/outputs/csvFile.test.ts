import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import type { OutputSettings } from '../../../../nodes/Analytics/actions/fields/output';
import type { Item } from '../../../../nodes/Analytics/actions/item';
import { asCsvFile } from '../../../../nodes/Analytics/outputs/csvFile';
import type { AnalyticsApi } from '../../../../nodes/Analytics/transport/analyticsApi';
import { shownText } from '../../../../nodes/shared/shownText';
import { asChunks, collect } from '../../../support/chunks';

type Settings = Parameters<typeof asCsvFile>[1]['settings'];

/** The CSV file that is made of the files of some jobs, of which the first row has the names. */
async function csvOf(files: string[], settings: Partial<Settings> = {}, size = 1 << 16) {
	let saved = '';
	const prepareBinaryData = async (stream: Readable) => {
		saved = (await collect(stream)).toString();
		return { mimeType: 'text/csv', data: '' };
	};
	const hints: string[] = [];
	const item = {
		itemIndex: 3,
		run: { n8n: { helpers: { prepareBinaryData } } },
		signal: new AbortController().signal,
		hint: (message: string) => hints.push(message),
		warn: (message: string) => hints.push(message),
	} as unknown as Item;
	const api = {
		download: async (jobId: string) => {
			const chunks = asChunks(gzipSync(files[Number(jobId)]!), size);
			const close = async () => await chunks.return(undefined);
			return {
				chunks,
				close,
				toStream: (bytes: AsyncIterable<Uint8Array>) => Readable.from(bytes),
			};
		},
		shown: shownText,
	} as unknown as AnalyticsApi;
	const jobs = files.map((_, at) => ({
		jobId: String(at),
		fileName: 'data.csv.gz',
		queryKeys: undefined,
	}));
	const all = {
		output: 'csvFile',
		binaryPropertyName: 'data',
		columnNames: 'firstRow',
		outputColumns: [],
		fileName: '',
		excel: 'no',
		...settings,
	} as OutputSettings as Settings;
	const items = await asCsvFile(item, { api, jobs, settings: all });
	return { text: saved, json: items[0]?.json, hints };
}

describe.each([1, 100_000])('in pieces of %i bytes', (size) => {
	const textOf = async (files: string[], settings: Partial<Settings> = {}) =>
		(await csvOf(files, settings, size)).text;

	it('several files become one, with one row of names', async () => {
		const files = ['a,b\n1,2\n', 'a,b\r\n3,"4"\r\n\r\n', 'a,b\n5,"6,7"'];
		expect(await csvOf(files, {}, size)).toMatchObject({
			text: 'a,b\n1,2\n3,4\n5,"6,7"\n',
			json: { rows: 3, columns: ['a', 'b'] },
		});
	});

	it('one file stays as it is, byte for byte, below names as it has them', async () => {
		const rows = '"1",2\r\n3,"x\n"\r\n';
		expect(await textOf([`"a","b"\r\n${rows}`])).toBe(`a,b\r\n${rows}`);
		expect(await textOf([`x\r\na,a\r\n${rows}`], { columnNames: 'secondRow' })).toBe(
			`a,a_2\r\n${rows}`,
		);
	});

	it('a file without rows has its names alone', async () => {
		for (const text of ['a,b', 'a,b\n', 'a,b\n\n\n', `a,b\n${'\n'.repeat(30)}`]) {
			expect(await csvOf([text], {}, size)).toMatchObject({
				text: 'a,b\n',
				json: { rows: 0, columns: ['a', 'b'] },
				hints: [expect.stringMatching(/^The bulk export has no rows/)],
			});
		}
		expect(await textOf([''])).toBe('');
	});

	it('files without rows say nothing about the columns', async () => {
		expect(await textOf(['No data\n', 'a,b\n1,2\n', 'x,y,z\n'])).toBe('a,b\n1,2\n');
		expect(await textOf(['a,b\n', 'x\n'])).toBe('a,b\n');
	});

	it.each([
		['another name', 'a,c\n3,4\n'],
		['another order', 'b,a\n3,4\n'],
		['a column more', 'a,b,c\n3,4,5\n'],
	])('%s in another file is an error that names the job', async (_, other) => {
		await expect(textOf(['a,b\n1,2\n', 'a,b\n1,2\n', other])).rejects.toThrow(
			'those of job 2 are not those of the first',
		);
	});

	it('wanted columns stand in the wanted order, whatever that of the files', async () => {
		const settings = { outputColumns: ['b', 'a'] };
		expect(await textOf(['a,b,c\n1,2,3\n', 'c,b,a\n6,5,4\n'], settings)).toBe('b,a\n2,1\n5,4\n');
	});

	it('for Excel there are a byte order mark, the separator of the country, and no formulas', async () => {
		const files = ['a;b,c\n"x;y","1,5"\n', 'a;b,c\n=1,+2\n-x,2.50\n'];
		expect(await textOf(files, { excel: 'semicolon' })).toBe(
			'\uFEFF"a;b";c\r\n"x;y";1,5\r\n\'=1;+2\r\n\'-x;2,50\r\n',
		);
		expect(await textOf(files.slice(1), { excel: 'comma' })).toBe(
			"\uFEFFa;b,c\r\n'=1,+2\r\n'-x,2.50\r\n",
		);
		expect(await textOf(['a,b\n'], { excel: 'semicolon' })).toBe('\uFEFFa;b\r\n');
	});

	it('empty values of a file of one column stay rows', async () => {
		expect(await csvOf(['a\n\nx\n', 'a\n\n\n'], {}, size)).toMatchObject({
			text: 'a\n""\nx\n""\n""\n',
			json: { rows: 4 },
		});
	});
});

it('many rows are all there', async () => {
	const lines = Array.from({ length: 20_000 }, (_, row) => `${row},"x ${row}"`);
	const { text, json } = await csvOf(Array<string>(2).fill(`a,b\n${lines.join('\n')}`));
	const plain = `${lines.join('\n').replaceAll('"', '')}\n`;
	expect(text === `a,b\n${plain}${plain}`).toBe(true);
	expect(json).toMatchObject({ rows: 40_000 });
});
