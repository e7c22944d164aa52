import { type AssumptionGroup, judged, NotTested, type Result } from './assumption';
import { hashOf, isDone, isGzip, isOneOf, UNDER_WAY, unpackedText, wordOf } from './exportSteps';
import { isObject } from '../../nodes/shared/json';
import { judgeEnvelope } from './queries';
import { statusOf } from './serviceCalls';
import type { Session } from './session';
import { joined, oneOf, say, Shown, typeOf } from './shown';

const COLUMN_NAMES = 'Chat Commerce Analytics > Options > Column Names';
const ISO_TIME = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
const FILE_NAME = /^data_.+_\d+\.csv\.gz$/;
const GZIP_TYPES = ['application/gzip', 'application/x-gzip', 'application/octet-stream'];
const OTHER_TYPES = ['text/csv', 'text/plain', 'application/json', 'application/zip', 'text/html'];
/** Of section 2.4. */
const RECORD_FIELDS: Record<string, 'string' | 'number' | 'boolean' | 'textOrNull'> = {
	JobId: 'string',
	Status: 'string',
	StartTime: 'string',
	EndTime: 'string',
	FileName: 'string',
	HasError: 'boolean',
	ErrorMessage: 'textOrNull',
	TotalBytesProcessed: 'number',
	TotalBytesCompressed: 'number',
	TotalSlotMS: 'number',
	CreatedAt: 'string',
	UpdatedAt: 'string',
};

export const EXPORTS: AssumptionGroup = {
	title: 'Bulk exports',
	assumptions: [
		{
			id: 'jobCreation',
			title: 'Creating a job',
			expected: 'The response has data with jobId, fileName and jobCreatedAt (ISO 8601 in UTC).',
			documented: '2.3, A',
			tested: 'The response to a bulk copy of yesterday',
			otherwise: 'An issue: the nodes have to read another response',
			test: testJobCreation,
		},
		{
			id: 'jobRecord',
			title: 'Status of a job',
			expected: 'It is a list with one record, which has the twelve fields in their types.',
			documented: '2.4, A',
			tested: 'The last status of this job',
			otherwise: 'An issue: the nodes have to read another record',
			test: testJobRecord,
		},
		{
			id: 'statusWords',
			title: 'Words of the status',
			expected: 'They are PENDING and RUNNING, or some of them, and then DONE.',
			documented: '3, A for DONE, C for the others',
			tested: 'The status of this job, until it is over',
			otherwise: 'An issue: the nodes wait for DONE',
			test: testStatusWords,
		},
		{
			id: 'fileName',
			title: 'Name of the file',
			expected:
				'It is data_<id>_<number>.csv.gz, the same when the job is created and when it is done.',
			documented: '2.3 and 2.4, A',
			tested: 'The names in both responses',
			otherwise: 'An issue: Compressed File would get another name',
			test: testFileName,
		},
		{
			id: 'contentType',
			title: 'Content type of the file',
			expected: 'It is that of a gzip file, or of any bytes.',
			documented: 'Not documented. The nodes look at the first bytes instead.',
			tested: 'The headers of the download',
			otherwise: 'An issue: something on the way may take the file for another one',
			test: testContentType,
		},
		{
			id: 'compressed',
			title: 'Compression',
			expected: 'The file arrives compressed with gzip, and not unpacked on the way.',
			documented: '2.5.1, A',
			tested: 'The first bytes of the file, and the header Content-Encoding',
			otherwise: 'An issue: the nodes cannot verify a file without its checksum',
			test: testCompressed,
		},
		{
			id: 'checksum',
			title: 'Checksum',
			expected: 'The checksum and the length in the gzip file are right.',
			documented: '2.5.1, A',
			tested: 'The whole file is unpacked',
			otherwise: 'An issue: the nodes take such a file for a damaged one',
			test: testChecksum,
		},
		{
			id: 'fileSize',
			title: 'Size of the file',
			expected: 'The file is at least as long as TotalBytesCompressed says.',
			documented: '2.4, A; what the number counts is not known',
			tested: 'The length of the download',
			otherwise: 'An issue: the nodes take a shorter file for one that was cut off',
			test: testFileSize,
		},
		{
			id: 'firstRow',
			title: 'First row',
			expected: 'It does not have the columns of the query, and is discarded.',
			documented: '2.5.2, A; what it holds is not known',
			tested: 'The first row of the file, compared with the keys of the record of the query',
			otherwise: `${COLUMN_NAMES}: First Row, if Automatic does not find them`,
			test: testFirstRow,
		},
		{
			id: 'secondRow',
			title: 'Second row',
			expected: 'It has the columns of the query.',
			documented: '2.5.2: not known',
			tested: 'The second row of the file, compared with the keys of the record of the query',
			otherwise: `${COLUMN_NAMES}: From the Query, if no row has them`,
			test: testSecondRow,
		},
		{
			id: 'lastLineBreak',
			title: 'Last line break',
			expected: 'The last row ends with a line break.',
			documented: 'Not documented',
			tested: 'The end of the file',
			otherwise: 'An issue: an unpacked file without it counts as cut off',
			test: testLastLineBreak,
		},
		{
			id: 'secondDownload',
			title: 'Downloading twice',
			expected: 'The file can be downloaded again, with the same content.',
			documented: '2.5.5, A: files are kept for 24 hours',
			tested: 'A second download of the file',
			otherwise: 'An issue: the nodes download a file again if it is damaged',
			test: testSecondDownload,
		},
		{
			id: 'exportNode',
			title: 'Bulk Export > Get Result',
			expected: 'The node outputs an item for each row below the names.',
			documented: '4.4, A',
			tested: 'The node in n8n, with the same job',
			otherwise: 'An issue: with the error that the node shows',
			test: testExportNode,
		},
	],
};

