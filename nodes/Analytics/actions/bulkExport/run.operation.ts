import type { INodeExecutionData } from 'n8n-workflow';
import { asError, ServiceError } from '../../../shared/errors';
import { inParallel } from '../../../shared/inParallel';
import { awaitJob } from '../../job/awaitJob';
import { queryColumnsOf } from '../../job/queryColumns';
import type { JobCreation, JobRecord } from '../../transport/schemas';
import { filtersField } from '../fields/filters';
import { type Options, optionsField, readOptions } from '../fields/options';
import { outputFields, type OutputSettings, readOutputSettings } from '../fields/output';
import { type QueryRequest, queryRequestFields, readQueryRequests } from '../fields/queryRequest';
import type { ItemContext } from '../itemContext';
import { operation } from '../operation';
import { jobResult } from './jobResult';

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
			'maxFileSize',
			'maxRows',
			'maxWait',
			'onDuplicateNames',
			'onTimeout',
			'pollInterval',
			'requestTimeout',
			'rowsPerItem',
			'splitLongRanges',
		),
	],

	read(item: ItemContext) {
		const output = readOutputSettings(item);
		const wait = readOptions(item.parameter('options', {}), 'maxWait', 'onTimeout', 'pollInterval');
		return { output, wait, requests: readQueryRequests(item) };
	},

	async execute(item, { output, wait, requests }): Promise<INodeExecutionData[]> {
		const jobs = item.itemCount * requests.length;
		const started: string[] = [];
		const parts = await inParallel(
			requests,
			{ signal: item.signal, onFailure: 'stopOthers' },
			async (request, signal) => {
				const part = item.withSignal(signal);
				const job = await part.api().startJob(request.body);
				started.push(job.jobId);
				return await finish(part, { request, job, jobs, wait, output });
			},
		).catch((error: unknown) => {
			throw withOtherJobs(error, started);
		});
		return parts.flat();
	},
});

interface StartedJob {
	request: QueryRequest;
	job: JobCreation;
	/** How many are waited for at the same time. */
	jobs: number;
	wait: Options<'maxWait' | 'onTimeout' | 'pollInterval'>;
	output: OutputSettings;
}

async function finish(
	item: ItemContext,
	{ request, job, jobs, wait, output }: StartedJob,
): Promise<INodeExecutionData[]> {
	const api = item.api();
	const { jobId } = job;
	const { queryName, startDate, endDate, timeZone } = request.body;
	const about = { queryName, startDate, endDate, timeZone };
	let record: JobRecord;
	try {
		record = await awaitJob({
			api,
			jobId,
			jobs,
			pollIntervalMs: wait.pollInterval * 1000,
			maxWaitMs: wait.maxWait * 1000,
			signal: item.signal,
		});
	} catch (error) {
		if (wait.onTimeout === 'outputJob' && isTimeout(error)) {
			const json = { ...job, ...about, done: false, timedOut: true };
			return [{ json, pairedItem: { item: item.itemIndex } }];
		}
		throw asError(error);
	}
	return await jobResult(item, {
		api,
		settings: output,
		job: {
			jobId,
			fileName: job.fileName ?? record.FileName ?? '',
			about,
			days: request.days,
			queryColumns: queryColumnsOf(api, request.body),
		},
	});
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
