import type { CallLimiter } from '../../shared/client/callLimiter';
import type { ServiceClient } from '../../shared/client/serviceClient';
import type { CallBudget, Download, JsonAnswer } from '../../shared/client/serviceRequest';
import { ServiceError } from '../../shared/errors';
import { shortened, withoutToken } from '../../shared/shownText';
import { openEnvelope } from '../../shared/client/envelope';
import {
	jobCreationSchema,
	jobRecordsSchema,
	recordsSchema,
	type JobCreation,
	type JobRecord,
	type QueryRecord,
} from './schemas';

const PATH = '/dp/data-api/v1/private/analytics';

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
	/** Without a trailing slash. */
	baseUrl: string;
	token: string;
	callsPerMinute: number;
	/** Section 8 counts synchronous queries and bulk copies separately. */
	limiters: { synchronous: CallLimiter; bulk: CallLimiter };
}

/** More urgent first: jobs work while others are asked about, and files must be fetched in time. */
const URGENCY = { start: 0, download: 1, status: 2 } as const;

/** The analytics endpoints (sections 4.1 to 4.4). */
export class AnalyticsApi {
	readonly #options: AnalyticsApiOptions;

	constructor(options: AnalyticsApiOptions) {
		this.#options = options;
	}

	/** How far apart calls are that use up the calls a minute. */
	get callSpacingMs(): number {
		return 60_000 / this.#options.callsPerMinute;
	}

	/** 4.1: a synchronous query. It creates nothing, so it is tried again when it fails. */
	async query(body: QueryBody & { limit: string }): Promise<QueryRecord[]> {
		const { client, limiters, callsPerMinute } = this.#options;
		const budget = { limiter: limiters.synchronous, callsPerMinute, urgency: 0 };
		return await client.json(
			{ method: 'POST', url: this.#url('/querying'), body, repeat: 'always', budget },
			(answer) => this.#open(answer, recordsSchema, 'the records of the query'),
		);
	}

	/** 4.2: starts a bulk copy job. Sent again only where no second job can come of it. */
	async startJob(body: QueryBody): Promise<JobCreation> {
		return await this.#options.client.json(
			{
				method: 'POST',
				url: this.#url('/querying?bulkCopy=true'),
				body,
				repeat: 'ifNotReceived',
				budget: this.#bulkBudget('start'),
			},
			(answer) => this.#open(answer, jobCreationSchema, 'a new bulk export job'),
		);
	}

	/**
	 * 4.3: the status record of a job.
	 *
	 * @param look.repeat `never` where the caller looks again anyway
	 * @param look.spare calls of a minute that are left to others, such as the download to come
	 */
	async job(
		jobId: string,
		look: { repeat?: 'always' | 'never'; deadline?: AbortSignal; spare?: number } = {},
	): Promise<JobRecord> {
		const { repeat = 'always', deadline, spare = 0 } = look;
		const records = await this.#options.client.json(
			{
				method: 'GET',
				url: this.#url(`/bulk-copy/jobs/${encodeURIComponent(jobId)}`),
				repeat,
				budget: this.#bulkBudget('status', spare),
				...(deadline ? { deadline } : {}),
			},
			(answer) => this.#open(answer, jobRecordsSchema, 'the status of the job'),
		);
		const record = records.find(({ JobId }) => JobId === jobId);
		if (record) return this.#withoutToken(record);
		throw new ServiceError({
			kind: 'badAnswer',
			message: `The service knows no bulk export job ${jobId}`,
			description:
				'Check the job ID. Jobs and their files are kept for 24 hours; after that the export must be started again.',
			jobId,
		});
	}

	/** 4.4: the file of a job, as it is stored. */
	async download(jobId: string): Promise<Download> {
		return await this.#options.client.download({
			method: 'GET',
			url: this.#url(`/bulk-copy/jobs/download-file/${encodeURIComponent(jobId)}`),
			repeat: 'always',
			budget: this.#bulkBudget('download'),
		});
	}

	/** What the service sent, fit for an error message. */
	shown(value: unknown): string {
		return shortened(value, this.#options.token);
	}

	/** A record is handed on as the service words it, but for the token. */
	#withoutToken(record: JobRecord): JobRecord {
		return JSON.parse(withoutToken(JSON.stringify(record), this.#options.token)) as JobRecord;
	}

	#url(path: string): string {
		return `${this.#options.baseUrl}${PATH}${path}`;
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

	#open<T>(
		{ body }: JsonAnswer,
		schema: Parameters<typeof openEnvelope<T>>[1]['schema'],
		what: string,
	) {
		return openEnvelope<T>(body, { schema, what, token: this.#options.token });
	}
}
