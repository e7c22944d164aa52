import type { INodeExecutionData } from 'n8n-workflow';
import type { AnalyticsRequest } from '../api/analyticsApi';
import type { ItemToRun } from '../context';
import { awaitJob, jobFailure } from '../job/awaitJob';
import type { FinishedJob } from '../job/downloads';
import { keysOfQuery } from '../job/queryKeys';
import { type StartedJob, startJobs } from '../job/startJobs';
import { nameOfQuery } from '../outputs/fileNames';
import { OUTPUTS } from '../outputs/outputs';
import type { OutputSettings } from '../outputs/settings';
import { optionsField } from './fields/options';
import { OUTPUT_OPTIONS, outputFields, readOutput } from './fields/output';
import { filtersField } from './fields/filters';
import { aboutRequests, readRequests, requestFields } from './fields/request';
import type { Operation, OperationProperty } from './operation';

/** A yellow box below Output. Without it, users who click Execute Step would wonder why nothing happens. */
const durationNotice: OperationProperty = {
	property: {
		displayName:
			"An export usually takes one to three minutes, because the service allows only a few calls a minute. Its steps are in n8n's log.",
		name: 'durationNotice',
		type: 'notice',
		default: '',
	},
};

const options = optionsField([...OUTPUT_OPTIONS, 'maxWait', 'timeZone'], { hasOutputField: true });

interface RunTask {
	/** One request for each part of the range, the oldest first. */
	requests: AnalyticsRequest[];
	settings: OutputSettings;
	maxWaitMs: number;
}

/** Bulk Export > Run (section 4.5): starts jobs, waits until they are done, and outputs their rows or files. */
export const bulkExportRun: Operation<RunTask> = {
	option: {
		name: 'Run',
		value: 'run',
		action: 'Export rows or file',
		description: 'Start a job, wait until it is done, and get its rows or its file',
	},

	properties: [...requestFields, ...outputFields, durationNotice, filtersField, options],

	async read(item) {
		const { maxWait, timeZone, ...outputOptions } = item.readCollection(options);
		const requests = await readRequests(item, timeZone);
		const settings = readOutput(item, outputOptions);
		if (OUTPUTS[settings.output].file?.isOfAllParts) settings.fileName ||= nameOfQuery(requests);
		return { requests, settings, maxWaitMs: maxWait * 1000 };
	},

	async run({ requests, settings, maxWaitMs }, item): Promise<INodeExecutionData[]> {
		const started = await startJobs(item, requests);
		const jobs = await Promise.all(
			started.map(async (job) => await finishedJob(item, job, { settings, maxWaitMs })),
		);

		const about = aboutRequests(requests);
		const finished = { item, jobs, settings, about, maxDownloadMs: maxWaitMs };
		return await OUTPUTS[settings.output].write(finished);
	},
};

/** Waits until a job is done. Meanwhile, it asks the service for the names of the columns of its query. */
async function finishedJob(
	item: ItemToRun,
	{ jobId, fileName, request: { body, query } }: StartedJob,
	{ settings, maxWaitMs }: Pick<RunTask, 'settings' | 'maxWaitMs'>,
): Promise<FinishedJob> {
	const deadline = performance.now() + maxWaitMs;
	const keys = settings.needsKeys ? keysOfQuery(item, body, deadline) : undefined;
	const { api, signal, log, progress } = item;
	const isAlone = progress.startedCount === 1;
	const { record, state } = await awaitJob({ api, jobId, isAlone, maxWaitMs, signal, log });
	if (state === 'failed') throw await jobFailure(item, record);
	return { jobId, fileName: fileName ?? record.FileName ?? '', query, keys, record };
}
