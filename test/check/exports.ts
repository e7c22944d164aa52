import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { sleep } from 'n8n-workflow';
import { isObject } from '../../nodes/shared/values';
import { type Assumptions, judged, NotTested, once } from './assumption';
import { datesOf, isEnvelope, type QuerySteps, recordsIn } from './queries';
import type { Session } from './runCheck';
import { checkIsService, type Reply, type Service, statusOf } from './service';
import { fieldsIn, joined, oneOf, say, type Shown } from './shown';

export const EXPORTS: Assumptions = {
	'Creating a job': {
		expected: 'The response has data with the texts jobId and fileName (2.3, A).',
		otherwise: 'The nodes must read another response.',
		async test({ exports, settings: { secrets } }) {
			const { json } = await exports.created();
			const data = isEnvelope(json) && isObject(json['data']) ? json['data'] : {};
			const { jobId, fileName } = data;
			const isExpected = typeof jobId === 'string' && typeof fileName === 'string';
			return judged(isExpected, say`${fieldsIn(json, secrets)}; data: ${fieldsIn(data, secrets)}`);
		},
	},
	'Status of a job': {
		expected:
			'It is a record of the same job and file with HasError (2.4, A), first PENDING or RUNNING (3, C), and then DONE (3, A).',
		otherwise: 'The nodes must read another record, or wait in vain for DONE.',
		async test({ exports, settings }) {
			const { jobId, fileName, words, record } = await exports.ended();
			const hasError = typeof record['HasError'] === 'boolean';
			const isSame = record['JobId'] === jobId && record['FileName'] === fileName;
			const areUsual = /^(PENDING, )?(RUNNING, )?DONE$/.test(String(joined(words)));
			const which = isSame ? say`the same job and file` : say`another job or file`;
			const seen = say`${joined(words)}; ${which}; ${fieldsIn(record, settings.secrets)}`;
			return judged(hasError && isSame && areUsual, seen);
		},
	},
	'The file': {
		expected:
			'It is compressed with gzip, with the right checksum, at least as long as TotalBytesCompressed says, ends with a line break, and can be downloaded again (2.4 and 2.5, A, apart from the line break).',
		otherwise: 'The nodes take it for damaged, or cannot tell whether it is whole.',
		async test({ exports, service }) {
			const file = await exports.file();
			const { jobId, record } = await exports.ended();
			const again = await service.download(jobId);
			const text = unpackedText(file);
			const size = file.bytes.length;
			const problems = [
				isGzip(file) ? [] : say`not compressed`,
				text === undefined ? say`damaged` : [],
				size < Number(record['TotalBytesCompressed']) ? say`shorter than the job says` : [],
				/[^\r\n]$/.test(text ?? '') ? say`without a line break at its end` : [],
				unpackedText(again) === text ? [] : say`another one later (HTTP ${again.status})`,
			].flat();
			return judged(problems.length === 0, joined([say`${size} bytes`, ...problems]));
		},
	},
	'Column names': {
		expected: 'The second row has the columns of the query (2.5.2: not known).',
		otherwise: 'Without the setting, names would be rows, or rows names.',
		async test(session) {
			const row = await rowOfNames(session);
			const seen =
				row < 0 ? say`neither of the first two rows has them` : say`row ${row + 1} has them`;
			const value = row === 0 ? say`From the First Row` : say`From the Query`;
			return judged(row === 1, seen, {
				place: 'Chat Commerce Analytics > Options > Column Names',
				value,
			});
		},
	},
};

/** Which of the first two rows has the names, counted from 0; -1 if neither does. @throws NotTested */
export async function rowOfNames({ exports, queries }: Session): Promise<number> {
	const rows = await exports.rows();
	const [record] = recordsIn((await queries.accepted()).reply);
	if (!record) throw new NotTested(say`the query has no record to compare with`);
	// As the nodes compare them: without case and punctuation.
	const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
	return rows.slice(0, 2).findIndex((row) => {
		const names = row.map(plain);
		return Object.keys(record).every((key) => names.includes(plain(key)));
	});
}

const POLL_MS = 5_000;
/** A job without the status DONE is given up after so many looks, and its file downloaded all the same. */
const MAX_LOOKS = 60;
/** Right after its job is done, a file may not be there yet. */
const MAX_DOWNLOADS = 4;

/** The state of a job: what is documented, the states of BigQuery (section 3), and words that other services use. */
const WORDS = [
	...['DONE', 'PENDING', 'RUNNING', 'QUEUED', 'CREATED', 'STARTED', 'PROCESSING', 'IN_PROGRESS'],
	...['COMPLETED', 'SUCCEEDED', 'SUCCESS', 'FINISHED', 'READY', 'FAILED', 'ERROR', 'CANCELLED'],
];

/** One bulk export of yesterday: its job and its file. */
export class ExportSteps {
	/** What is going on, for whoever waits. */
	progress: Shown = say`no job yet`;

	constructor(
		private readonly service: Service,
		private readonly queries: QuerySteps,
	) {}

	readonly created = once(async (): Promise<Reply> => {
		const { queryName, form } = await this.queries.accepted();
		const body = { queryName, timeZone: 'UTC', ...datesOf(form) };
		const reply = await this.service.startJob(body);
		checkIsService(reply);
		const status = statusOf(reply);
		if (status < 400) return reply;
		throw new NotTested(say`the service refused the bulk export (HTTP ${status})`);
	});

	/** What the service says of the job: at its start, in the words of its status, and in its last record. */
	readonly ended = once(async () => {
		const { json } = await this.created();
		const data = isObject(json) && isObject(json['data']) ? json['data'] : {};
		const { jobId } = data;
		if (typeof jobId !== 'string') throw new NotTested(say`the response has no jobId in data`);
		const words: Shown[] = [];
		for (let looks = 1; ; looks += 1) {
			await sleep(POLL_MS);
			const [record = {}] = recordsIn(await this.service.jobStatus(jobId));
			const word = oneOf(record['Status'], WORDS);
			if (String(words.at(-1)) !== String(word)) words.push(word);
			this.progress = say`the job is ${word}`;
			const isOver = record['HasError'] === true || String(word) === 'DONE';
			if (isOver || looks === MAX_LOOKS)
				return { jobId, fileName: data['fileName'], words, record };
		}
	});

	/** The file, as it is downloaded first. @throws NotTested if there is none */
	readonly file = once(async (): Promise<Reply> => {
		const { jobId, record } = await this.ended();
		if (record['HasError'] === true) throw new NotTested(say`the job failed`);
		for (let downloads = 1; ; downloads += 1) {
			const reply = await this.service.download(jobId);
			if (statusOf(reply) === 200) return reply;
			if (downloads === MAX_DOWNLOADS) {
				throw new NotTested(say`the file is not there (HTTP ${reply.status})`);
			}
			await sleep(POLL_MS);
		}
	});

	/** The rows of the file, with those that hold no data. @throws NotTested if it cannot be read */
	readonly rows = once(async (): Promise<string[][]> => {
		const text = unpackedText(await this.file());
		if (text === undefined) throw new NotTested(say`the file is damaged`);
		try {
			return parse(text, { relax_column_count: true, bom: true });
		} catch {
			throw new NotTested(say`the file is not CSV`);
		}
	});
}

function isGzip({ bytes }: Reply): boolean {
	return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** Undefined if the file is damaged. */
function unpackedText(file: Reply): string | undefined {
	try {
		return (isGzip(file) ? gunzipSync(file.bytes) : file.bytes).toString('utf8');
	} catch {
		return undefined;
	}
}
