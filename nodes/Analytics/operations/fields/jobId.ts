import { z } from 'zod';
import { isPathSegment, names } from '../../../shared/fields/field';
import { textField } from '../../../shared/fields/makeField';

/** Each ID becomes one segment of a path, so it must not contain anything that leads out of it. */
const jobIdsSchema = z
	.preprocess((value) => (typeof value === 'string' ? value : [value].flat(2)), names)
	.transform((list) => [...new Set(list.flatMap((ids) => ids.split(',').map((id) => id.trim())))])
	.refine(
		(ids) => ids.length > 0 && ids.every(isPathSegment),
		'Enter only the jobId that Start returned',
	);

/** One job, or several of them, separated by commas, as an export of a long range has them. */
export const jobIdsField = textField('Job ID', 'jobId', jobIdsSchema, {
	emptyPart: 'error',
	default: '={{ $json.jobId }}',
	required: true,
	description:
		'The ID that Start returned, or the IDs of the parts of an export, separated by commas. The service keeps files for 24 hours.',
});
