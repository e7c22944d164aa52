import { startOfBody } from '../../shared/http/body';
import { ServiceError } from '../../shared/errors';
import { asJson, joinedTexts, sentence } from '../../shared/shownText';
import type { AnalyticsApi } from '../transport/analyticsApi';
import type { JobRecord } from '../transport/schemas';

const MAX_DESCRIPTION_BYTES = 64 * 2 ** 10;

export async function jobFailure(
	api: AnalyticsApi,
	jobId: string,
	{ Status, ErrorMessage }: JobRecord,
): Promise<ServiceError> {
	const description = await failureDescription(api, jobId);
	return new ServiceError({
		kind: 'jobFailed',
		message: `The bulk export failed (job ${jobId})`,
		description: joinedTexts([
			`The service said: ${sentence(api.shown(textOf(ErrorMessage) || `Status ${Status}`))}`,
			description ? `The file says: ${sentence(description)}` : '',
			'Check the query, its dates and its filters, and start the export again.',
		]),
		jobId,
	});
}

/** 7.3: null where there is no error; any text beside a job that is done is for the user to judge. */
export function warnOfMessage(
	warn: (message: string) => void,
	api: AnalyticsApi,
	{ ErrorMessage }: JobRecord,
): void {
	const message = textOf(ErrorMessage);
	if (message === '') return;
	warn(
		`The bulk export is done, but rows may be missing. The service said: ${sentence(api.shown(message))}`,
	);
}

function textOf(message: unknown): string {
	if (message === null || message === undefined) return '';
	return typeof message === 'string' ? message.trim() : asJson(message);
}

/** Only adds to an error that is certain already, so it may itself fail. */
async function failureDescription(api: AnalyticsApi, jobId: string): Promise<string> {
	try {
		const file = await api.download(jobId);
		const text = await startOfBody(file.chunks, MAX_DESCRIPTION_BYTES);
		const isText = !text.includes('\uFFFD') && text.trim() !== '';
		return isText ? api.shown(text) : '';
	} catch {
		return '';
	}
}
