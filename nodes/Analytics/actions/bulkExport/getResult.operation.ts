import { ServiceError } from '../../../shared/errors';
import type { QueryKeys } from '../../bulkFile/columnNames';
import { resolveDateRange } from '../../dates/dateRange';
import { requestDates } from '../../dates/requestDates';
import { IF_IT_MEANS_DONE } from '../../job/awaitJob';
import { jobFailure, warnOfMessage } from '../../job/jobFailure';
import { queryKeysOf } from '../../job/queryKeys';
import { jobResult } from '../../outputs/jobResult';
import { checkSubWorkflow } from '../../outputs/subExecution';
import { needsKeys, sharedResult } from '../exportRows';
import { jobIdField, readJobId } from '../fields/jobId';
import { optionsField, readOptions } from '../fields/options';
import { OUTPUT_OPTIONS, outputFields, readOutput, startAtRowField } from '../fields/output';
import { readQueryName } from '../fields/request';
import type { Item } from '../item';
import type { Operation } from '../operation';

/** Bulk Export > Get Result: the rows or the file of a job that is done (section 4.4). */
export const getResult: Operation = {
	option: {
		name: 'Get Result',
		value: 'getResult',
		action: 'Get rows or file of export',
		description: 'Get the rows or the file of a job that is done',
	},
	fields: [
		jobIdField,
		...outputFields,
		startAtRowField,
		optionsField(...OUTPUT_OPTIONS, 'queryName'),
	],
	prepare(item) {
		const jobId = readJobId(item);
		const { queryName, ...output } = readOptions(item, ...OUTPUT_OPTIONS, 'queryName');
		const settings = readOutput(item, output, { hasStart: true });
		const name = queryName === undefined ? undefined : readQueryName(queryName);
		return async () =>
			await sharedResult(item, { jobId, settings, name }, async () => {
				if (settings.output === 'subWorkflow') await checkSubWorkflow(item, settings.workflowId);
				const api = item.api();
				const { record, state } = await api.job(jobId);
				if (state === 'failed') throw await jobFailure(api, jobId, record);
				if (state === 'running') throw notDone(jobId, record.Status);
				warnOfMessage(item.warn, api, record);
				const queryKeys = name && needsKeys(settings) ? recentKeys(item, name) : undefined;
				const jobs = [{ jobId, fileName: record.FileName ?? '', queryKeys }];
				return await jobResult(item, { api, jobs, settings });
			});
	},
};

/** The days of the job are not known, but the columns of a query are the same on every day. */
export function recentKeys(item: Item, queryName: string): QueryKeys {
	const timeZone = item.workflowTimeZone;
	const days = resolveDateRange({ dateRange: 'lastDays', days: 30, timeZone }, item.now());
	const dates = requestDates(days, timeZone, item.connection.details);
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
