import { startOfBody } from '../../shared/http/body';
import { saidText } from '../../shared/http/refusal';
import { ServiceError } from '../../shared/errors';
import { asJson, joinedTexts } from '../../shared/shownText';
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
			`The service said: ${api.shown(textOf(ErrorMessage) || `Status ${Status}`)}.`,
			description ? `The file says: ${description}.` : '',
			'Check the query, its dates and its filters, and start the export again.',
		]),
		jobId,
	});
}

function textOf(message: unknown): string {
	if (message === undefined || message === null) return '';
	return typeof message === 'string' ? message.trim() : saidText(asJson(message));
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
