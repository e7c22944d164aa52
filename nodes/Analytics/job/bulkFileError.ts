import { asError, InputError, LocalError, ServiceError } from '../../shared/errors';
import { joinedTexts, sentence } from '../../shared/text';
import { DamagedFile } from '../table/gunzip';
import { NotCsv, TextInstead } from '../table/whatFileIsInstead';

const GET_RESULT =
	'To fetch it again, run Bulk Export > Get Result with this job ID within 24 hours.';

/**
 * Turns what went wrong with a file into an error that names the job, and says what to do.
 * @param quote a text of the service as an error message shows it, without the token
 */
export function bulkFileError(
	error: unknown,
	{ jobId, quote }: { jobId: string; quote(text: string): string },
): Error {
	const failed = (message: string, description: string): ServiceError =>
		new ServiceError('badAnswer', `${message} (job ${jobId})`, description, { jobId });
	if (error instanceof TextInstead) {
		return failed(error.message, `It says: ${sentence(quote(error.text))} ${GET_RESULT}`);
	}
	if (error instanceof InputError) {
		return failed(error.message, joinedTexts([error.description, GET_RESULT]));
	}
	if (error instanceof DamagedFile) {
		const description = `${error.message} Nothing of it was passed on. ${GET_RESULT}`;
		return failed('The file of the bulk export is damaged', description);
	}
	if (error instanceof NotCsv) {
		const description = `${error.message} ${GET_RESULT}`;
		return failed('The file of the bulk export is not a CSV file', description);
	}
	if (error instanceof ServiceError) return error.withJob(jobId, GET_RESULT);
	// Failures of the network are ServiceErrors, so what remains went wrong on this side.
	const message = `n8n could not process the file of the bulk export (job ${jobId})`;
	const what = sentence(asError(error).message);
	const description = `${what} This went wrong in n8n, not in the service. ${GET_RESULT}`;
	return new LocalError(message, description, { jobId });
}
