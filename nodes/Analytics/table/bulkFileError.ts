import { asError, InputError, LocalError, ServiceError } from '../../shared/errors';
import { isWebPage, joinedTexts, sentence } from '../../shared/text';
import { GzipError } from './gunzip';

/** Far more than is shown, as secrets are masked behind this cut, and before the next one. */
export const MAX_DESCRIPTION_CHARACTERS = 2 ** 16;

/** What was received in place of a file (section 2.5.4). */
export class ErrorDescription extends Error {
	override readonly name = 'ErrorDescription';

	/** Not to be shown before secrets are masked. */
	readonly text: string;

	constructor(text: string) {
		super('The bulk export returned an error description instead of a file');
		this.text = text.slice(0, MAX_DESCRIPTION_CHARACTERS);
	}
}

/** A file that is whole, but no CSV (2.5.1), so another download would be the same. */
export class NotCsv extends Error {
	override readonly name = 'NotCsv';
}

const GET_RESULT = `To fetch it again, run Bulk Export > Get Result with this job ID within 24 hours.`;
const AS_IT_IS =
	'Another download would be the same. To get a compressed file as it is, run Bulk Export > Get Result with this job ID and Output > Compressed File within 24 hours.';

/** @param shown masks secrets @returns an error that names the job, and says what to do */
export function bulkFileError(
	error: unknown,
	{ jobId, shown }: { jobId: string; shown(text: string): string },
): Error {
	const failed = (kind: 'badAnswer' | 'jobFailed', message: string, description: string) =>
		new ServiceError(kind, `${message} (job ${jobId})`, description, { jobId });
	if (error instanceof ErrorDescription && isWebPage(error.text)) {
		const description = joinedTexts([
			`A web page came instead: ${sentence(shown(error.text))}`,
			'If n8n uses a proxy, or its network has a sign-in page, ask whoever runs your n8n or your network.',
			GET_RESULT,
		]);
		return failed('badAnswer', 'The response did not come from the service', description);
	}
	if (error instanceof ErrorDescription) {
		return failed('jobFailed', error.message, `It says: ${sentence(shown(error.text))}`);
	}
	if (error instanceof InputError) {
		return failed('badAnswer', error.message, joinedTexts([error.description, GET_RESULT]));
	}
	if (error instanceof GzipError) {
		const description = `${error.message} Nothing of it was passed on. ${GET_RESULT}`;
		return failed('badAnswer', 'The file of the bulk export is damaged', description);
	}
	if (error instanceof NotCsv) {
		const description = `${error.message} ${AS_IT_IS}`;
		return failed('badAnswer', 'The file of the bulk export is not a CSV file', description);
	}
	if (error instanceof ServiceError) return error.withJob(jobId, GET_RESULT);
	// Failures of the network are ServiceErrors.
	const message = `n8n could not process the file of the bulk export (job ${jobId})`;
	return new LocalError(message, `${sentence(asError(error).message)} ${GET_RESULT}`, { jobId });
}
