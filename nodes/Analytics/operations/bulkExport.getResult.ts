import type { INodeExecutionData } from 'n8n-workflow';
import { ServiceError } from '../../shared/errors';
import { listValue, type Field } from '../../shared/fields/field';
import { joinedTexts, shownText } from '../../shared/text';
import { jobFailure } from '../job/jobErrors';
import type { AnalyticsRequest } from '../api/analyticsApi';
import type { FinishedJob } from '../job/downloads';
import { keysOfQuery } from '../job/queryKeys';
import { outputsWith, writeOutput } from '../outputs/outputs';
import type { OutputSettings } from '../outputs/settings';
import { jobIdsField } from './fields/jobId';
import { optionsField } from './fields/options';
import { OUTPUT_OPTIONS, outputFields, readOutput } from './fields/output';
import { queryNameField } from './fields/queries';
import { recentRequest } from './fields/request';
import type { Operation } from './operation';

const queryNameOfJob: Field<string> = {
	property: {
		...queryNameField.property,
		default: { mode: 'name', value: '={{ $json.queryName }}' },
		required: false,
		displayOptions: { show: { output: outputsWith('hasColumnNames') } },
		description:
			'The query of the job, which the column names are taken from. Leave it empty if you do not know it.',
	},
	emptyPart: 'unknown',
	schema: listValue,
};

const options = optionsField(OUTPUT_OPTIONS, { hasOutputField: true });

interface GetResultTask {
	/** The jobs of the parts of one export, the oldest days first. */
	jobIds: string[];
	/** Asks their query for recent days. Undefined if it is not known, or not needed. */
	recent: AnalyticsRequest | undefined;
	settings: OutputSettings;
}

/** Bulk Export > Get Result: the rows or the file of a job that is done (section 4.4). */
export const bulkExportGetResult: Operation<GetResultTask> = {
	option: {
		name: 'Get Result',
		value: 'getResult',
		action: 'Get rows or file of export',
		description: 'Get the rows or the file of a job that is done',
	},

	properties: [jobIdsField, queryNameOfJob, ...outputFields, options],

	read(item) {
		const jobIds = item.read(jobIdsField);
		const settings = readOutput(item, item.readCollection(options));
		const queryName = settings.needsKeys ? item.read(queryNameOfJob) : '';
		const { now, workflowTimeZone: timeZone } = item;
		// The days of the jobs are not known, but their query has the same columns on every day.
		const recent = queryName === '' ? undefined : recentRequest(queryName, { timeZone, now });
		return { jobIds, recent, settings };
	},

	async run({ jobIds, recent, settings }, item): Promise<INodeExecutionData[]> {
		item.progress.takeJobs(item.itemIndex, item.api.shownIds(jobIds));
		const jobs: FinishedJob[] = [];
		for (const jobId of jobIds) {
			const { record, state } = await item.api.job(jobId);
			if (state === 'failed') throw await jobFailure(item, record);
			if (state === 'notDone') throw notDone(jobId, record.Status);
			jobs.push({ jobId, keysOfQuery: recent && keysOfQuery(item, recent), record });
		}
		// Only now is it known that another try can find them.
		for (const jobId of jobIds) item.progress.fetchable.add(jobId);

		const about = joinedTexts([recent?.queryName, `job ${jobIds.join(', ')}`], ', ');
		return await writeOutput({ item, jobs, settings, about });
	},
};

function notDone(jobId: string, status: string): ServiceError {
	const advice = joinedTexts([
		status === '' ? '' : `Its status is ${shownText(status)}.`,
		'Try again later, for example with a Wait node and Get Status before this node, or use Run, which waits until the job is done.',
	]);
	const message = `The bulk export is not done yet (job ${jobId})`;
	return new ServiceError('jobNotReady', message, advice);
}
