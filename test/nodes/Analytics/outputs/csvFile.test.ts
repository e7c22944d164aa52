import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import type { FileSettings, OutputContext } from '../../../../nodes/Analytics/outputs/context';
import { asCsvFile } from '../../../../nodes/Analytics/outputs/csvFile';
import type { AnalyticsApi } from '../../../../nodes/Analytics/transport/analyticsApi';
import { shownText } from '../../../../nodes/shared/shownText';
import { asChunks, collect } from '../../../support/chunks';
import { seeded } from '../../../support/cuts';
import { toCsv } from '../csv/csvTexts';

/** The CSV file that is made of the files of some jobs, of which the first row has the names. */
async function csvOf(files: string[], settings: Partial<FileSettings> = {}, size = 1 << 16) {
	let text = '';
	const prepareBinaryData = async (stream: Readable) => {
		text = (await collect(stream)).toString();
		return { mimeType: 'text/csv', data: '' };
	};
	const hints: string[] = [];
	const context = {
		itemIndex: 3,
		n8n: { helpers: { prepareBinaryData } },
		signal: new AbortController().signal,
		hint: (message: string) => hints.push(message),
		warn: (message: string) => hints.push(message),
	} as unknown as OutputContext;
	const api = {
		download: async (jobId: string) => ({
			chunks: asChunks(gzipSync(files[Number(jobId)]!), size),
			close: async () => {},
			toStream: (bytes: AsyncIterable<Uint8Array>) => Readable.from(bytes),
		}),
		shown: shownText,
	} as unknown as AnalyticsApi;
	const jobs = files.map((_, at) => ({
		jobId: String(at),
		fileName: 'data.csv.gz',
		content: { queryName: 'q', timeZone: 'UTC', startDate: `day ${at}`, endDate: `day ${at}` },
		queryKeys: undefined,
	}));
	const defaults: FileSettings = {
		output: 'csvFile',
		binaryPropertyName: 'data',
		columnNames: 'firstRow',
		convertTypes: true,
		fileName: '',
		maxRows: undefined,
		outputColumns: [],
	};
	const items = await asCsvFile({ context, api, jobs, settings: { ...defaults, ...settings } });
	const { rows, columns } = items[0]!.json;
	return { text, rows, columns, hints };
}

const NO_ROWS = [expect.stringMatching(/^The bulk export has no rows/) as string];
const QUOTED = '"1",2\r\n3,"x\n"\r\n';
const SECOND = { columnNames: 'secondRow' } as const;
const WANTED = { outputColumns: ['b', 'a'] };

describe.each([1, 100_000])('in pieces of %i bytes', (size) => {
	it.each<[string, string[], Partial<FileSettings>, string]>([
		['files become one', ['a,b\n1,2\n', 'a,b\r\n3,"4"\r\n\r\n'], {}, 'a,b\n1,2\n3,4\n'],
		['quotes stay if needed', ['a,b\n1,2\n', 'a,b\n5,"6,7"'], {}, 'a,b\n1,2\n5,"6,7"\n'],
		['one file stays as it is', [`"a","b"\r\n${QUOTED}`], {}, `a,b\r\n${QUOTED}`],
		['below names of its own', [`x\r\na,a\r\n${QUOTED}`], SECOND, `a,a_2\r\n${QUOTED}`],
		['none without rows counts', ['No\n', 'a,b\n1,2\n', 'x,y,z\n'], {}, 'a,b\n1,2\n'],
		['columns are ordered', ['a,b,c\n1,2,3\n', 'c,b,a\n6,5,4\n'], WANTED, 'b,a\n2,1\n5,4\n'],
		['empty values stay rows', ['a\n\nx\n', 'a\n\n\n'], {}, 'a\n""\nx\n'],
	])('%s: %j', async (_, files, settings, text) => {
		expect(await csvOf(files, settings, size)).toMatchObject({ text });
	});

	it.each([
		['a,b\n', 'a,b'],
		['a,b\n', 'a,b\n\n\n'],
		['a,b\n', `a,b\n${'\n'.repeat(30)}`],
		['a,b\n', 'a,b\n', 'x\n'],
		['', ''],
	])('without rows there are names alone: %j of %j', async (text, ...files) => {
		const columns = text === '' ? [] : ['a', 'b'];
		expect(await csvOf(files, {}, size)).toEqual({ text, rows: 0, columns, hints: NO_ROWS });
	});
});

it.each([
	['another order', 'b,a\n3,4\n'],
	['another name', 'a,c\n3,4\n'],
	['a column more', 'a,b,c\n3,4,5\n'],
	['a column less', 'a\n3\n'],
])('%s in another file is an error that names the part', async (_, other) => {
	await expect(csvOf(['a,b\n1,2\n', 'a,b\n1,2\n', other])).rejects.toThrow(
		'The parts of the bulk export have different columns: those of day 2 to day 2 (job 2) are not those of the first',
	);
});

it('many rows are all there', async () => {
	const lines = Array.from({ length: 20_000 }, (_, row) => `${row},"x ${row}"`);
	const { text, rows } = await csvOf(Array<string>(2).fill(`a,b\n${lines.join('\n')}`));
	const plain = `${lines.join('\n').replaceAll('"', '')}\n`;
	expect([text === `a,b\n${plain}${plain}`, rows]).toEqual([true, 40_000]);
});

it('cells of any text are read as they were', async () => {
	const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r', ' ') });
	const anyCells = fc.array(fc.tuple(cell, cell));
	const check = async (cells: string[][]) => {
		const rows = [['a', 'b'], ...cells];
		const { text } = await csvOf([toCsv(rows, '\n'), 'a,b\n1,2\n']);
		expect(parse(text, { record_delimiter: ['\r\n', '\n', '\r'] })).toEqual([...rows, ['1', '2']]);
	};
	await fc.assert(fc.asyncProperty(anyCells, check), seeded(100));
});
