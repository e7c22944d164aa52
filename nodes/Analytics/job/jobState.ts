import { ServiceError } from '../../shared/errors';
import { bodyText } from '../../shared/client/responseBody';
import type { AnalyticsApi } from '../transport/analyticsApi';
import type { JobRecord } from '../transport/schemas';

const FAILED = /fail|error|cancel|abort|reject|expired|timed?_?\s?out/i;
const MAX_DESCRIPTION_BYTES = 64 * 2 ** 10;

/**
 * What a status record says. DONE is the only word that the specification names (section 3), so
 * every other word means "not yet", unless it says failure.
 */
export function jobState({ Status, HasError }: JobRecord): 'done' | 'running' | 'failed' {
	if (HasError === true || FAILED.test(Status)) return 'failed';
	return Status.toUpperCase() === 'DONE' ? 'done' : 'running';
}

/** The error of a failed job, with the description that its file holds (sections 2.5 and 7.3). */
export async function jobFailure(api: AnalyticsApi, record: JobRecord): Promise<ServiceError> {
	const { JobId, Status, ErrorMessage } = record;
	const description = await failureDescription(api, JobId);
	return new ServiceError({
		kind: 'jobFailed',
		message: `The bulk export failed (job ${JobId})`,
		description: [
			`The service said: ${api.shown(ErrorMessage || `Status ${Status}`)}.`,
			description ? `The file says: ${description}.` : '',
			'Check the query, its dates and its filters, and start the export again.',
		]
			.filter(Boolean)
			.join(' '),
		jobId: JobId,
	});
}

/** Only adds to an error that is certain already, so that it may itself fail. */
async function failureDescription(api: AnalyticsApi, jobId: string): Promise<string> {
	try {
		const file = await api.download(jobId);
		const text = await bodyText(file.chunks, { maxBytes: MAX_DESCRIPTION_BYTES, cut: true });
		const isText = !text.includes('\uFFFD') && text.trim() !== '';
		return isText ? api.shown(text) : '';
	} catch {
		return '';
	}
}
