import { asError, ServiceError } from '../../shared/errors';
import { isFields } from '../../shared/field';
import { type Expected, openEnvelope } from '../../shared/http/envelope';
import type { CallBudget, Download, ServiceClient, ServiceRequest } from '../../shared/http/client';
import type { CallMode, Limiter } from '../../shared/http/rateLimiter';
import type { Advice, Repeat } from '../../shared/http/refusal';
import { type JobState, jobState, tellingRecord } from './jobState';
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
	url(path: `/${string}`): string;
	callsPerMinute: number;
	/** Section 8 counts synchronous queries and bulk copies separately. */
	limiters: Record<CallMode, Limiter>;
	onWait: CallBudget['onWait'];
	doneWords: readonly string[];
	/** Of queries, starts and downloads; always if not given. */
	repeat?: Repeat | undefined;
	maxDownloadMs: number;
	hint(message: string): void;
}

export type JobLook = { record: JobRecord; state: JobState };

/** Jobs work while others are asked about, and files must be fetched in time. */
const URGENCY = { start: 0, download: 1, status: 2 } as const;

export const CHECK_FIELDS =
	'Check the fields of the node. If the service expects dates or time zones in another format, run Service > Check.';
const MAYBE_STARTED = 'Jobs may have been started all the same, which does no harm.';
const SECOND_JOB =
	'The service did not confirm the start of a bulk export, so it was started again: a second job may exist, which does no harm but took one call.';

const QUERY_ADVICE: Advice = {
	400: CHECK_FIELDS,
	422: CHECK_FIELDS,
	403: 'Some queries are open to certain customers only (Commerce, for example, to those with the conversational commerce engine). Otherwise check the API Token in the credential.',
	413: 'Use fewer filters.',
};
const JOB_ADVICE: Advice = {
	404: 'Check the job ID, and the base URL in the credential. Jobs and their files are kept for 24 hours.',
	410: 'Files of bulk exports are kept for 24 hours. Start the export again.',
};
const MISSING = '(unknown|no such|not found|not (a )?known|does not exist)';
/** § stands for the name. Right beside it, or it may be about a field of the query. */
const SAYS_UNKNOWN_QUERY = new RegExp(
	[
		`${MISSING}( query)?:? ["']?(query[ _]?name|§)`,
		`(query[ _]?name|§)["']? (is )?${MISSING}`,
		'(invalid|not (a )?valid) query[ _]?name',
		`query[ _]?name( ["']?§["']?)?( is)? (invalid|not (a )?valid)`,
	].join('|'),
	'i',
);

/** The analytics endpoints (sections 4.1 to 4.4). */
export class AnalyticsApi {
	/** Messages beside the data of its answers (2.2). */
	readonly said = new Set<string>();
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
			url: this.#options.url('/querying'),
			body,
			repeat: this.#options.repeat ?? 'always',
			budget: this.#budget('synchronous', 0),
			advice: QUERY_ADVICE,
			deadline,
		} as const;
		const expected = { schema: recordsSchema, what: 'the records of the query' };
		return await this.#call(request, expected).catch((error: unknown) => {
			throw aboutQuery(error, body.queryName);
		});
	}

	/**
	 * 4.2: tried again although a second job may come of it: a lost export costs more than a call.
	 */
	async startJob(body: QueryBody): Promise<JobCreation> {
		const request = {
			method: 'POST',
			url: this.#options.url('/querying?bulkCopy=true'),
			body,
			repeat: this.#options.repeat ?? 'always',
			onRepeat: () => this.#options.hint(SECOND_JOB),
			budget: this.#budget('bulk', URGENCY.start),
			advice: QUERY_ADVICE,
		} as const;
		const expected = { schema: jobCreationSchema, what: 'a new bulk export job' };
		return await this.#call(request, expected).catch((error: unknown) => {
			const isUnclear = error instanceof ServiceError && mayBeCarriedOut(error);
			throw isUnclear ? error.withAdvice(MAYBE_STARTED) : aboutQuery(error, body.queryName);
		});
	}

	/** 4.3 */
	async job(
		jobId: string,
		{ repeat = 'always', deadline }: Partial<Pick<ServiceRequest, 'repeat' | 'deadline'>> = {},
	): Promise<JobLook> {
		const request = {
			method: 'GET',
			url: this.#options.url(`/bulk-copy/jobs/${encodeURIComponent(jobId)}`),
			repeat,
			budget: this.#budget('bulk', URGENCY.status),
			advice: JOB_ADVICE,
			deadline,
		} as const;
		const expected = { schema: jobRecordsSchema, what: 'the status of the job' };
		const records = await this.#call(request, expected).catch((error: unknown) => {
			throw isRefusal(error, 404) ? noJob(jobId, error) : asError(error);
		});
		const { doneWords } = this.#options;
		const record = tellingRecord(records, jobId, doneWords);
		if (!record) throw noJob(jobId);
		return { record, state: jobState(record, doneWords) };
	}

	/** 4.4 */
	async download(jobId: string): Promise<Download> {
		return await this.#options.client.download({
			method: 'GET',
			url: this.#options.url(`/bulk-copy/jobs/download-file/${encodeURIComponent(jobId)}`),
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
		return await this.#options.client.json(request, (answer) => {
			const { message } = isFields(answer.body) ? answer.body : {};
			if (typeof message === 'string') this.said.add(message);
			return openEnvelope(answer, { ...expected, advice });
		});
	}

	#budget(mode: CallMode, urgency: number): CallBudget {
		const { limiters, callsPerMinute, onWait } = this.#options;
		return { limiter: limiters[mode], callsPerMinute, urgency, onWait };
	}
}

function mayBeCarriedOut({ kind, status = 0 }: ServiceError): boolean {
	return /^(noAnswer|badAnswer)$/.test(kind) || status >= 500 || [202, 408].includes(status);
}

export function isRefusal(error: unknown, ...statuses: number[]): error is ServiceError {
	const { kind, status = 0 } = error instanceof ServiceError ? error : {};
	return kind === 'refused' && statuses.includes(status);
}

function noJob(jobId: string, cause?: ServiceError): ServiceError {
	return new ServiceError({
		kind: 'refused',
		status: 404,
		message: `There is no job "${jobId}" (jobs are kept for 24 hours)`,
		description: cause?.description ?? 'Check the job ID, or start the export again.',
		jobId,
	});
}

function aboutQuery(error: unknown, queryName: string): Error {
	const { message, description = '' } = error as ServiceError;
	const isSaid = SAYS_UNKNOWN_QUERY.test(`${message} ${description}`.replaceAll(queryName, '§'));
	if (!isRefusal(error, 400, 404, 422) || !isSaid) return asError(error);
	return new ServiceError({
		kind: 'refused',
		status: error.status ?? 400,
		isFinal: true,
		message: `The service has no query "${queryName.slice(0, 60)}"`,
		description: `Choose one from the list. The service said: ${message}`,
	});
}