async function testJobCreation({ exports, settings }: Session): Promise<Result> {
	return judgeEnvelope(await exports.created(), settings.secrets, (data) => {
		if (!isObject(data)) return say`data is ${typeOf(data)}`;
		const { jobId, fileName, jobCreatedAt } = data;
		if (typeof jobId !== 'string' || jobId === '') return say`jobId is ${typeOf(jobId)}`;
		if (typeof fileName !== 'string') return say`fileName is ${typeOf(fileName)}`;
		const isTime = typeof jobCreatedAt === 'string' && ISO_TIME.test(jobCreatedAt);
		return isTime ? undefined : say`jobCreatedAt is no ISO time but ${typeOf(jobCreatedAt)}`;
	});
}

async function testJobRecord({ exports, settings }: Session): Promise<Result> {
	const { record, jobId, isList } = await exports.ended();
	const wrong = Object.keys(RECORD_FIELDS).filter((name) => !hasType(name, record[name]));
	const problems = wrong.map((name) => {
		return say`${Shown.names([name], settings.secrets)} is ${typeOf(record[name])}`;
	});
	if (!isList) problems.push(say`data is no list`);
	if (record['JobId'] !== jobId) problems.push(say`JobId is not the jobId of the job`);
	const names = Shown.names(Object.keys(record), settings.secrets);
	return judged(names, problems.length > 0 && joined(problems, '; '));
}

function hasType(name: string, value: unknown): boolean {
	const type = RECORD_FIELDS[name];
	if (type === 'textOrNull') return value === null || typeof value === 'string';
	return typeof value === type;
}

async function testStatusWords({ exports }: Session): Promise<Result> {
	const { words, record, isOver } = await exports.ended();
	const shown = joined(words.map(wordOf), ' > ');
	const before = words.slice(0, -1);
	const isExpected = isDone(words.at(-1)) && before.every((word) => isOneOf(word, UNDER_WAY));
	const seen = record['HasError'] === true ? say`${shown}; the job failed` : shown;
	if (!isOver) return judged(seen, say`${seen}, and no end in time`);
	return judged(seen, !isExpected && seen);
}

async function testFileName({ exports }: Session): Promise<Result> {
	const { fileName } = await exports.creation();
	const { record } = await exports.ended();
	const { FileName } = record;
	const isRight = typeof fileName === 'string' && FILE_NAME.test(fileName);
	if (!isRight) return judged(say``, say`another name (${typeOf(fileName)})`);
	const isSame = FileName === fileName;
	return judged(say`such a name`, !isSame && say`the name of the job that is over is another one`);
}

async function testContentType({ exports }: Session): Promise<Result> {
	const { headers } = await exports.file();
	const [type = ''] = (headers['content-type'] ?? '').split(';');
	if (type === '') return judged(say``, say`none`);
	const seen = oneOf(type, [...GZIP_TYPES, ...OTHER_TYPES]);
	return judged(seen, !GZIP_TYPES.includes(type.trim().toLowerCase()) && seen);
}

