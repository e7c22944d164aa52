import type { INodeExecutionData } from 'n8n-workflow';
import { jobState } from '../../job/jobState';
import { jobIdField, readJobId } from '../fields/jobId';
import { optionsField } from '../fields/options';
import { apiOf } from '../fields/requestTimeout';
import type { ItemRun, Operation } from '../itemContext';

/** Bulk Export > Get Status: the record of a job. A failed job is a result here, not an error. */
export const getStatus: Operation = {
	fields: [jobIdField, optionsField('requestTimeout')],

	async execute(run: ItemRun): Promise<INodeExecutionData[]> {
		const jobId = readJobId(run);
		const record = await apiOf(run).job(jobId);
		const state = jobState(record);
		// The record as the service words it, and what an IF node wants to know.
		const json = { jobId, done: state === 'done', failed: state === 'failed', ...record };
		return [{ json: json, pairedItem: { item: run.itemIndex } }];
	},
};
