import { asError, InputError, LocalError, ServiceError } from '../../shared/errors';
import { sentence } from '../../shared/text';
import type { AnalyticsApi } from '../api/analyticsApi';
import { DamagedFile } from '../table/gunzip';
import { NotCsv, TextInstead } from '../table/whatFileIsInstead';

/** Turns what went wrong with a file into an error that names the job. */
export function bulkFileError(
	error: unknown,
	jobId: string,
	api: Pick<AnalyticsApi, 'quote'>,
): Error {
	const withJob = (message: string): string => `${message} (job ${jobId})`;
	const failed = (message: string, description?: string): ServiceError =>
		new ServiceError('badAnswer', withJob(message), description);
	if (error instanceof TextInstead) {
		const said = sentence(api.quote(error.text));
		return failed(error.message, `It says: ${said} Start the export again.`);
	}
	if (error instanceof InputError) {
		return failed(error.message, error.description);
	}
	if (error instanceof DamagedFile) {
		const description = `${error.message} Nothing of it was passed on.`;
		return failed('The file of the bulk export is damaged', description);
	}
	if (error instanceof NotCsv) {
		return failed('The file of the bulk export is not a CSV file', error.message);
	}
	if (error instanceof ServiceError) return error.with({ message: withJob(error.message) });
	// Failures of the network are ServiceErrors, so what remains went wrong on this side.
	const what = sentence(asError(error).message);
	const description = `${what} This went wrong in n8n, not in the service.`;
	return new LocalError(withJob('n8n could not process the file of the bulk export'), description);
}
