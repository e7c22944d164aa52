import { asError, InputError, LocalError, ServiceError } from '../../shared/errors';
import { ABOUT_WEB_PAGES, isWebPage, joinedTexts, sentence } from '../../shared/text';
import { GzipError } from './gunzip';

/** Much more than is shown: the token is redacted in this part, before it is cut to what is shown. */
export const MAX_DESCRIPTION_CHARACTERS = 2 ** 16;

/** The service has returned an error description instead of a file (section 2.5.4). */
export class ErrorDescription extends Error {
	override readonly name = 'ErrorDescription';

	/** It must not be shown before the token is redacted. */
	readonly text: string;

	constructor(text: string) {
		super('The bulk export returned an error description instead of a file');
		this.text = text.slice(0, MAX_DESCRIPTION_CHARACTERS);
	}
}

/** The file is complete, but it is not CSV (section 2.5.1), so another download would be the same. */
export class NotCsv extends Error {
	override readonly name = 'NotCsv';

	/** @param message a sentence that quotes nothing of the file */
	constructor(
		message: string,
		/** Whether the file is compressed with gzip, so that the user can get it as a Compressed File. */
		readonly isPacked: boolean,
	) {
		super(message);
	}
}

/** The end of the file is missing, and it has no checksum. The message is a sentence. */
export class CutOffFile extends Error {
	override readonly name = 'CutOffFile';
}

/** Whether a file is damaged or cut off, so that another download may be complete. */
export function isDamage(error: unknown): error is GzipError | CutOffFile {
	return error instanceof GzipError || error instanceof CutOffFile;
}

const GET_RESULT = `To fetch it again, run Bulk Export > Get Result with this job ID within 24 hours.`;
const SAME_AGAIN = 'Another download would be the same.';
const AS_IT_IS = `${SAME_AGAIN} To get a compressed file as it is, run Bulk Export > Get Result with this job ID and Output > Compressed File within 24 hours.`;
const NOT_GZIP = `${SAME_AGAIN} It is not compressed with gzip, so Output > Compressed File does not return it either: ask the support of the service or your network administrator why.`;

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
	// Failures of the network are ServiceErrors, so what remains went wrong on this side.
	const message = `n8n could not process the file of the bulk export (job ${jobId})`;
	const description = `${sentence(asError(error).message)} ${GET_RESULT}`;
	return new LocalError(message, description, { data: { jobId } });
}
