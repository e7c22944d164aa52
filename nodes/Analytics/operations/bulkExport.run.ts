import type { INodeExecutionData } from 'n8n-workflow';
import type { AnalyticsRequest } from '../api/analyticsApi';
import type { ItemToRun } from '../context';
import { awaitJob } from '../job/awaitJob';
import type { FinishedJob } from '../job/downloads';
import { jobFailure } from '../job/jobErrors';
import { keysOfQuery } from '../job/queryKeys';
import { type StartedJob, startJobs } from '../job/startJobs';
import { writeOutput } from '../outputs/outputs';
import type { OutputSettings } from '../outputs/settings';
import { optionsField } from './fields/options';
import { OUTPUT_OPTIONS, outputFields, readOutput } from './fields/output';
import { filtersField } from './fields/filters';
import { aboutRequest, readRequest, requestFields } from './fields/request';
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
	request: AnalyticsRequest;
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
		const request = await readRequest(item, timeZone);
		const settings = readOutput(item, outputOptions);
		return { request, settings, maxWaitMs: maxWait * 1000 };
	},

	async run({ request, settings, maxWaitMs }, item): Promise<INodeExecutionData[]> {
		const started = await startJobs(item, request);
		const jobs = await Promise.all(
			started.map(async (job) => await finishedJob(item, job, { settings, maxWaitMs })),
		);

		const about = aboutRequest(request);
		return await writeOutput({ item, jobs, settings, request, about, maxDownloadMs: maxWaitMs });
	},
};

/** Waits until a job is done. Meanwhile, it asks the service for the names of the columns of its query. */
async function finishedJob(
	item: ItemToRun,
	{ jobId, part: request }: StartedJob,
	{ settings, maxWaitMs }: Pick<RunTask, 'settings' | 'maxWaitMs'>,
): Promise<FinishedJob> {
	const deadline = performance.now() + maxWaitMs;
	const keys = settings.needsKeys ? keysOfQuery(item, request, deadline) : undefined;
	const { record, state } = await awaitJob(item, { jobId, maxWaitMs });
	if (state === 'failed') throw await jobFailure(item, record);
	item.progress.checkIsOfOne(jobId);
	return { jobId, request, keysOfQuery: keys, record };
}
