import { asError, InputError, LocalError, ServiceError } from '../../shared/errors';
import { ABOUT_WEB_PAGES, isWebPage, joinedTexts, sentence } from '../../shared/text';
import { DamagedFile } from '../table/gunzip';
import { ErrorDescription, NotCsv } from '../table/whatFileIsInstead';

const GET_RESULT = `To fetch it again, run Bulk Export > Get Result with this job ID within 24 hours.`;
const CUT_OFF = `If this is the beginning of the file itself, the file was cut off. ${GET_RESULT}`;
const AS_IT_IS =
	'Another download would be the same. To get a compressed file as it is, run Bulk Export > Get Result with this job ID and Output > Compressed File within 24 hours.';
const NOT_GZIP =
	'It was downloaded twice, and was the same each time. It is not compressed with gzip, so Output > Compressed File does not return it either: ask the support of the service or your network administrator why.';

/**
 * Turns what went wrong with a file into an error that names the job, and says what to do.
 * @param shown a text of the service as an error message shows it, without the token
 */
export function bulkFileError(
	error: unknown,
	{ jobId, shown }: { jobId: string; shown(text: string): string },
): Error {
	const failed = (
		kind: 'badAnswer' | 'jobFailed',
		message: string,
		description: string,
	): ServiceError => new ServiceError(kind, `${message} (job ${jobId})`, description, { jobId });
	if (error instanceof ErrorDescription) {
		const text = sentence(shown(error.text));
		if (!isWebPage(error.text))
			return failed('jobFailed', error.message, `It says: ${text} ${CUT_OFF}`);
		const description = `A web page came instead of the file: ${text} ${ABOUT_WEB_PAGES} ${GET_RESULT}`;
		return failed('badAnswer', 'The response did not come from the service', description);
	}
	if (error instanceof InputError) {
		return failed('badAnswer', error.message, joinedTexts([error.description, GET_RESULT]));
	}
	if (error instanceof DamagedFile) {
		const description = `${error.message} Nothing of it was passed on. ${GET_RESULT}`;
		return failed('badAnswer', 'The file of the bulk export is damaged', description);
	}
	if (error instanceof NotCsv) {
		const advice = error.isPacked ? AS_IT_IS : NOT_GZIP;
		const message = 'The file of the bulk export is not a CSV file';
		return failed('badAnswer', message, `${error.message} ${advice}`);
	}
	if (error instanceof ServiceError) return error.withJob(jobId, GET_RESULT);
	// Failures of the network are ServiceErrors, so what remains went wrong on this side.
	const message = `n8n could not process the file of the bulk export (job ${jobId})`;
	const what = sentence(asError(error).message);
	const description = `${what} This went wrong in n8n, not in the service. ${GET_RESULT}`;
	return new LocalError(message, description, { jobId });
}
