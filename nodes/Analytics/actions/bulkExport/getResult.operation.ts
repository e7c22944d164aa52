import { ServiceError } from '../../../shared/errors';
import { type Field, listValue } from '../../../shared/field';
import { IF_IT_MEANS_DONE, jobFailure, warnOfMessage } from '../../job/awaitJob';
import { queryKeysOf } from '../../job/queryKeys';
import { queryNameField } from '../../queries';
import { needsQueryKeys, type OutputSettings } from '../../outputs/context';
import { jobResult } from '../../outputs/jobResult';
import { checkSubWorkflow } from '../../outputs/subExecution';
import { optionsField } from '../fields/options';
import { OUTPUT_OPTIONS, outputFields, readOutput, startAtRow } from '../fields/output';
import { recentRequest } from '../fields/request';
import type { Fetched, Item, Operation } from '../run';
import { jobIdField } from './getStatus.operation';

const queryNameOfJob: Field<string> = {
	field: {
		...queryNameField.field,
		default: { mode: 'name', value: '={{ $json.queryName }}' },
		required: false,
		displayOptions: { show: { output: ['items', 'csvFile', 'subWorkflow'] } },
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
	prepare(item) {
		const jobId = item.read(jobIdField);
		const settings = readOutput(item, item.read(options));
		const queryName = needsQueryKeys(settings) ? item.read(queryNameOfJob) : '';
		return {
			key: { jobId, settings, queryName },
			fetch: async () => await resultOf(item, { jobId, settings, queryName }),
		};
	},
};

type Result = { jobId: string; settings: OutputSettings; queryName: string };

async function resultOf(item: Item, { jobId, settings, queryName }: Result): Promise<Fetched> {
	await checkSubWorkflow(item, settings);
	const api = item.api();
	const { record, state } = await api.job(jobId);
	if (state === 'failed') throw await jobFailure(api, jobId, record);
	if (state === 'running') throw notDone(jobId, record.Status);
	warnOfMessage(item.warn, api, record);
	const about = { ...item, timeZone: item.workflowTimeZone };
	const queryKeys =
		queryName === '' ? undefined : queryKeysOf(api, recentRequest(queryName, about), item);
	const jobs = [{ jobId, fileName: record.FileName ?? '', queryKeys }];
	return await jobResult(item, { api, jobs, settings });
}

function notDone(jobId: string, status: string): ServiceError {
	return new ServiceError({
		kind: 'jobNotReady',
		message: `The bulk export is not done yet (job ${jobId})`,
		description: `${status === '' ? '' : `Its status is ${status}. ${IF_IT_MEANS_DONE} `}Try again later, for example with a Wait node and Get Status before this node, or use Run, which waits until the job is done.`,
		jobId,
	});
}
