import { ServiceError } from '../../shared/errors';
import { type Param, listValue } from '../../shared/params/param';
import { jobFailure } from '../job/awaitJob';
import { queryKeysOf } from '../job/queryKeys';
import { needsQueryKeys, outputsWith, writeOutput } from '../outputs/outputs';
import { checkSubWorkflow } from '../outputs/subExecution';
import { optionsField } from './fields/options';
import { OUTPUT_OPTIONS, outputFields, readOutput, startAtRow } from './fields/output';
import { queryNameField } from './fields/queries';
import { recentRequest } from './fields/request';
import type { Operation } from './operation';
import { jobIdField } from './bulkExport.getStatus';

const queryNameOfJob: Param<string> = {
	property: {
		...queryNameField.property,
		default: { mode: 'name', value: '={{ $json.queryName }}' },
		required: false,
		displayOptions: { show: { output: outputsWith('hasColumnNames') } },
		description: 'The query of the job, to find its column names. Leave it empty if it is unknown.',
	},
	schema: listValue,
};

const options = optionsField(...OUTPUT_OPTIONS);

/** Bulk Export > Get Result: the rows or the file of a job that is done (section 4.4). */
export const getResult: Operation = {
	option: {
		name: 'Get Result',
		value: 'getResult',
		action: 'Get rows or file of export',
		description: 'Get the rows or the file of a job that is done',
	},
	fields: [jobIdField, queryNameOfJob, ...outputFields, startAtRow, options],
	read(item) {
		const jobId = item.read(jobIdField);
		const settings = readOutput(item, item.readAll(options));
		const queryName = needsQueryKeys(settings) ? item.read(queryNameOfJob) : '';
		return {
			key: { jobId, settings, queryName },
			async fetch() {
				await checkSubWorkflow(item, settings);
				const api = item.api();
				const { record, state } = await api.job(jobId);
				if (state === 'failed') throw await jobFailure(api, jobId, record);
				if (state === 'running') throw notDone(jobId, record.Status);
				const about = { ...item, timeZone: item.workflowTimeZone };
				const queryKeys =
					queryName === '' ? undefined : queryKeysOf(item, recentRequest(queryName, about));
				const jobs = [{ jobId, fileName: record.FileName ?? '', queryKeys, record }];
				item.jobs.toPassOn[item.itemIndex] = [jobId];
				return async () => await writeOutput({ item, api, jobs, settings });
			},
		};
	},
};

function notDone(jobId: string, status: string): ServiceError {
	const advice =
		'Try again later, for example with a Wait node and Get Status before this node, or use Run, which waits until the job is done.';
	const message = `The bulk export is not done yet (job ${jobId})`;
	const said = status && `Its status is ${status}. `;
	return new ServiceError('jobNotReady', message, `${said}${advice}`, { jobId });
}
