import { readField } from '../../../shared/field';
import { switchField } from '../../../shared/makeField';
import { jobIdField } from '../fields/jobId';
import type { Operation } from '../item';

/** With jobId, done and failed, the ten fields that n8n allows. */
const SIMPLE_FIELDS = [
	'Status',
	'StartTime',
	'EndTime',
	'FileName',
	'HasError',
	'ErrorMessage',
	'TotalBytesProcessed',
];

const simplify = switchField('Simplify', 'simplify', true, {
	description: 'Whether to return a simplified version of the response instead of the raw data',
});

/** Bulk Export > Get Status: the record of a job (2.4). A failed job is a result here, not an error. */
export const getStatus: Operation = {
	option: {
		name: 'Get Status',
		value: 'getStatus',
		action: 'Get status of export',
		description: 'See whether a job is done',
	},
	fields: [jobIdField.field, simplify.field],
	prepare(item) {
		const jobId = readField(jobIdField, item.parameter('jobId'));
		const isSimple = readField(simplify, item.parameter('simplify'));
		return {
			key: { status: jobId, isSimple },
			async fetch() {
				const { record, state } = await item.api().job(jobId);
				const own = { jobId, done: state === 'done', failed: state === 'failed' };
				const shown = Object.entries(record).filter(
					([name]) => !isSimple || SIMPLE_FIELDS.includes(name),
				);
				const json = { ...own, ...Object.fromEntries(shown), ...own };
				return [{ json, pairedItem: { item: item.itemIndex } }];
			},
		};
	},
};
