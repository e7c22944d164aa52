import type { INodeExecutionData } from 'n8n-workflow';
import { type Param, isPathSegment, trimmedText } from '../../shared/params/param';
import { textParam } from '../../shared/params/makeParam';
import { byModel } from './fields/tool';
import type { Operation } from './operation';

/** The ID becomes one segment of a path, so it must not contain anything that leads out of it. */
const jobIdSchema = trimmedText.refine(isPathSegment, 'Enter only the jobId that Start returned');

export const jobIdField: Param<string> = {
	...textParam('Job ID', 'jobId', jobIdSchema, {
		default: '={{ $json.jobId }}',
		required: true,
		description: 'The ID that Start returned. The service keeps files for 24 hours.',
	}),
	toolDefault: byModel('Job_ID'),
};

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
		const { value: status } = await item.memoize({ jobId }, async () => {
			return await item.api().job(jobId);
		});
		const own = { jobId, done: status.state === 'done', failed: status.state === 'failed' };
		const all = { ...own, ...status.record, ...own };
		// The queryName and days that Start returned are passed on to Get Result. The input of a tool call is
		// the model's own text, which nobody needs.
		const input = item.isToolCall ? {} : item.n8n.getInputData()[itemIndex]?.json;
		return [{ json: ownFieldsFirst(all, input), pairedItem: { item: itemIndex } }];
	},
};

type Json = INodeExecutionData['json'];

/** The node's own fields come first, and win over fields of the input with the same names. */
function ownFieldsFirst(own: Json, input: Json = {}): Json {
	return { ...own, ...input, ...own };
}
