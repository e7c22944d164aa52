import type { INodeExecutionData } from 'n8n-workflow';
import { jobIdField, readJobId } from '../fields/jobId';
import { optionsField } from '../fields/options';
import type { ItemContext, Operation } from '../itemContext';

/** Bulk Export > Get Status: the record of a job. A failed job is a result here, not an error. */
export const getStatus: Operation = {
	fields: [jobIdField, optionsField('requestTimeout')],

	async execute(item: ItemContext): Promise<INodeExecutionData[]> {
		const jobId = readJobId(item);
		const { record, state } = await item.api().job(jobId);
		// The record in the words of the service, and what an If node wants to know.
		const json = { jobId, done: state === 'done', failed: state === 'failed', ...record };
		return [{ json, pairedItem: { item: item.itemIndex } }];
	},
};
