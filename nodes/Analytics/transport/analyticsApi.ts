import type { Connection } from '../../shared/credential/connection';
import { asError, ServiceError } from '../../shared/errors';
import { isFields } from '../../shared/field';
import { type Expected, openEnvelope } from '../../shared/http/envelope';
import type { CallBudget, Download, ServiceClient, ServiceRequest } from '../../shared/http/client';
import type { CallMode, Limiter } from '../../shared/http/rateLimiter';
import type { Advice } from '../../shared/http/refusal';
import type { Repeat } from '../../shared/http/retry';
import { shownText } from '../../shared/shownText';
import { type JobState, jobState } from './jobState';
import type { JobCreation, JobRecord, QueryRecord } from './schemas';
import { jobCreationSchema, jobRecordsSchema, recordsSchema } from './schemas';

/** 2.1: `limit` is a quoted number, and belongs to synchronous queries only. */
export interface QueryBody {
	queryName: string;
	limit?: string;
	timeZone: string;
	startDate: string;
	endDate: string;
	customFilters?: Record<string, string>;
}

export interface AnalyticsApiOptions {
	client: ServiceClient;
	connection: Pick<Connection, 'analyticsUrl' | 'details'>;
	/** Section 8 counts synchronous queries and bulk copies separately. */
	limiters: Record<CallMode, Limiter>;
	onWait: CallBudget['onWait'];
	/** Of queries, starts and downloads; always by default. */
	repeat?: Repeat | undefined;
	maxDownloadMs: number;
	hint(message: string): void;
}

/** On average, so small limits have more. */
const MAX_RECORD_BYTES = 1_280;
const MIN_MAX_BYTES = 4 * 2 ** 20;

export type JobStatus = { record: JobRecord; state: JobState };

/** Starts go first, so that jobs work during the other calls; files are kept for a limited time. */
const URGENCY = { start: 0, download: 1, status: 2 } as const;

export const CHECK_FIELDS =
	'Check Query Name, the dates and the filters. If the service expects dates or time zones in another format, run Service > Check.';
const MAYBE_STARTED = 'Jobs may have been started all the same, which does no harm.';
const SECOND_JOB =
	'The service did not confirm the start of a bulk export, so it was started again: a second job may exist, which does no harm but took one call.';

const QUERY_ADVICE: Advice = {
	400: CHECK_FIELDS,
	422: CHECK_FIELDS,
	403: 'Some queries are open to certain customers only (Commerce, for example, to those with the conversational commerce engine). Otherwise check the API Token in the credential.',
	413: 'Use fewer filters.',
};
const KEPT = 'Files are kept for 24 hours.';
const NO_JOB = `Check the job ID, or start the export again. ${KEPT}`;
const JOB_ADVICE: Advice = {
	404: `Check the job ID, and the base URL in the credential. ${KEPT}`,
	410: 'Files of bulk exports are kept for 24 hours. Start the export again.',
};

/** The analytics endpoints (sections 4.1 to 4.4). */
export class AnalyticsApi {
	/** Messages beside the data of the responses (2.2). */
	readonly messages = new Set<string>();
	readonly #options: AnalyticsApiOptions;

	constructor(options: AnalyticsApiOptions) {
		this.#options = options;
	}

	/** 4.1: creates nothing, so it is tried again when it fails. */
	async query(
		body: QueryBody & { limit: string },
		{ deadline }: Pick<ServiceRequest, 'deadline'> = {},
	): Promise<QueryRecord[]> {
		const request = {
			method: 'POST',
			url: this.#url('/querying'),
			body,
			repeat: this.#options.repeat ?? 'always',
			maxBytes: MIN_MAX_BYTES + Number(body.limit) * MAX_RECORD_BYTES,
			budget: this.#budget('synchronous', 0),
			advice: QUERY_ADVICE,
			deadline,
		} as const;
		const expected = { schema: recordsSchema, what: 'the records of the query' };
		return await this.#call(request, expected);
	}

