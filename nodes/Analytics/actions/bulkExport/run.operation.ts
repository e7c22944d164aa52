import type { INodeExecutionData } from 'n8n-workflow';
import { asError, ServiceError } from '../../../shared/errors';
import { inParallel } from '../../../shared/inParallel';
import { awaitJob } from '../../job/awaitJob';
import { queryColumnsOf } from '../../job/queryColumns';
import type { AnalyticsApi, QueryBody } from '../../transport/analyticsApi';
import type { JobCreation } from '../../transport/schemas';
import { filtersField } from '../fields/filters';
import { type Options, optionsField, readOptions } from '../fields/options';
import { outputFields, type OutputSettings, readOutputSettings } from '../fields/output';
import { queryRequestFields, readQueryRequests } from '../fields/queryRequest';
import type { ItemContext, Operation } from '../itemContext';
import { csvFile } from './csvFile';
import type { FinishedJob } from './finishedJob';
import { jobResult } from './jobResult';
import { sharedResult } from './sharedResult';
import { startedJob } from './startedJob';

/**
 * Bulk Export > Run: starts a job, waits until it is done, and returns its rows or its file
 * (section 4.5). A long range becomes several jobs, which are started first and polled together.
 */
export const run: Operation = {
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

	async execute(item: ItemContext): Promise<INodeExecutionData[]> {
		const output = readOutputSettings(item);
		const wait = readOptions(item.parameter('options', {}), 'maxWait', 'onTimeout', 'pollInterval');
		const requests = readQueryRequests(item);

		return await sharedResult(item, { requests, output, wait }, async (first) => {
			return await resultOfAll(first, { requests, output, wait });
		});
	},
};

type Wait = Options<'maxWait' | 'onTimeout' | 'pollInterval'>;

interface Export {
	/** One for each part of the range. */
	requests: QueryBody[];
	output: OutputSettings;
	wait: Wait;
}

async function resultOfAll(
	item: ItemContext,
	{ requests, output, wait }: Export,
): Promise<INodeExecutionData[]> {
	const isOneFile = output.output === 'csvFile' && output.parts === 'oneFile';
	const started: string[] = [];
	try {
		const parts = await inParallel(
			[...requests.entries()],
			{ signal: item.signal, onFailure: 'stopOthers' },
			async ([index, request], signal) => {
				const part = item.withSignal(signal);
				const job = await startedJob(part, request);
				started.push(job.jobId);
				const { timedOut } = await waitFor(part, job, wait);
				const waited = { request, job, number: index + 1, timedOut };
				return { waited, items: isOneFile ? [] : await resultOf(part, waited, output) };
			},
		);
		if (!isOneFile) return parts.flatMap(({ items }) => items);
		return await oneFile(
			item,
			parts.map(({ waited }) => waited),
			output,
		);
	} catch (error) {
		throw withOtherJobs(error, started);
	}
}

/** A job for one part of the range, as it is when the waiting has ended. */
interface WaitedJob {
	request: QueryBody;
	job: JobCreation;
	/** Which part of the range, counted from 1. */
	number: number;
	timedOut: boolean;
}

/** Items that want the same rows in another form wait for the same job, too. */
async function waitFor(
	item: ItemContext,
	{ jobId }: JobCreation,
	wait: Wait,
): Promise<{ timedOut: boolean }> {
	const { starts, waits, times } = item.shared;
	try {
		await waits.of({ jobId, wait }, item.signal, async (signal) => {
			await awaitJob({
				api: item.withSignal(signal).api(),
				jobId,
				jobs: starts.size,
				times,
				pollIntervalMs: wait.pollInterval * 1000,
				maxWaitMs: wait.maxWait * 1000,
				signal,
			});
		});
		return { timedOut: false };
	} catch (error) {
		if (wait.onTimeout === 'outputJob' && isTimeout(error)) return { timedOut: true };
		throw asError(error);
	}
}

async function resultOf(
	item: ItemContext,
	waited: WaitedJob,
	settings: OutputSettings,
): Promise<INodeExecutionData[]> {
	if (waited.timedOut) return [jobItem(item, waited)];
	const api = item.api();
	return await jobResult(item, { api, settings, job: finished(api, waited) });
}

/** All parts in one file; if one of them is not done, the jobs of all. */
async function oneFile(
	item: ItemContext,
	parts: WaitedJob[],
	settings: OutputSettings,
): Promise<INodeExecutionData[]> {
	if (parts.some(({ timedOut }) => timedOut)) return parts.map((part) => jobItem(item, part));
	const api = item.api();
	return await csvFile(item, { api, settings, jobs: parts.map((part) => finished(api, part)) });
}

function finished(api: AnalyticsApi, { request, job, number }: WaitedJob): FinishedJob {
	const { jobId, fileName } = job;
	const { queryName, startDate, endDate } = request;
	return {
		jobId,
		fileName,
		content: { queryName, startDate, endDate },
		part: number,
		queryColumns: queryColumnsOf(api, request),
	};
}

function jobItem(item: ItemContext, { request, job, timedOut }: WaitedJob): INodeExecutionData {
	const { queryName, startDate, endDate } = request;
	const json = { ...job, queryName, startDate, endDate, done: !timedOut, timedOut };
	return { json, pairedItem: { item: item.itemIndex } };
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
