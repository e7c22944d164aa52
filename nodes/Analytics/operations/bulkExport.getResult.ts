import type { INodeExecutionData } from 'n8n-workflow';
import { ServiceError } from '../../shared/errors';
import { type Param, listValue } from '../../shared/params/param';
import { joinedTexts, shownText } from '../../shared/text';
import { isUnderWay, jobFailure } from '../job/awaitJob';
import type { FinishedJob } from '../job/downloads';
import { beginToAskForKeys } from '../job/queryKeys';
import { needsQueryKeys, outputsWith, writeOutput } from '../outputs/outputs';
import { announceRows } from '../outputs/passOnProgress';
import type { OutputSettings } from '../outputs/settings';
import { checkSubWorkflow } from '../outputs/subExecution';
import { jobIdField } from './fields/jobId';
import { optionsField } from './fields/options';
import { OUTPUT_OPTIONS, outputFields, readOutput, startAtRow } from './fields/output';
import { queryNameField } from './fields/queries';
import { recentRequest } from './fields/request';
import type { Operation } from './operation';

const queryNameOfJob: Param<string> = {
	property: {
		...queryNameField.property,
		default: { mode: 'name', value: '={{ $json.queryName }}' },
		required: false,
		displayOptions: { show: { output: outputsWith('hasColumnNames') } },
		description:
			'The query of the job, which the column names are taken from. Leave it empty if you do not know it.',
	},
	schema: listValue,
};

const options = optionsField(OUTPUT_OPTIONS, { hasOutputField: true });

interface GetResultTask {
	jobId: string;
	/** The query of the job. It is empty if it is not known, or not needed. */
	queryName: string;
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

	properties: [jobIdField, queryNameOfJob, ...outputFields, startAtRow, options],

	read(item) {
		const jobId = item.read(jobIdField);
		const settings = readOutput(item, item.readCollection(options));
		const queryName = needsQueryKeys(settings) ? item.read(queryNameOfJob) : '';
		return { jobId, queryName, settings };
	},

	async run({ jobId, queryName, settings }, item): Promise<INodeExecutionData[]> {
		await checkSubWorkflow(item, settings);
		announceRows(item, settings, [{ jobId }]);

		const { api, credential, now, workflowTimeZone: timeZone } = item;
		const { record, state } = await api.job(jobId);
		if (state === 'failed') throw await jobFailure(api, jobId, record);
		if (state === 'notDone') throw notDone(jobId, record.Status);

		const job: FinishedJob = { jobId, fileName: record.FileName ?? '', record };
		if (queryName !== '') {
			// The days of the job are not known, but its query has the same columns on every day.
			job.keysRequest = { body: recentRequest(queryName, { credential, timeZone, now }) };
			beginToAskForKeys(item, job.keysRequest);
		}
		return await writeOutput({ item, jobs: [job], settings });
	},
};

const TRY_LATER =
	'Try again later, for example with a Wait node and Get Status before this node, or use Run, which waits until the job is done.';
const MAY_HAVE_ENDED =
	'If this means that the job has ended without a file, start the export again.';

function notDone(jobId: string, status: string): ServiceError {
	const advice = joinedTexts([
		status === '' ? '' : `Its status is ${shownText(status)}.`,
		isUnderWay(status) ? '' : MAY_HAVE_ENDED,
		TRY_LATER,
	]);
	const message = `The bulk export is not done yet (job ${jobId})`;
	return new ServiceError('jobNotReady', message, advice, { jobId });
}
