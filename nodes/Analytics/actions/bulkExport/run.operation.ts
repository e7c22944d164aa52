import type { INodeExecutionData } from 'n8n-workflow';
import { asError, ServiceError } from '../../../shared/errors';
import { inParallel } from '../../../shared/inParallel';
import { awaitJob } from '../../job/awaitJob';
import { queryColumnsOf } from '../../job/queryColumns';
import type { AnalyticsApi } from '../../transport/analyticsApi';
import type { JobCreation, JobRecord } from '../../transport/schemas';
import { filtersField } from '../fields/filters';
import { type Options, optionsField, readOptions } from '../fields/options';
import { outputFields, outputKey, type OutputSettings, readOutputSettings } from '../fields/output';
import { type QueryRequest, queryRequestFields, readQueryRequests } from '../fields/queryRequest';
import type { ItemContext } from '../itemContext';
import { operation } from '../operation';
import type { Turn } from '../turns';
import { type EarlierTry, earlierTry } from './earlierTry';
import type { FinishedJob } from './finishedJob';
import { jobResult, wholeResult } from './jobResult';
import { sharedResult, turnOf } from './sharedResult';
import { startedJob } from './startedJob';

/**
 * Bulk Export > Run: starts a job, waits until it is done, and returns its rows or its file
 * (section 4.5). A long range becomes several jobs, which are started first and polled together.
 */
export const run = operation({
	fields: [
		...queryRequestFields,
		filtersField,
		...outputFields,
		optionsField(
			'columnNames',
			'convertTypes',
			'customColumnNames',
			'dateFormat',
			'excel',
			'expectedColumns',
			'fileName',
			'maxFileSize',
			'maxRows',
			'maxWait',
			'onDuplicateNames',
			'onOtherColumns',
			'onTimeout',
			'parts',
			'pollInterval',
			'requestTimeout',
			'rowsPerItem',
			'splitLongRanges',
		),
	],

	read(item: ItemContext) {
		const output = readOutputSettings(item);
		const wait = readOptions(item.parameter('options', {}), 'maxWait', 'onTimeout', 'pollInterval');
		const requests = readQueryRequests(item);
		const key = { requests: requests.map(({ body }) => body), output: outputKey(output), wait };
		return { output, wait, requests, key, turn: turnOf(item, output, key) };
	},

	async execute(item, { key, ...wanted }): Promise<INodeExecutionData[]> {
		return await sharedResult(item, key, async (first) => {
			return await resultOfAll(first, wanted).finally(() => wanted.turn?.end());
		});
	},
});

type Wait = Options<'maxWait' | 'onTimeout' | 'pollInterval'>;

interface Export {
	/** One for each part of the range. */
	requests: QueryRequest[];
	output: OutputSettings;
	wait: Wait;
	turn: Turn | undefined;
}

async function resultOfAll(
	item: ItemContext,
	{ requests, output, wait, turn }: Export,
): Promise<INodeExecutionData[]> {
	const earlier = turn && earlierTry(item, turn);
	if (earlier) return await wholeResult(item, goingOn(item, earlier, { requests, output, turn }));
	const isOneFile = output.output === 'csvFile' && output.parts === 'oneFile';
	const isOneItem = isOneFile || output.output === 'subWorkflow';
	const started: string[] = [];
	try {
		const parts = await inParallel(
			[...requests.entries()],
			{ signal: item.signal, onFailure: 'stopOthers' },
			async ([index, request], signal) => {
				const part = item.withSignal(signal);
				const job = await startedJob(part, request.body);
				started.push(job.jobId);
				const record = await waitFor(part, job, wait);
				const waited = { request, job, number: index + 1, record };
				return { waited, items: isOneItem ? [] : await resultOf(part, waited, output) };
			},
		);
		if (!isOneItem) return parts.flatMap(({ items }) => items);
		const all = parts.map(({ waited }) => waited);
		return await oneItem(item, all, { settings: output, turn });
	} catch (error) {
		throw withOtherJobs(error, started);
	}
}

/** A job for one part of the range, as it is when the waiting has ended. */
interface WaitedJob {
	request: QueryRequest;
	job: JobCreation;
	/** Which part of the range, counted from 1. */
	number: number;
	/** Undefined if it is not done. */
	record: JobRecord | undefined;
}

/** Items that want the same rows in another form wait for the same job, too. */
async function waitFor(
	item: ItemContext,
	{ jobId }: JobCreation,
	wait: Wait,
): Promise<JobRecord | undefined> {
	const { starts, waits, times } = item.shared;
	try {
		const { result } = await waits.of({ jobId, wait }, item.signal, async (signal) => {
			return await awaitJob({
				api: item.withSignal(signal).api(),
				jobId,
				jobs: starts.size,
				times,
				pollIntervalMs: wait.pollInterval * 1000,
				maxWaitMs: wait.maxWait * 1000,
				signal,
			});
		});
		return result;
	} catch (error) {
		if (wait.onTimeout === 'outputJob' && isTimeout(error)) return undefined;
		throw asError(error);
	}
}

async function resultOf(
	item: ItemContext,
	waited: WaitedJob,
	settings: OutputSettings,
): Promise<INodeExecutionData[]> {
	if (!waited.record) return [jobItem(item, waited)];
	const api = item.api();
	return await jobResult(item, { api, settings, job: finished(api, waited) });
}

/** All parts together; if one of them is not done, the jobs of all. */
async function oneItem(
	item: ItemContext,
	parts: WaitedJob[],
	options: { settings: OutputSettings; turn: Turn | undefined },
): Promise<INodeExecutionData[]> {
	if (parts.some(({ record }) => !record)) return parts.map((part) => jobItem(item, part));
	const api = item.api();
	const jobs = parts.map((part) => finished(api, part));
	return await wholeResult(item, { api, jobs, ...options });
}

/** The jobs that a try before this one has started, whose rows it has passed on in part. */
function goingOn(
	item: ItemContext,
	{ jobs }: EarlierTry,
	{ requests, output, turn }: Pick<Export, 'requests' | 'output' | 'turn'>,
) {
	const api = item.api();
	const parts = jobs.flatMap((job, index) => {
		const request = requests[index];
		return request ? [finished(api, { request, job, number: index + 1, record: undefined })] : [];
	});
	return { api, jobs: parts, settings: output, turn };
}

function finished(api: AnalyticsApi, { request, job, number, record }: WaitedJob): FinishedJob {
	return {
		jobId: job.jobId,
		fileName: job.fileName ?? record?.FileName ?? '',
		content: contentOf(request),
		days: request.days,
		part: number,
		queryColumns: queryColumnsOf(api, request.body),
	};
}

function jobItem(item: ItemContext, { request, job, record }: WaitedJob): INodeExecutionData {
	const done = record !== undefined;
	const json = { ...job, ...contentOf(request), done, timedOut: !done };
	return { json, pairedItem: { item: item.itemIndex } };
}

/** What the output says about a job. */
function contentOf({ body }: QueryRequest) {
	const { queryName, startDate, endDate, timeZone } = body;
	return { queryName, startDate, endDate, timeZone };
}

function isTimeout(error: unknown): boolean {
	return error instanceof ServiceError && error.kind === 'jobNotReady';
}

/** The other parts of a range that failed in one part can still be fetched. */
function withOtherJobs(error: unknown, started: string[]): Error {
	const failed = error instanceof ServiceError ? error.jobId : undefined;
	const others = started.filter((jobId) => jobId !== failed);
	if (others.length === 0 || !(error instanceof ServiceError)) return asError(error);
	return error.withAdvice(`Jobs of other parts that were started too: ${others.join(', ')}.`);
}
