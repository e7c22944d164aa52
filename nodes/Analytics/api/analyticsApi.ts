import type { IDataObject } from 'n8n-workflow';
import {
	analyticsUrl,
	baseUrlOf,
	credentialAdvice,
	type CredentialSettings,
	IF_DATES_ARE_REFUSED,
} from '../../shared/credential/settings';
import { type RequestDates, withSentDates } from '../../shared/dates/dateRange';
import { CREDENTIAL } from '../../shared/credential/fields';
import { asError, ServiceError } from '../../shared/errors';
import {
	type Download,
	type RequestResult,
	ServiceClient,
	type ServiceClientOptions,
	valueOf,
} from '../../shared/http/client';
import { type Expected, openEnvelope } from '../../shared/http/envelope';
import { type CallMode, limiterFor } from '../../shared/http/rateLimiter';
import type { Advice, ServiceRequest } from '../../shared/http/request';
import { joinedTexts } from '../../shared/text';
import { QUERY_NAMES } from './queries';
import {
	type JobCreation,
	type JobRecord,
	jobCreationSchema,
	jobRecordsSchema,
	recordsSchema,
} from './schemas';

/** What the user requests: the body of a query (section 2.1), with the days as the user reads them. */
export interface AnalyticsRequest extends RequestDates {
	queryName: string;
	customFilters?: Record<string, string>;
}

/** The fields of an output item that say what was requested. */
export function fieldsOfRequest({
	queryName,
	timeZone,
	startDate,
	endDate,
}: AnalyticsRequest): Omit<AnalyticsRequest, 'customFilters'> {
	return { queryName, timeZone, startDate, endDate };
}

export interface AnalyticsApiOptions extends Pick<ServiceClientOptions, 'n8n' | 'signal'> {
	credential: CredentialSettings;
}

/** How many records the service returns for one query (section 8). */
export const MAX_RECORDS = 100_000;
const MAX_DOWNLOAD_MS = 1_800_000;

/** How large the response of a query may be: BASE_BYTES, and MAX_RECORD_BYTES for each record that it may have. */
const MAX_RECORD_BYTES = 1_280;
const BASE_BYTES = 4 * 2 ** 20;

export type JobStatus = { record: JobRecord; state: 'done' | 'failed' | 'notDone' };

interface CallKind {
	/** Which calls of a token are counted together (section 8). */
	mode: CallMode;
	/**
	 * Which of them go first while they wait for their turn. Starts do, so that the jobs work during the other calls;
	 * downloads come next, because files are only kept for a limited time.
	 */
	urgency: number;
}

const QUERY: CallKind = { mode: 'synchronous', urgency: 0 };
const START: CallKind = { mode: 'bulk', urgency: 0 };
const DOWNLOAD: CallKind = { mode: 'bulk', urgency: 1 };
const STATUS: CallKind = { mode: 'bulk', urgency: 2 };

const NOT_FOR_ALL =
	'Some queries are only available to certain customers (Commerce, for example, to those who use the conversational commerce engine). Otherwise, check the API Token in the credential.';
const TOO_LARGE =
	'Choose fewer days or a lower Limit, or use Bulk Export > Run, which is made for results of this size.';

/** What to do if a query fails. Most names that are not documented are misspelt, or a model has made them up. */
function queryAdvice({ queryName }: AnalyticsRequest, { address }: Advice): Advice {
	const notListed = QUERY_NAMES.includes(queryName)
		? ''
		: `Query Name is none of ${QUERY_NAMES.join(', ')}.`;
	const check = `Check Query Name, the dates and the filters. ${IF_DATES_ARE_REFUSED}`;
	return {
		403: NOT_FOR_ALL,
		404: joinedTexts([notListed, 'Check Query Name.', address]),
		413: 'Use fewer filters.',
		tooLarge: TOO_LARGE,
		refused: joinedTexts([notListed, check]),
	};
}

const KEPT = 'Files are kept for 24 hours.';
const NO_JOB = `Check the job ID, or start the export again. ${KEPT}`;
const START_AGAIN = `${KEPT} Start the export again.`;

/** A download, and whatever has a deadline, is given up by Max Wait, and not by Request Timeout. */
const RAISE_MAX_WAIT = 'To allow more time, raise Options > Max Wait of Bulk Export > Run.';

/** The analytics endpoints (sections 4.1 to 4.4), with the settings of the credential. */
export class AnalyticsApi {
	readonly #credential: CredentialSettings;
	/** Sends the requests, and keeps the token out of texts. */
	readonly client: ServiceClient;
	/** Section 8 counts the calls of a token, wherever it is used. */
	readonly #account: string;
	readonly #advice: Advice;

	/** @throws InputError if the address in the credential is not valid */
	constructor({ n8n, signal, credential }: AnalyticsApiOptions) {
		this.#credential = credential;
		this.#account = `${baseUrlOf(credential, 'analytics')} ${credential.apiToken}`;
		const advice = credentialAdvice(credential.region, 'analytics');
		this.#advice = { ...advice, deadline: RAISE_MAX_WAIT };
		this.client = new ServiceClient({
			n8n,
			signal,
			credentialName: CREDENTIAL,
			token: credential.apiToken,
			timeoutMs: credential.details.requestTimeout * 1000,
		});
	}

