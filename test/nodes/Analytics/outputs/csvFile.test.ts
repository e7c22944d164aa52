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
	let text = '';
	const prepareBinaryData = async (stream: Readable) => {
		text = (await collect(stream)).toString();
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
	const defaults = { output: 'csvFile', binaryPropertyName: 'data', columnNames: 'firstRow' };
	const others = { outputColumns: [], fileName: '', excel: 'no', ...settings };
	const given = { ...defaults, ...others } as OutputSettings as Settings;
	const items = await asCsvFile(item, { api, jobs, settings: given });
	const { rows, columns } = items[0]!.json;
	return { text, rows, columns, hints };
}

const NO_ROWS = [expect.stringMatching(/^The bulk export has no rows/) as string];
const QUOTED = '"1",2\r\n3,"x\n"\r\n';
const FORMULAS = ['a;b,c\n"x;y","1,5"\n', 'a;b,c\n=1,+2\n-x,2.50\n'];
const SECOND = { columnNames: 'secondRow' } as const;
const WANTED = { outputColumns: ['b', 'a'] };
const [COMMA, SEMICOLON] = [{ excel: 'comma' }, { excel: 'semicolon' }] as const;

describe.each([1, 100_000])('in pieces of %i bytes', (size) => {
	it.each<[string, string[], Partial<Settings>, string]>([
		['files become one', ['a,b\n1,2\n', 'a,b\r\n3,"4"\r\n\r\n'], {}, 'a,b\n1,2\n3,4\n'],
		['quotes stay if needed', ['a,b\n1,2\n', 'a,b\n5,"6,7"'], {}, 'a,b\n1,2\n5,"6,7"\n'],
		['one file stays as it is', [`"a","b"\r\n${QUOTED}`], {}, `a,b\r\n${QUOTED}`],
		['below names of its own', [`x\r\na,a\r\n${QUOTED}`], SECOND, `a,a_2\r\n${QUOTED}`],
		['none without rows counts', ['No\n', 'a,b\n1,2\n', 'x,y,z\n'], {}, 'a,b\n1,2\n'],
		['columns are ordered', ['a,b,c\n1,2,3\n', 'c,b,a\n6,5,4\n'], WANTED, 'b,a\n2,1\n5,4\n'],
		['empty values stay rows', ['a\n\nx\n', 'a\n\n\n'], {}, 'a\n""\nx\n'],
		['for Excel', FORMULAS.slice(1), COMMA, "\uFEFFa;b,c\r\n'=1,+2\r\n'-x,2.50\r\n"],
		['names are no formulas', ['=1+1,"-2,5"\n1,2\n'], COMMA, '\uFEFF\'=1+1,"-2,5"\r\n1,2\r\n'],
		['names keep dots', ['@a,2026.11\n1,2\n'], SEMICOLON, "\uFEFF'@a;2026.11\r\n1;2\r\n"],
		['so', FORMULAS, SEMICOLON, '\uFEFF"a;b";c\r\n"x;y";1,5\r\n\'=1;+2\r\n\'-x;2,50\r\n'],
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

	it('other columns in another file are an error that names the part', async () => {
		const files = ['a,b\n1,2\n', 'a,b\n1,2\n', 'b,a\n3,4\n'];
		await expect(csvOf(files, {}, size)).rejects.toThrow(
			'those of day 2 to day 2 (job 2) are not those of the first',
		);
	});
});

it('many rows are all there', async () => {
	const lines = Array.from({ length: 20_000 }, (_, row) => `${row},"x ${row}"`);
	const { text, rows } = await csvOf(Array<string>(2).fill(`a,b\n${lines.join('\n')}`));
	const plain = `${lines.join('\n').replaceAll('"', '')}\n`;
	expect([text === `a,b\n${plain}${plain}`, rows]).toEqual([true, 40_000]);
});

it('of as many rows as the service puts into a file, some may be missing', async () => {
	const { hints } = await csvOf([`a,b\n${'1,2\n'.repeat(3_000_000)}`, 'a,b\n1,2\n']);
	const warning = expect.stringContaining('day 0 to day 0 (job 0) has 3 million rows') as string;
	expect(hints).toEqual([warning]);
});
