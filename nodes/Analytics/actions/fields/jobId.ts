import type { INodeProperties } from 'n8n-workflow';
import { InputError } from '../../../shared/errors';
import { isPathSegment } from '../../transport/schemas';
import type { Item } from '../item';

export const jobIdField: INodeProperties = {
	displayName: 'Job ID',
	name: 'jobId',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. {{ $json.jobId }}',
	description: 'The ID that Start returned. Jobs and their files are kept for 24 hours.',
};

/** It becomes one segment of a path, so nothing that could leave it is accepted. */
export function readJobId(item: Item): string {
	const value = item.parameter('jobId');
	const jobId = typeof value === 'number' ? String(value) : value;
	if (typeof jobId !== 'string' || jobId.trim() === '') {
		throw new InputError(
			'Job ID is empty',
			'Enter the jobId that the operation Start returned. If it is an expression, check that it gives a value.',
		);
	}
	if (isPathSegment(jobId.trim())) return jobId.trim();
	throw new InputError(
		`Job ID is not valid: ${jobId.slice(0, 40)}`,
		'Enter only the jobId that the operation Start returned, not an address or a path.',
	);
}
