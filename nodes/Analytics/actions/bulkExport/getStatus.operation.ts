import { type Field, isPathSegment, text } from '../../../shared/field';
import { switchField, textField } from '../../../shared/makeField';
import type { Operation } from '../run';

/** It becomes one segment of a path, so nothing that could leave it is accepted. */
const jobIdSchema = text
	.transform((id) => id.trim())
	.refine(isPathSegment, 'Enter only the jobId that Start returned');

export const jobIdField: Field<string> = textField('Job ID', 'jobId', jobIdSchema, {
	required: true,
	placeholder: 'e.g. {{ $json.jobId }}',
	description: 'The ID that Start returned. The service keeps files for 24 hours.',
});

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
	fields: [jobIdField, simplify],
	prepare(item) {
		const jobId = item.read(jobIdField);
		const isSimple = item.read(simplify);
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
