import type { INodeExecutionData } from 'n8n-workflow';
import { asError, ServiceError } from '../../../shared/errors';
import { inParallel } from '../../../shared/inParallel';
import { awaitJob } from '../../job/awaitJob';
import { queryColumnsOf } from '../../job/queryColumns';
import type { QueryBody } from '../../transport/analyticsApi';
import type { JobCreation } from '../../transport/schemas';
import { filtersField } from '../fields/filters';
import { type Options, optionsField, readOptions } from '../fields/options';
import { outputFields, type OutputSettings, readOutputSettings } from '../fields/output';
import { queryRequestFields, readQueryRequests } from '../fields/queryRequest';
import type { ItemContext, Operation } from '../itemContext';
import { jobResult } from './jobResult';

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
			'fileName',
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

	async execute(item: ItemContext): Promise<INodeExecutionData[]> {
		const output = readOutputSettings(item);
		const wait = readOptions(item.parameter('options', {}), 'maxWait', 'onTimeout', 'pollInterval');
		const requests = readQueryRequests(item);

		const jobs = item.itemCount * requests.length;
		const started: string[] = [];
		const parts = await inParallel(
			[...requests.entries()],
			{ signal: item.signal, onFailure: 'stopOthers' },
			async ([index, request], signal) => {
				const part = item.withSignal(signal);
				const job = await part.api().startJob(request);
				started.push(job.jobId);
				return await finish(part, { request, job, part: index + 1, jobs, wait, output });
			},
		).catch((error: unknown) => {
			throw withOtherJobs(error, started);
		});
		return parts.flat();
	},
};

interface StartedJob {
	request: QueryBody;
	job: JobCreation;
	/** Which part of a long range, counted from 1. */
	part: number;
	/** How many are waited for at the same time. */
	jobs: number;
	wait: Options<'maxWait' | 'onTimeout' | 'pollInterval'>;
	output: OutputSettings;
}

async function finish(
	item: ItemContext,
	{ request, job, part, jobs, wait, output }: StartedJob,
): Promise<INodeExecutionData[]> {
	const api = item.api();
	const { jobId, fileName } = job;
	const { queryName, startDate, endDate } = request;
	try {
		await awaitJob({
			api,
			jobId,
			jobs,
			pollIntervalMs: wait.pollInterval * 1000,
			maxWaitMs: wait.maxWait * 1000,
			signal: item.signal,
		});
	} catch (error) {
		if (wait.onTimeout === 'outputJob' && isTimeout(error)) {
			const json = { ...job, queryName, startDate, endDate, done: false, timedOut: true };
			return [{ json, pairedItem: { item: item.itemIndex } }];
		}
		throw asError(error);
	}
	return await jobResult(item, {
		api,
		settings: output,
		job: {
			jobId,
			fileName,
			content: { queryName, startDate, endDate },
			part,
			queryColumns: queryColumnsOf(api, request),
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
