import { InputError, ServiceError } from '../../shared/errors';
import { networkFailure } from '../../shared/networkFailure';
import { CsvError } from '../csv/csvError';
import { Utf8Error } from '../csv/utf8Text';
import { GzipError } from '../gzip/gzipError';

/** Whatever went wrong with the file of a job, in words that name the job. */
export function bulkFileError(error: unknown, jobId: string): Error {
	if (error instanceof InputError) {
		return new InputError(error.message, `${error.description ?? ''} ${GET_RESULT} (job ${jobId})`);
	}
	if (error instanceof GzipError && error.reason === 'tooLarge') {
		return new InputError(
			`The file of the bulk export is larger than Options > Max File Size (job ${jobId})`,
			`Raise that option, choose a shorter date range, or use a file output. ${GET_RESULT}`,
		);
	}
	if (error instanceof CsvError || error instanceof GzipError || error instanceof Utf8Error) {
		return new ServiceError({
			kind: 'badAnswer',
			message: `The file of the bulk export is damaged (job ${jobId})`,
			description: `${error.message} Nothing of it was handed on. ${GET_RESULT}`,
			jobId,
		});
	}
	const failure = error instanceof ServiceError ? error : networkFailure(error).failure;
	return failure.withJob(jobId, failure.kind === 'jobFailed' ? '' : GET_RESULT);
}

const GET_RESULT = `To fetch it again, run Bulk Export > Get Result with this job ID within 24 hours.`;
