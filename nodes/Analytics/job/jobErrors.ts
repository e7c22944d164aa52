import { asError, InputError, ServiceError } from '../../shared/errors';
import { joinedTexts, sentence } from '../../shared/text';
import type { AnalyticsApi } from '../api/analyticsApi';
import type { JobRecord } from '../api/schemas';
import type { ItemToRun } from '../context';
import { DamagedFile, NotCsv, TextInstead } from '../table/fileErrors';

/* Errors that name the job. */

const MAX_DESCRIPTION_BYTES = 64 * 2 ** 10;
const MAX_DESCRIPTION_MS = 60_000;

/** The download of a file broke off, in a way that may not happen again. */
export class BrokenOff extends Error {
	constructor(readonly failure: ServiceError) {
		super(failure.message);
	}
}

/** Turns what went wrong with a file into an error that names the job. */
export function bulkFileError(
	error: unknown,
	jobId: string,
	api: Pick<AnalyticsApi, 'client'>,
): Error {
	const withJob = (message: string): string => `${message} (job ${jobId})`;
	const failed = (message: string, description?: string): ServiceError =>
		new ServiceError('badAnswer', withJob(message), description);
	if (error instanceof TextInstead) {
		const said = sentence(api.client.quote(error.text));
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
		const description = `${error.message} To look at the file, choose Output > Compressed File.`;
		return failed('The file of the bulk export is not a CSV file', description);
	}
	const failure = error instanceof BrokenOff ? error.failure : error;
	if (failure instanceof ServiceError) return failure.with({ message: withJob(failure.message) });
	// Failures of the network are ServiceErrors, so what remains went wrong on this side.
	const what = sentence(asError(error).message);
	const description = `${what} This went wrong in n8n, not in the service.`;
	return new InputError(withJob('n8n could not process the file of the bulk export'), description);
}

/** The error of a job that has failed. The file of such a job may hold an error description, which is added. */
export async function jobFailure(
	{ api, progress }: Pick<ItemToRun, 'api' | 'progress'>,
	{ JobId: jobId, Status, ErrorMessage }: JobRecord,
): Promise<ServiceError> {
	progress.fetchable.delete(jobId);
	const description = await failureDescription(api, jobId);
	const said = joinedTexts([
		`The service said: ${sentence(api.client.quote(ErrorMessage || `Status ${Status}`))}`,
		description ? `The file says: ${sentence(description)}` : '',
		'Check the query, its dates and its filters, and start the export again.',
	]);
	return new ServiceError('jobFailed', `The bulk export failed (job ${jobId})`, said);
}

/** The text in the file of a job that has failed. The error is certain without it, so the download may fail. */
async function failureDescription(api: AnalyticsApi, jobId: string): Promise<string> {
	try {
		const file = await api.download(jobId, MAX_DESCRIPTION_MS);
		const text = await file.readPrefix(MAX_DESCRIPTION_BYTES);
		const isText = !text.includes('\uFFFD') && text.trim() !== '';
		return isText ? api.client.quote(text) : '';
	} catch {
		return '';
	}
}
