import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { ServiceError } from '../../../shared/errors';
import { jobFailure, jobState } from '../../bulkFile/jobState';
import { jobResult } from './jobResult';
import { type QueryColumns, queryColumnsOf } from '../../bulkFile/queryColumns';
import { formatDate } from '../../dates/dateFormat';
import { resolveDateRange } from '../../dates/dateRange';
import type { AnalyticsApi } from '../../transport/analyticsApi';
import { jobIdField, readJobId } from '../fields/jobId';
import { optionsField } from '../fields/options.fields';
import { outputFields } from '../fields/output.fields';
import { readOutputSettings } from '../fields/output';
import { queryNameField } from '../fields/queryRequest.fields';
import { apiOf } from '../fields/requestTimeout';
import type { ItemRun, Operation } from '../operation';

const queryOfJobField: INodeProperties = {
	...queryNameField,
	required: false,
	options: [{ name: 'Not Known', value: '' }, ...(queryNameField.options ?? [])],
	default: '',
	description:
		'The query that the job was started for. Only used to learn the column names, where the file alone does not tell them.',
};

/** Bulk Export > Get Result: the rows or the file of a job that is done (section 4.4). */
export const getResult: Operation = {
	fields: [
		jobIdField,
		queryOfJobField,
		...outputFields,
		optionsField(
			'columnNames',
			'convertTypes',
			'customColumnNames',
			'maxFileSize',
			'maxRows',
			'onDuplicateNames',
			'requestTimeout',
			'rowsPerItem',
		),
	],

	async execute(run: ItemRun): Promise<INodeExecutionData[]> {
		const jobId = readJobId(run);
		const settings = readOutputSettings(run);
		const api = apiOf(run);

		const record = await api.job(jobId);
		const state = jobState(record);
		if (state === 'failed') throw await jobFailure(api, record);
		if (state === 'running') throw notDone(jobId, record.Status);
		return await jobResult(run, {
			api,
			settings,
			job: {
				jobId,
				fileName: record.FileName ?? '',
				about: {},
				queryColumns: queryColumns(run, api),
			},
		});
	},
};

/** The dates of the job are not known, but the columns of a query are the same on every day. */
function queryColumns(run: ItemRun, api: AnalyticsApi): QueryColumns | undefined {
	const queryName = run.parameter('queryName', '');
	if (typeof queryName !== 'string' || queryName.trim() === '') return undefined;
	const timeZone = run.workflowTimeZone;
	const { start, end } = resolveDateRange({ dateRange: 'last30Days', timeZone }, run.now());
	const recentRecords = queryColumnsOf(api, {
		queryName: queryName.trim(),
		timeZone,
		startDate: formatDate(start, 'date'),
		endDate: formatDate(end, 'date'),
	});
	return async () => {
		const records = await recentRecords();
		// On these days there may be none, and in the file there may be some.
		return records?.length === 0 ? undefined : records;
	};
}

function notDone(jobId: string, status: string): ServiceError {
	return new ServiceError({
		kind: 'jobNotReady',
		message: `The bulk export is not done yet (job ${jobId})`,
		description: `Its status is ${status}. Try again later, for example with a Wait node and Get Status before, or use Run, which waits by itself.`,
		jobId,
	});
}
