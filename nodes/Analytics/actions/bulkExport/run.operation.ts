import type { INodeExecutionData } from 'n8n-workflow';
import { asError, ServiceError } from '../../../shared/errors';
import { together } from '../../../shared/together';
import { awaitJob } from '../../bulkFile/awaitJob';
import { jobResult } from './jobResult';
import { queryColumnsOf } from '../../bulkFile/queryColumns';
import type { QueryBody } from '../../transport/analyticsApi';
import type { JobCreation } from '../../transport/schemas';
import { optionsField } from '../fields/options.fields';
import { outputFields } from '../fields/output.fields';
import { type OutputSettings, readOutputSettings } from '../fields/output';
import { filtersField, queryRequestFields } from '../fields/queryRequest.fields';
import { readQueryRequests } from '../fields/queryRequest';
import { apiOf } from '../fields/requestTimeout';
import { readWaitSettings, type WaitSettings } from '../fields/wait';
import type { ItemRun, Operation } from '../operation';

/**
 * Bulk Export > Run: starts a job, waits until it is done, and hands on its rows or its file
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

	async execute(itemRun: ItemRun): Promise<INodeExecutionData[]> {
		const output = readOutputSettings(itemRun);
		const wait = readWaitSettings(itemRun);
		const requests = readQueryRequests(itemRun);

		const jobs = itemRun.itemCount * requests.length;
		const started: string[] = [];
		const parts = await together(
			requests.map((request) => async (signal) => {
				const part = { ...itemRun, signal };
				const job = await apiOf(part).startJob(request);
				started.push(job.jobId);
				return await finish(part, { request, job, jobs, wait, output });
			}),
			itemRun.signal,
		).catch((error: unknown) => {
			throw withOtherJobs(error, started);
		});
		return parts.flat();
	},
};

interface StartedJob {
	request: QueryBody;
	job: JobCreation;
	/** How many are waited for at the same time. */
	jobs: number;
	wait: WaitSettings;
	output: OutputSettings;
}

async function finish(
	itemRun: ItemRun,
	{ request, job, jobs, wait, output }: StartedJob,
): Promise<INodeExecutionData[]> {
	const api = apiOf(itemRun);
	const { jobId, fileName } = job;
	const { queryName, startDate, endDate } = request;
	try {
		await awaitJob({ api, jobId, jobs, ...wait, signal: itemRun.signal });
	} catch (error) {
		if (wait.onTimeout === 'outputJob' && isTimeout(error)) {
			const json = { ...job, queryName, startDate, endDate, done: false, timedOut: true };
			return [{ json, pairedItem: { item: itemRun.itemIndex } }];
		}
		throw asError(error);
	}
	return await jobResult(itemRun, {
		api,
		settings: output,
		job: {
			jobId,
			fileName,
			about: { queryName, startDate, endDate },
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
