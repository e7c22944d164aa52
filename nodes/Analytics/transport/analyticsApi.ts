import type { CallLimiter } from '../../shared/client/callLimiter';
import { type Expected, openEnvelope } from '../../shared/client/envelope';
import type { Advice } from '../../shared/client/refusal';
import type { ServiceClient } from '../../shared/client/serviceClient';
import type { CallBudget, Download, ServiceRequest } from '../../shared/client/serviceRequest';
import { asError, ServiceError } from '../../shared/errors';
import { type JobState, jobState, type StatusWords, tellingRecord } from './jobState';
import {
	type JobCreation,
	jobCreationSchema,
	type JobRecord,
	jobRecordsSchema,
	type QueryRecord,
	recordsSchema,
} from './schemas';

/** 2.1: body of a query. `limit` is a quoted number, and belongs to synchronous queries only. */
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
	/** Address of an endpoint by its path. */
	url(path: `/${string}`): string;
	callsPerMinute: number;
	/** Section 8 counts synchronous queries and bulk copies separately. */
	limiters: { synchronous: CallLimiter; bulk: CallLimiter };
	words: StatusWords;
	/** How long a download that breaks off is continued, in milliseconds. */
	maxDownloadMs: number;
	/** Shown to the user beside the output. */
	hint(message: string): void;
}

/** What the service says of a job. */
export interface JobLook {
	record: JobRecord;
	state: JobState;
}

/** More urgent first: jobs work while others are asked about, and files must be fetched in time. */
const URGENCY = { start: 0, download: 1, status: 2 } as const;

const CHECK_FIELDS =
	'Check the fields of the node. If the service wants dates or time zones in another form, set Date Format or Time Zone Form under Service Details in the credential.';
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

/** The analytics endpoints (sections 4.1 to 4.4). */
export class AnalyticsApi {
	readonly #options: AnalyticsApiOptions;

	constructor(options: AnalyticsApiOptions) {
		this.#options = options;
	}

	/** How far apart calls are that use up the calls per minute, in milliseconds. */
	get callSpacingMs(): number {
		return 60_000 / this.#options.callsPerMinute;
	}

	/** 4.1: a synchronous query. It creates nothing, so it is tried again when it fails. */
	async query(body: QueryBody & { limit: string }): Promise<QueryRecord[]> {
		const { limiters, callsPerMinute, url } = this.#options;
		const budget = { limiter: limiters.synchronous, callsPerMinute, urgency: 0 };
		return await this.#call(
			{
				method: 'POST',
				url: url('/querying'),
				body,
				repeat: 'always',
				budget,
				advice: QUERY_ADVICE,
			},
			{ schema: recordsSchema, what: 'the records of the query' },
		);
	}

	/**
	 * 4.2: starts a bulk copy job. Tried again also where a second job may come of it: that costs one
	 * call, where a nightly export that fails costs a night.
	 */
	async startJob(body: QueryBody): Promise<JobCreation> {
		const start = this.#call(
			{
				method: 'POST',
				url: this.#options.url('/querying?bulkCopy=true'),
				body,
				repeat: 'always',
				onRepeat: () => this.#options.hint(SECOND_JOB),
				budget: this.#bulkBudget('start'),
				advice: QUERY_ADVICE,
			},
			{ schema: jobCreationSchema, what: 'a new bulk export job' },
		);
		return await start.catch((error: unknown) => {
			const isUnclear = error instanceof ServiceError && mayBeCarriedOut(error);
			throw isUnclear ? error.withAdvice(MAYBE_STARTED) : asError(error);
		});
	}

	/**
	 * 4.3: the status record of a job, and what it means.
	 *
	 * @param look.repeat `never` where the caller looks again anyway
	 * @param look.spare calls of a minute that are left to others, such as the download to come
	 */
	async job(
		jobId: string,
		look: { repeat?: 'always' | 'never'; deadline?: AbortSignal; spare?: number } = {},
	): Promise<JobLook> {
		const { words } = this.#options;
		const { repeat = 'always', deadline, spare = 0 } = look;
		const records = await this.#call(
			{
				method: 'GET',
				url: this.#options.url(`/bulk-copy/jobs/${encodeURIComponent(jobId)}`),
				repeat,
				budget: this.#bulkBudget('status', spare),
				advice: JOB_ADVICE,
				...(deadline ? { deadline } : {}),
			},
			{ schema: jobRecordsSchema, what: 'the status of the job' },
		);
		const record = tellingRecord(records, jobId, words);
		if (record) return { record, state: jobState(record, words) };
		throw new ServiceError({
			kind: 'badAnswer',
			message: `The service knows no bulk export job ${jobId}`,
			description:
				'Check the job ID. Jobs and their files are kept for 24 hours; after that the export must be started again.',
			jobId,
		});
	}

	/**
	 * 4.4: the file of a job, as it is stored.
	 *
	 * @param isVerified whether a file that begins like this holds what verifies it, so that it may be
	 *   continued where it breaks off
	 */
	async download(
		jobId: string,
		isVerified: (start: Uint8Array) => boolean = () => false,
	): Promise<Download> {
		const { client, maxDownloadMs, url } = this.#options;
		return await client.download(
			{
				method: 'GET',
				url: url(`/bulk-copy/jobs/download-file/${encodeURIComponent(jobId)}`),
				repeat: 'always',
				budget: this.#bulkBudget('download'),
				advice: JOB_ADVICE,
			},
			{ isVerified, maxMs: maxDownloadMs },
		);
	}

	/** What a file says, fit for an error message. */
	shown(text: string): string {
		return this.#options.client.shown(text);
	}

	async #call<T>(request: ServiceRequest, expected: Expected<T>): Promise<T> {
		const { advice = {} } = request;
		return await this.#options.client.json(request, (answer) =>
			openEnvelope(answer, { ...expected, advice }),
		);
	}

	#bulkBudget(call: keyof typeof URGENCY, spare = 0): CallBudget {
		const { limiters, callsPerMinute } = this.#options;
		return {
			limiter: limiters.bulk,
			callsPerMinute,
			urgency: URGENCY[call],
			spare: Math.min(spare, callsPerMinute - 1),
		};
	}
}

/** Whether the service may have done what it gave no clear answer to. */
function mayBeCarriedOut({ kind, status = 0 }: ServiceError): boolean {
	return kind === 'noAnswer' || kind === 'badAnswer' || status >= 500 || status === 408;
}
