import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { NotTested, once } from './assumption';
import { isObject } from '../../nodes/shared/json';
import { runNode } from './nodes';
import { datesOf, type QuerySteps } from './querySteps';
import { checkIsService, type Reply, type ServiceCalls, statusOf } from './serviceCalls';
import type { CheckSettings } from './settings';
import { oneOf, say, type Shown } from './shown';

/** Words of a status that are not documented, but that other services use for a job that has ended. */
export const FINAL_WORDS = ['COMPLETED', 'COMPLETE', 'SUCCEEDED', 'SUCCESS', 'FINISHED', 'READY'];
const FAILED_WORDS = ['FAILED', 'FAILURE', 'ERROR', 'CANCELLED', 'CANCELED', 'EXPIRED'];
/** Those of a BigQuery job (section 3), and words that other services use. */
export const UNDER_WAY = ['PENDING', 'RUNNING'];
const OTHER_WORDS = ['QUEUED', 'CREATED', 'STARTED', 'PROCESSING', 'IN_PROGRESS', 'WAITING', 'NEW'];

const GZIP = [0x1f, 0x8b];
const MAX_UNPACKED = 500 * 2 ** 20;
/** Right after its job is done, a file may not be there yet. */
const LATE_STATUSES = [202, 404];
const MAX_LATE = 4;

export interface EndedJob {
	jobId: string;
	/** The words of its status, in the order in which they came, each once. */
	words: unknown[];
	/** Its last status. */
	record: Record<string, unknown>;
	/** Whether the record was in a list. */
	isList: boolean;
	/** False if it did not come to an end in time. */
	isOver: boolean;
}

export interface Table {
	text: string;
	/** All rows, also those that hold no data. */
	rows: string[][];
}

/** One bulk export of yesterday: its job and its file. */
export class ExportSteps {
	/** What is going on, for whoever waits. */
	progress: Shown = say`no job yet`;

	constructor(
		private readonly settings: CheckSettings,
		private readonly calls: ServiceCalls,
		private readonly queries: QuerySteps,
	) {}

	readonly created = once(async (): Promise<Reply> => {
		const { queryName, form } = await this.queries.accepted();
		const { dates, timeZone } = form;
		const body = { queryName, timeZone, ...datesOf(undefined, dates) };
		const reply = await this.calls.startJob(body);
		checkIsService(reply);
		const status = statusOf(reply);
		if (status < 400) return reply;
		throw new NotTested(say`the service refused the bulk export (HTTP ${status})`);
	});

	/** Of the job that was created. @throws NotTested */
	async creation(): Promise<Record<string, unknown>> {
		const { json } = await this.created();
		const data = isObject(json) ? json['data'] : undefined;
		if (isObject(data) && typeof data['jobId'] === 'string' && data['jobId'] !== '') return data;
		throw new NotTested(say`the response has no jobId in data`);
	}

	/** Asks for the status until the job is over. */
	readonly ended = once(async (): Promise<EndedJob> => {
		const jobId = String((await this.creation())['jobId']);
		const { jobMs, pollMs } = this.calls.limits;
		const begunAt = performance.now();
		const words: unknown[] = [];
		for (let look = 0; ; look += 1) {
			await sleep(pollMs[Math.min(look, pollMs.length - 1)] ?? 0);
			const { record, isList } = recordIn(await this.calls.jobStatus(jobId));
			const { Status: word } = record;
			if (words.at(-1) !== word) words.push(word);
			const seconds = Math.round((performance.now() - begunAt) / 1000);
			this.progress = say`the job is ${wordOf(word)} (${seconds} s)`;
			const isOver = record['HasError'] === true || isFinal(word);
			const isLate = performance.now() - begunAt > jobMs;
			if (isOver || isLate) return { jobId, words, record, isList, isOver };
		}
	});

	/** The file, as it is downloaded first. @throws NotTested if there is none */
	readonly file = once(async (): Promise<Reply> => {
		const { jobId, record, isOver } = await this.ended();
		if (record['HasError'] === true) throw new NotTested(say`the job failed`);
		if (!isOver) throw new NotTested(say`the job did not end in time`);
		this.progress = say`the file is downloaded`;
		for (let tries = 1; ; tries += 1) {
			const reply = await this.calls.download(jobId);
			if (statusOf(reply) === 200) return reply;
			const mayBeLate = LATE_STATUSES.includes(reply.status) && tries < MAX_LATE;
			if (!mayBeLate) {
				throw new NotTested(say`the file is not there (HTTP ${reply.status})`);
			}
			await sleep(this.calls.limits.pollMs.at(-1) ?? 0);
		}
	});

	/** The same file, downloaded again. */
	readonly secondFile = once(async (): Promise<Reply> => {
		const { jobId } = await this.ended();
		await this.file();
		return await this.calls.download(jobId);
	});

	/** @throws NotTested if the file cannot be read */
	readonly table = once(async (): Promise<Table> => {
		const text = unpackedText(await this.file());
		if (text === undefined) throw new NotTested(say`the file is damaged`);
		try {
			return { text, rows: parse(text, { relax_column_count: true, bom: true }) };
		} catch {
			throw new NotTested(say`the file is not CSV`);
		}
	});

	/** Get Result of the node, for the same job. */
	readonly node = once(async () => {
		const { queryName, form } = await this.queries.accepted();
		const { jobId } = await this.ended();
		const parameters = {
			resource: 'bulkExport',
			operation: 'getResult',
			jobId,
			queryName: { __rl: true, mode: 'name', value: queryName },
			output: 'items',
		};
		// The status, the file, and the columns of the query.
		return await this.calls.bulk.during(2, async () => {
			return await this.calls.queries.during(1, async () => {
				return await runNode(this.settings, this.calls.limits, {
					node: 'analytics',
					form,
					parameters,
				});
			});
		});
	});
}

/** @throws NotTested if the response has no record */
function recordIn(reply: Reply): Pick<EndedJob, 'record' | 'isList'> {
	const data: unknown = isObject(reply.json) ? reply.json['data'] : undefined;
	const isList = Array.isArray(data);
	const record: unknown = isList ? data[0] : data;
	if (isObject(record)) return { record, isList };
	throw new NotTested(say`the status of the job has no record (HTTP ${reply.status})`);
}

export function isGzip({ bytes }: Reply): boolean {
	return GZIP.every((byte, at) => bytes[at] === byte);
}

/** Undefined if the file is damaged. */
export function unpackedText(reply: Reply): string | undefined {
	try {
		const isPacked = isGzip(reply);
		const bytes = isPacked
			? gunzipSync(reply.bytes, { maxOutputLength: MAX_UNPACKED })
			: reply.bytes;
		return bytes.toString('utf8');
	} catch {
		return undefined;
	}
}

export function hashOf(text: string): string {
	return createHash('sha256').update(text).digest('hex');
}

/** A word of a status. One that we do not know is not shown, as it may be anything. */
export function wordOf(word: unknown): Shown {
	return oneOf(word, ['DONE', ...UNDER_WAY, ...FINAL_WORDS, ...FAILED_WORDS, ...OTHER_WORDS]);
}

export function isDone(word: unknown): boolean {
	return isOneOf(word, ['DONE']);
}

function isFinal(word: unknown): boolean {
	return isOneOf(word, ['DONE', ...FINAL_WORDS, ...FAILED_WORDS]);
}

export function isOneOf(word: unknown, words: string[]): boolean {
	return typeof word === 'string' && words.includes(word.trim().toUpperCase());
}