	/** Sends a synchronous query (section 4.1). It creates nothing, so it is sent again if it fails. @throws ServiceError */
	async query(
		query: AnalyticsRequest,
		{ limit, deadline }: Pick<ServiceRequest, 'deadline'> & { limit: number },
	): Promise<IDataObject[]> {
		// Section 2.1 has this number in quotes.
		const body = { ...query, limit: String(limit) };
		const request = {
			...this.#request('/querying', QUERY, body),
			maxBytes: BASE_BYTES + limit * MAX_RECORD_BYTES,
			deadline,
		};
		const expected = { schema: recordsSchema, what: 'the records of the query' };
		return valueOf(await this.#ask(request, expected));
	}

	/**
	 * Starts a bulk copy job (section 4.2). If that fails, it is tried again, although it may start a second job:
	 * that costs one call, while a lost export costs more. Never throws.
	 */
	async startJob(
		query: AnalyticsRequest,
		mayStart: AbortSignal,
	): Promise<RequestResult<JobCreation>> {
		const request = this.#request('/querying?bulkCopy=true', START, query);
		const expected = { schema: jobCreationSchema, what: 'a new bulk export job' };
		return await this.#ask({ ...request, mayStart }, expected);
	}

	/** Gets the status of a job (section 4.3). @throws ServiceError that names the job */
	async job(
		jobId: string,
		changes: Partial<Pick<ServiceRequest, 'retryPolicy' | 'deadline'>> = {},
	): Promise<JobStatus> {
		const request = this.#request(`/bulk-copy/jobs/${encodeURIComponent(jobId)}`, STATUS);
		const expected = { schema: jobRecordsSchema, what: 'the status of the job' };
		const result = await this.#ask({ ...request, ...changes }, expected);
		const shownId = this.client.redacted(jobId);
		if ('error' in result) {
			const { error } = result;
			if (!(error instanceof ServiceError)) throw asError(error);
			if (error.status === 404) throw noJob(shownId, error.description);
			throw error.with({ message: `${error.message} (job ${shownId})` });
		}
		const record = result.value.find(({ JobId }) => JobId === jobId);
		if (!record) throw noJob(shownId);
		return { record, state: stateOf(record) };
	}

	/**
	 * Begins to download the file of a job that is done (section 4.4). It is tried once, since whoever waits for a late file
	 * tries again.
	 * @param maxMs how long it may take
	 * @throws ServiceError
	 */
	async download(jobId: string, maxMs = MAX_DOWNLOAD_MS): Promise<Download> {
		const path = `/bulk-copy/jobs/download-file/${encodeURIComponent(jobId)}` as const;
		const request = this.#request(path, DOWNLOAD);
		return await this.client.download({
			...request,
			// n8n notices no end of what it unpacks itself, so a file that was cut off could pass for a whole one.
			acceptEncoding: 'identity',
			// The job is there, so the file is what is missing.
			advice: { ...request.advice, 404: START_AGAIN },
			retryPolicy: 'never',
			totalTimeoutMs: maxMs,
		});
	}

	/** Job IDs as errors and items show them: somebody may have entered the token as one. */
	shownIds(jobIds: readonly string[]): string[] {
		return jobIds.map((jobId) => this.client.redacted(jobId));
	}

	/** A request: a POST for a query, and otherwise a GET about a job. */
	#request(
		path: `/${string}`,
		{ mode, urgency }: CallKind,
		query?: AnalyticsRequest,
	): ServiceRequest {
		const { details } = this.#credential;
		const advice = query
			? queryAdvice(query, this.#advice)
			: { 404: `Check the job ID. ${this.#advice.address} ${KEPT}`, 410: START_AGAIN };
		return {
			...(query ? { method: 'POST', body: withSentDates(query, details) } : { method: 'GET' }),
			url: analyticsUrl(this.#credential, path),
			advice: { ...this.#advice, ...advice },
			budget: {
				limiter: limiterFor(this.#account, mode),
				callsPerWindow: details.callsPerMinute,
				urgency,
			},
			retryPolicy: 'always',
		};
	}

	async #ask<T>(request: ServiceRequest, expected: Expected<T>): Promise<RequestResult<T>> {
		return await this.client.json(request, (response) => openEnvelope(response, expected));
	}
}

/** Section 3 only names the status DONE, so every other one means that the job is not done yet. */
function stateOf({ Status, HasError }: JobRecord): JobStatus['state'] {
	if (HasError) return 'failed';
	return Status.toUpperCase() === 'DONE' ? 'done' : 'notDone';
}

function noJob(jobId: string, description = NO_JOB): ServiceError {
	return new ServiceError('refused', `There is no job "${jobId}"`, description, { status: 404 });
}
