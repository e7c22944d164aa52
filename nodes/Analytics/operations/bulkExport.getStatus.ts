import type { INodeExecutionData } from 'n8n-workflow';
import { jobIdField } from './fields/jobId';
import type { Operation } from './operation';

interface GetStatusTask {
	jobId: string;
	/** Makes the tasks of two items differ, because each result keeps the fields of its own input item. */
	itemIndex: number;
}

/** Bulk Export > Get Status: the record of a job (section 2.4). A job that failed is no error here. */
export const bulkExportGetStatus: Operation<GetStatusTask> = {
	option: {
		name: 'Get Status',
		value: 'getStatus',
		action: 'Get status of export',
		description: 'Check whether a job is done',
	},

	properties: [jobIdField],

	read(item) {
		return { jobId: item.read(jobIdField), itemIndex: item.itemIndex };
	},

	async run({ jobId, itemIndex }, item): Promise<INodeExecutionData[]> {
		const status = await item.memoize({ jobId }, async () => await item.api.job(jobId));
		const own = { jobId, done: status.state === 'done', failed: status.state === 'failed' };
		// The queryName and days that Start returned are passed on to Get Result. The input of a tool call is
		// the model's own text, which nobody needs.
		const input = item.isToolCall ? {} : item.n8n.getInputData()[itemIndex]?.json;
		const json = ownFieldsFirst(ownFieldsFirst(own, status.record as Json), input);
		return [{ json, pairedItem: { item: itemIndex } }];
	},
};

type Json = INodeExecutionData['json'];

/** All fields of both. The own ones come first, and win over others with the same names. */
function ownFieldsFirst(own: Json, others: Json = {}): Json {
	return { ...own, ...others, ...own };
}
