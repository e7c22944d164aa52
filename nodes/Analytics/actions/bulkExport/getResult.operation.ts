import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { ServiceError } from '../../../shared/errors';
import type { QueryColumns } from '../../bulkFile/columnNames';
import { resolveDateRange } from '../../dates/dateRange';
import { requestDates } from '../../dates/requestDates';
import { IF_IT_MEANS_DONE } from '../../job/awaitJob';
import { jobFailure } from '../../job/jobFailure';
import { queryColumnsOf } from '../../job/queryColumns';
import { jobIdField, readJobId } from '../fields/jobId';
import { optionsField } from '../fields/options';
import { outputFields, outputKey, type OutputSettings, readOutputSettings } from '../fields/output';
import { queryNameField, readOptionalQueryName } from '../fields/queryName';
import { startAtRowField } from '../fields/subWorkflow';
import type { ItemContext } from '../itemContext';
import { operation } from '../operation';
import type { Turn } from '../turns';
import { jobResult } from './jobResult';
import { sharedResult, turnOf } from './sharedResult';

const queryOfJobField: INodeProperties = {
	...queryNameField,
	required: false,
	default: { mode: 'list', value: '' },
	description:
		'The query that the job was started for. Only used to learn the column names if the file alone does not contain them.',
};

/** Bulk Export > Get Result: the rows or the file of a job that is done (section 4.4). */
export const getResult = operation({
	fields: [
		jobIdField,
		queryOfJobField,
		...outputFields,
		startAtRowField,
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

	read(item: ItemContext) {
		const jobId = readJobId(item);
		const settings = readOutputSettings(item);
		const queryName = readOptionalQueryName(item);
		const key = { jobId, output: outputKey(settings), queryName };
		return { jobId, settings, queryName, key, turn: turnOf(item, settings, key) };
	},

	async execute(item, { key, ...result }): Promise<INodeExecutionData[]> {
		return await sharedResult(item, key, async (first) => {
			return await resultOfJob(first, result).finally(() => result.turn?.end());
		});
	},
});

interface ResultOfJob {
	jobId: string;
	settings: OutputSettings;
	/** Empty if it is not known. */
	queryName: string;
	turn: Turn | undefined;
}

async function resultOfJob(
	item: ItemContext,
	{ jobId, settings, queryName, turn }: ResultOfJob,
): Promise<INodeExecutionData[]> {
	const api = item.api();
	const { record, state } = await api.job(jobId);
	if (state === 'failed') throw await jobFailure(api, jobId, record);
	if (state === 'running') throw notDone(jobId, record.Status);
	return await jobResult(item, {
		api,
		settings,
		turn,
		job: {
			jobId,
			fileName: record.FileName ?? '',
			queryColumns: queryColumns(item, queryName),
		},
	});
}

/** The dates of the job are not known, but the columns of a query are the same on every day. */
function queryColumns(item: ItemContext, queryName: string): QueryColumns | undefined {
	if (queryName === '') return undefined;
	const timeZone = item.workflowTimeZone;
	const days = resolveDateRange({ dateRange: 'last30Days', timeZone }, item.now());
	const recentRecords = queryColumnsOf(item.api(), {
		queryName,
		...requestDates(days, timeZone, item.serviceDetails),
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
		description: `${status === '' ? '' : `Its status is ${status}. ${IF_IT_MEANS_DONE} `}Try again later, for example with a Wait node and Get Status before this node, or use Run, which waits until the job is done.`,
		jobId,
	});
}
