import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { ServiceError } from '../../../shared/errors';
import type { QueryColumns } from '../../bulkFile/columnNames';
import { formatDate } from '../../dates/dateFormat';
import { resolveDateRange } from '../../dates/dateRange';
import { jobFailure, jobState } from '../../job/jobState';
import { queryColumnsOf } from '../../job/queryColumns';
import { jobIdField, readJobId } from '../fields/jobId';
import { optionsField } from '../fields/options';
import { outputFields, type OutputSettings, readOutputSettings } from '../fields/output';
import { queryNameField, readOptionalQueryName } from '../fields/queryName';
import type { ItemContext, Operation } from '../itemContext';
import { jobResult } from './jobResult';
import { sharedResult } from './sharedResult';

const queryOfJobField: INodeProperties = {
	...queryNameField,
	required: false,
	options: [{ name: 'Not Known', value: '' }, ...(queryNameField.options ?? [])],
	default: '',
	description:
		'The query that the job was started for. Only used to learn the column names if the file alone does not contain them.',
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
			'excel',
			'expectedColumns',
			'fileName',
			'maxFileSize',
			'maxRows',
			'onDuplicateNames',
			'onOtherColumns',
			'requestTimeout',
			'rowsPerItem',
		),
	],

	async execute(item: ItemContext): Promise<INodeExecutionData[]> {
		const jobId = readJobId(item);
		const settings = readOutputSettings(item);
		const key = { jobId, settings, queryName: readOptionalQueryName(item) };
		return await sharedResult(item, key, async (first) => {
			return await resultOfJob(first, jobId, settings);
		});
	},
};

async function resultOfJob(
	item: ItemContext,
	jobId: string,
	settings: OutputSettings,
): Promise<INodeExecutionData[]> {
	const api = item.api();
	const record = await api.job(jobId);
	const state = jobState(record);
	if (state === 'failed') throw await jobFailure(api, record);
	if (state === 'running') throw notDone(jobId, record.Status);
	return await jobResult(item, {
		api,
		settings,
		job: {
			jobId,
			fileName: record.FileName ?? '',
			queryColumns: queryColumns(item),
		},
	});
}

/** The dates of the job are not known, but the columns of a query are the same on every day. */
function queryColumns(item: ItemContext): QueryColumns | undefined {
	const queryName = readOptionalQueryName(item);
	if (queryName === '') return undefined;
	const timeZone = item.workflowTimeZone;
	const { start, end } = resolveDateRange({ dateRange: 'last30Days', timeZone }, item.now());
	const recentRecords = queryColumnsOf(item.api(), {
		queryName,
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
		description: `Its status is ${status}. Try again later, for example with a Wait node and Get Status before this node, or use Run, which waits until the job is done.`,
		jobId,
	});
}
