import { type Param, isPathSegment, trimmedText } from '../../../shared/params/param';
import { textParam } from '../../../shared/params/makeParam';
import { byModel } from './tool';

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
