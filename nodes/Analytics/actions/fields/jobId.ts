import { type Field, text } from '../../../shared/field';
import { textField } from '../../../shared/makeField';
import { isPathSegment } from '../../transport/schemas';

/** It becomes one segment of a path, so nothing that could leave it is accepted. */
const jobIdSchema = text
	.transform((id) => id.trim())
	.refine(
		isPathSegment,
		'Enter only the jobId that Start returned. If it is an expression, check that it gives a value',
	);

export const jobIdField: Field<string> = textField('Job ID', 'jobId', jobIdSchema, {
	required: true,
	placeholder: 'e.g. {{ $json.jobId }}',
	description: 'The ID that Start returned. The service keeps files for 24 hours.',
});
