import type { INodeExecutionData } from 'n8n-workflow';
import { jobIdField, readJobId } from '../fields/jobId';
import { optionsField } from '../fields/options';
import { operation } from '../operation';

/** Bulk Export > Get Status: the record of a job. A failed job is a result here, not an error. */
export const getStatus = operation({
	fields: [jobIdField, optionsField('requestTimeout')],

	read: readJobId,

	async execute(item, jobId): Promise<INodeExecutionData[]> {
		const { record, state } = await item.api().job(jobId);
		// The record in the words of the service, and what an If node wants to know.
		const json = { jobId, done: state === 'done', failed: state === 'failed', ...record };
		return [{ json, pairedItem: { item: item.itemIndex } }];
	},
});