	/**
	 * 4.2: tried again although a second job may come of it: a lost export costs more than a call.
	 */
	async startJob(body: QueryBody): Promise<JobCreation> {
		const request = {
			method: 'POST',
			url: this.#url('/querying?bulkCopy=true'),
			body,
			repeat: this.#options.repeat ?? 'always',
			onRepeat: () => this.#options.hint(SECOND_JOB),
			budget: this.#budget('bulk', URGENCY.start),
			advice: QUERY_ADVICE,
		} as const;
		const expected = { schema: jobCreationSchema, what: 'a new bulk export job' };
		return await this.#call(request, expected).catch((error: unknown) => {
			const mayBeStarted = error instanceof ServiceError && error.mayBeDone;
			throw mayBeStarted ? error.withAdvice(MAYBE_STARTED) : asError(error);
		});
	}

	/** 4.3 */
	async job(
		jobId: string,
		{ repeat = 'always', deadline }: Partial<Pick<ServiceRequest, 'repeat' | 'deadline'>> = {},
	): Promise<JobStatus> {
		const request = {
			method: 'GET',
			url: this.#url(`/bulk-copy/jobs/${encodeURIComponent(jobId)}`),
			repeat,
			budget: this.#budget('bulk', URGENCY.status),
			advice: JOB_ADVICE,
			deadline,
		} as const;
		const expected = { schema: jobRecordsSchema, what: 'the status of the job' };
		const records = await this.#call(request, expected).catch((error: unknown) => {
			const isUnknown = error instanceof ServiceError && error.status === 404;
			throw isUnknown ? noJob(jobId, error.description) : asError(error);
		});
		const record = recordOf(jobId, records);
		return { record, state: jobState(record, this.#options.connection.details.doneWords) };
	}

	/** 4.4 */
	async download(jobId: string): Promise<Download> {
		return await this.#options.client.download({
			method: 'GET',
			url: this.#url(`/bulk-copy/jobs/download-file/${encodeURIComponent(jobId)}`),
			repeat: this.#options.repeat ?? 'always',
			budget: this.#budget('bulk', URGENCY.download),
			advice: JOB_ADVICE,
			wholeMs: this.#options.maxDownloadMs,
		});
	}

	shown(text: string): string {
		return this.#options.client.shown(text);
	}

	async #call<T>(request: ServiceRequest, expected: Expected<T>): Promise<T> {
		const { advice } = request;
		return await this.#options.client.json(request, (response) => {
			const { message } = isFields(response.body) ? response.body : {};
			if (typeof message === 'string') this.messages.add(message.trim());
			return openEnvelope(response, { ...expected, advice });
		});
	}

	#url(path: `/${string}`): string {
		return this.#options.connection.analyticsUrl(path);
	}

	#budget(mode: CallMode, urgency: number): CallBudget {
		const { limiters, connection, onWait } = this.#options;
		const { callsPerMinute } = connection.details;
		return { limiter: limiters[mode], callsPerMinute, urgency, onWait };
	}
}

/** 2.4: the record with the ID of the job; a single record is that of the job. */
function recordOf(jobId: string, records: JobRecord[]): JobRecord {
	if (records.length === 0) throw noJob(jobId);
	const own = records.length === 1 ? records : records.filter(({ JobId }) => JobId === jobId);
	const [record] = own;
	if (record && own.length === 1) return record;
	const ids = records.map(({ JobId }) => JobId ?? 'none');
	throw new ServiceError({
		kind: 'badAnswer',
		message: `The service sent ${records.length} records instead of the status of the job ${jobId}`,
		description: `${own.length} of them have its ID. Their IDs: ${shownText(ids.join(', '))}.`,
		jobId,
	});
}

function noJob(jobId: string, description = NO_JOB): ServiceError {
	const message = `There is no job "${jobId}"`;
	return new ServiceError({ kind: 'refused', status: 404, message, description, jobId });
}
