import type { INodeExecutionData } from 'n8n-workflow';
import { flatFields } from '../../shared/json';
import type { JobRecord } from '../api/schemas';
import { jobIdsField } from './fields/jobId';
import type { Operation } from './operation';

interface GetStatusTask {
	jobIds: string[];
	/** Makes the tasks of two items differ, because each result keeps the fields of its own input item. */
	itemIndex: number;
}

/** Bulk Export > Get Status: an item for each job, with its record (section 2.4). A job that failed is no error here. */
export const bulkExportGetStatus: Operation<GetStatusTask> = {
	option: {
		name: 'Get Status',
		value: 'getStatus',
		action: 'Get status of export',
		description: 'Check whether a job is done',
	},

	properties: [jobIdsField],

	read(item) {
		return { jobIds: item.read(jobIdsField), itemIndex: item.itemIndex };
	},

	async run({ jobIds, itemIndex }, item): Promise<INodeExecutionData[]> {
		item.progress.takeJobs(itemIndex, item.api.shownIds(jobIds));
		// The queryName and days that Start returned are passed on to Get Result.
		const input = item.n8n.getInputData()[itemIndex];
		const items: INodeExecutionData[] = [];
		for (const jobId of jobIds) {
			const { record, state } = await item.memoize(
				{ jobId },
				async () => await item.api.job(jobId),
			);
			const own = { jobId, done: state === 'done', failed: state === 'failed' };
			const ofJob = { ...own, ...fieldsOf(record), ...own };
			// The fields of the job come first, and win over those of the input with the same names.
			const json = { ...ofJob, ...input?.json, ...ofJob };
			const binary = input?.binary && { binary: { ...input.binary } };
			items.push({ json, ...binary, pairedItem: { item: itemIndex } });
		}
		return items;
	},
};

/**
 * The record with names such as those of all other items, `status` in place of `Status`. A table takes no two columns that
 * differ only in case. `failed` says what `HasError` says.
 */
function fieldsOf(record: JobRecord): INodeExecutionData['json'] {
	const fields = Object.entries(record)
		.filter(([name]) => name !== 'HasError')
		.map(([name, value]) => [`${name.charAt(0).toLowerCase()}${name.slice(1)}`, value]);
	return flatFields(Object.fromEntries(fields) as object);
}