async function testCompressed({ exports }: Session): Promise<Result> {
	const file = await exports.file();
	if (!isGzip(file)) return judged(say``, say`unpacked, ${file.bytes.length} bytes`);
	const encoding = file.headers['content-encoding'];
	const isForTheWay = encoding !== undefined && encoding !== 'identity';
	const seen = say`gzip, ${file.bytes.length} bytes`;
	return judged(seen, isForTheWay && say`compressed for the way only (Content-Encoding)`);
}

async function testChecksum({ exports }: Session): Promise<Result> {
	const file = await exports.file();
	if (!isGzip(file)) throw new NotTested(say`the file is not compressed`);
	return judged(say`they are right`, unpackedText(file) === undefined && say`they are wrong`);
}

async function testFileSize({ exports }: Session): Promise<Result> {
	const file = await exports.file();
	if (!isGzip(file)) throw new NotTested(say`the file is not compressed`);
	const { record } = await exports.ended();
	const expected = Number(record['TotalBytesCompressed']);
	if (!(expected > 0)) throw new NotTested(say`TotalBytesCompressed is no number of bytes`);
	const seen = say`${file.bytes.length} bytes, of ${expected}`;
	return judged(seen, file.bytes.length < expected && seen);
}

async function testFirstRow(session: Session): Promise<Result> {
	const { rows } = await session.exports.table();
	const row = rows[0];
	if (!row) throw new NotTested(say`the file has no rows`);
	const hasNames = hasKeys(row, await keysOf(session));
	const seen = say`${row.length} cells, the first of ${row[0]?.length ?? 0} characters`;
	if (!hasNames) return judged(seen);
	const setting = { place: COLUMN_NAMES, value: say`First Row, if Automatic does not find them` };
	return judged(seen, say`it has the columns of the query`, setting);
}

async function testSecondRow(session: Session): Promise<Result> {
	const { rows } = await session.exports.table();
	const keys = await keysOf(session);
	const [first = [], second] = rows;
	if (!second) throw new NotTested(say`the file has no second row`);
	const names = Shown.names(
		second.filter((name) => keys.includes(name)),
		session.settings.secrets,
	);
	if (hasKeys(second, keys)) return judged(say`${names}`);
	const value = hasKeys(first, keys) ? say`First Row` : say`From the Query`;
	const seen = say`it does not have all columns of the query (${second.length} cells)`;
	return judged(seen, seen, { place: COLUMN_NAMES, value });
}

/** Those of the first record of the query. @throws NotTested */
async function keysOf({ queries }: Session): Promise<string[]> {
	const [record] = await queries.records();
	if (record) return Object.keys(record);
	throw new NotTested(say`the query has no record to compare with`);
}

/** As the nodes compare them: exactly, or without case and punctuation. */
function hasKeys(row: string[], keys: string[]): boolean {
	const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
	const names = row.map(plain);
	return keys.every((key) => names.includes(plain(key)));
}

async function testLastLineBreak({ exports }: Session): Promise<Result> {
	const { text } = await exports.table();
	return judged(say`it does`, !/[\r\n]$/.test(text) && say`it ends without one`);
}

async function testSecondDownload({ exports }: Session): Promise<Result> {
	const first = unpackedText(await exports.file());
	const second = await exports.secondFile();
	if (statusOf(second) !== 200) return judged(say``, say`HTTP ${second.status}`);
	const again = unpackedText(second);
	if (first === undefined || again === undefined) throw new NotTested(say`the file is damaged`);
	const isSame = hashOf(first) === hashOf(again);
	return judged(say`the same content`, !isSame && say`another content`);
}

async function testExportNode(session: Session): Promise<Result> {
	const { rows } = await session.exports.table();
	const keys = await keysOf(session);
	const { items, error } = await session.exports.node();
	if (error) return judged(say``, say`the node ended with an error`);
	const names = rows.slice(0, 2).findIndex((row) => hasKeys(row, keys));
	const expected = rows.length - 1 - Math.max(0, names);
	const seen = say`${items.length} items for ${expected} rows`;
	return judged(seen, items.length !== expected && seen);
}
