import { asError, InputError, LocalError, ServiceError } from '../../shared/errors';
import { ABOUT_WEB_PAGES, isWebPage, joinedTexts, sentence } from '../../shared/text';
import { GzipError } from './gunzip';

/** Far more than is shown, as secrets are redacted behind this cut, and before the next one. */
export const MAX_DESCRIPTION_CHARACTERS = 2 ** 16;

/** What was received in place of a file (section 2.5.4). */
export class ErrorDescription extends Error {
	override readonly name = 'ErrorDescription';

	/** Not to be shown before secrets are redacted. */
	readonly text: string;

	constructor(text: string) {
		super('The bulk export returned an error description instead of a file');
		this.text = text.slice(0, MAX_DESCRIPTION_CHARACTERS);
	}
}

/** A file that is whole, but no CSV (2.5.1), so another download would be the same. */
export class NotCsv extends Error {
	override readonly name = 'NotCsv';

	/** @param message a sentence that quotes nothing of the file */
	constructor(
		message: string,
		/** What is not compressed with gzip is not available as a compressed file either. */
		readonly isPacked: boolean,
	) {
		super(message);
	}
}

/** A file of which the end is missing, and which has no checksum that would tell. The message is a sentence. */
export class CutOffFile extends Error {
	override readonly name = 'CutOffFile';
}

/** @returns whether another download may be whole */
export function isDamage(error: unknown): error is GzipError | CutOffFile {
	return error instanceof GzipError || error instanceof CutOffFile;
}

const GET_RESULT = `To fetch it again, run Bulk Export > Get Result with this job ID within 24 hours.`;
const SAME_AGAIN = 'Another download would be the same.';
const AS_IT_IS = `${SAME_AGAIN} To get a compressed file as it is, run Bulk Export > Get Result with this job ID and Output > Compressed File within 24 hours.`;
const NOT_GZIP = `${SAME_AGAIN} It is not compressed with gzip, so Output > Compressed File does not return it either: ask the support of the service or your network administrator why.`;

/** @param shown redacts secrets @returns an error that names the job, and says what to do */
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
		if (!isWebPage(error.text)) return failed('jobFailed', error.message, `It says: ${text}`);
		const description = `A web page came instead of the file: ${text} ${ABOUT_WEB_PAGES} ${GET_RESULT}`;
		return failed('badAnswer', 'The response did not come from the service', description);
	}
	if (error instanceof InputError) {
		return failed('badAnswer', error.message, joinedTexts([error.description, GET_RESULT]));
	}
	if (isDamage(error)) {
		const description = `${error.message} Nothing of it was passed on. ${GET_RESULT}`;
		return failed('badAnswer', 'The file of the bulk export is damaged', description);
	}
	if (error instanceof NotCsv) {
		const advice = error.isPacked ? AS_IT_IS : NOT_GZIP;
		const message = 'The file of the bulk export is not a CSV file';
		return failed('badAnswer', message, `${error.message} ${advice}`);
	}
	if (error instanceof ServiceError) return error.withJob(jobId, GET_RESULT);
	// Failures of the network are ServiceErrors.
	const message = `n8n could not process the file of the bulk export (job ${jobId})`;
	return new LocalError(message, `${sentence(asError(error).message)} ${GET_RESULT}`, { jobId });
}
