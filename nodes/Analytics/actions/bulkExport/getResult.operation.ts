import type { INodeProperties } from 'n8n-workflow';
import { ServiceError } from '../../../shared/errors';
import { readField } from '../../../shared/field';
import type { QueryKeys } from '../../bulkFile/columnNames';
import { datesOf } from '../../../shared/dates/requestDates';
import { IF_IT_MEANS_DONE } from '../../job/awaitJob';
import { jobFailure, warnOfMessage } from '../../job/jobFailure';
import { queryKeysOf } from '../../job/queryKeys';
import { needsQueryKeys, type OutputSettings } from '../../outputs/context';
import { jobResult } from '../../outputs/jobResult';
import { checkSubWorkflow } from '../../outputs/subExecution';
import { jobIdField } from '../fields/jobId';
import { optionsField, readOptions } from '../fields/options';
import { OUTPUT_OPTIONS, outputFields, readOutput, startAtRowField } from '../fields/output';
import { queryNameField, queryNameSchema } from '../fields/request';
import type { Fetched, Item, Operation } from '../item';

const queryNameOfJob: INodeProperties = {
	...queryNameField,
	default: { mode: 'name', value: '={{ $json.queryName }}' },
	required: false,
	displayOptions: { show: { output: ['items', 'csvFile', 'subWorkflow'] } },
	description: 'The query of the job, to find its column names. Leave it empty if it is unknown.',
};

/** Bulk Export > Get Result: the rows or the file of a job that is done (section 4.4). */
export const getResult: Operation = {
	option: {
		name: 'Get Result',
		value: 'getResult',
		action: 'Get rows or file of export',
		description: 'Get the rows or the file of a job that is done',
	},
	fields: [
		jobIdField.field,
		queryNameOfJob,
		...outputFields,
		startAtRowField,
		optionsField(...OUTPUT_OPTIONS),
	],
	prepare(item) {
		const jobId = readField(jobIdField, item.parameter('jobId'));
		const settings = readOutput(item, readOptions(item, ...OUTPUT_OPTIONS), { hasStart: true });
		const queryName = needsQueryKeys(settings)
			? queryNameSchema.parse(item.parameter('queryName'))
			: '';
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
	const queryKeys = queryName === '' ? undefined : recentKeys(item, queryName);
	const jobs = [{ jobId, fileName: record.FileName ?? '', queryKeys }];
	return await jobResult(item, { api, jobs, settings });
}

/** The days of the job are not known, but the columns of a query are the same on every day. */
function recentKeys(item: Item, queryName: string): QueryKeys {
	const days = { dateRange: 'lastDays', days: 30, timeZone: item.workflowTimeZone } as const;
	const dates = datesOf(days, item.now, item.connection.details);
	return queryKeysOf(item.api(), { queryName, ...dates }, item);
}

function notDone(jobId: string, status: string): ServiceError {
	return new ServiceError({
		kind: 'jobNotReady',
		message: `The bulk export is not done yet (job ${jobId})`,
		description: `${status === '' ? '' : `Its status is ${status}. ${IF_IT_MEANS_DONE} `}Try again later, for example with a Wait node and Get Status before this node, or use Run, which waits until the job is done.`,
		jobId,
	});
}
