import { jobIdField, readJobId } from '../fields/jobId';
import type { Operation } from '../operations';

/** Bulk Export > Get Status: the record of a job. A failed job is a result here, not an error. */
export const getStatus: Operation = {
	option: {
		name: 'Get Status',
		value: 'getStatus',
		action: 'Get status of export',
		description: 'See whether a job is done',
	},
	fields: [jobIdField],
	prepare(item) {
		const jobId = readJobId(item);
		return async () => {
			const { record, state } = await item.api().job(jobId);
			const own = { jobId, done: state === 'done', failed: state === 'failed' };
			return [{ json: { ...own, ...record, ...own }, pairedItem: { item: item.itemIndex } }];
		};
	},
};
