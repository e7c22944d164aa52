import { type Param, isPathSegment, trimmedText } from '../../shared/params/param';
import { textParam } from '../../shared/params/makeParam';
import { byModel } from './fields/tool';
import type { Operation } from './operation';

/** It becomes one segment of a path, so nothing that could leave it is accepted. */
const jobIdSchema = trimmedText.refine(isPathSegment, 'Enter only the jobId that Start returned');

export const jobIdField: Param<string> = {
	...textParam('Job ID', 'jobId', jobIdSchema, {
		default: '={{ $json.jobId }}',
		required: true,
		description: 'The ID that Start returned. The service keeps files for 24 hours.',
	}),
	toolDefault: byModel('Job_ID'),
};

/** Bulk Export > Get Status: the record of a job (2.4). A failed job is no error here. */
export const getStatus: Operation = {
	option: {
		name: 'Get Status',
		value: 'getStatus',
		action: 'Get status of export',
		description: 'See whether a job is done',
	},
	fields: [jobIdField],
	read(item) {
		const { itemIndex, n8n, isToolCall } = item;
		const jobId = item.read(jobIdField);
		return {
			key: { itemIndex },
			async fetch() {
				const status = await item.once({ jobId }, async () => await item.api().job(jobId));
				const { record, state } = status.value;
				const own = { jobId, done: state === 'done', failed: state === 'failed' };
				const all = { ...own, ...record, ...own };
				// Start's queryName and days go on to Get Result; the input of a tool is the model's own.
				const input = isToolCall ? {} : n8n.getInputData()[itemIndex]?.json;
				const json = { ...all, ...input, ...all };
				return async () => [{ json, pairedItem: { item: itemIndex } }];
			},
		};
	},
};
