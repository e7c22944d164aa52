import { asError, InputError, LocalError, ServiceError } from '../../shared/errors';
import { sentence } from '../../shared/shownText';
import { CsvError } from '../csv/csvError';
import { Utf8Error } from '../csv/text';
import { GzipError } from '../gzip/gzipError';
import { ErrorDescription } from './errorDescription';

export function bulkFileError(
	error: unknown,
	{ jobId, shown }: { jobId: string; shown(text: string): string },
): Error {
	if (error instanceof ErrorDescription) {
		return new ServiceError({
			kind: 'jobFailed',
			message: `${error.message} (job ${jobId})`,
			description: `It says: ${sentence(shown(error.text))}`,
			jobId,
		});
	}
	if (error instanceof InputError) {
		const { message, description } = error;
		return new ServiceError({ kind: 'badAnswer', message, description }).withJob(jobId, GET_RESULT);
	}
	if (isDamage(error)) {
		return new ServiceError({
			kind: 'badAnswer',
			message: `The file of the bulk export is damaged (job ${jobId})`,
			description: `${error.message} Nothing of it was passed on. ${GET_RESULT}`,
			jobId,
		});
	}
	if (error instanceof ServiceError) return error.withJob(jobId, GET_RESULT);
	// Whatever happens on the network is a ServiceError already.
	return new LocalError(
		`n8n could not process the file of the bulk export (job ${jobId})`,
		`${asError(error).message}. ${GET_RESULT}`,
		{ jobId },
	);
}

export function isDamage(error: unknown): error is CsvError | GzipError | Utf8Error {
	return error instanceof CsvError || error instanceof GzipError || error instanceof Utf8Error;
}

const GET_RESULT = `To fetch it again, run Bulk Export > Get Result with this job ID within 24 hours.`;
