import { asError, ServiceError } from '../../shared/errors';
import type { QueryKeys } from '../table/columnNames';
import type { AnalyticsApi, QueryBody } from '../api/analyticsApi';

/** The keys of the records of a job's query, to be compared with the columns of its file (section 2.5.2). */
export interface KeysOfQuery {
	/** The keys for any days. They are requested once for all parts of a range, while the jobs run. */
	ofAnyDays(): Promise<QueryKeys>;
	/** The keys for the days of the file. They are only requested when they are asked for. */
	ofSameDays(): Promise<QueryKeys>;
}

interface Asking {
	api(): AnalyticsApi;
	/** Does work only once that several items and parts of a range need. */
	memoize(key: object, work: () => Promise<QueryKeys>): Promise<{ value: QueryKeys }>;
	/** A time of `performance.now()` after which the query is not sent again. */
	deadline?: number;
}

/** Sends the query at once, unless another part or item has already sent it. A refusal becomes a value. */
export function queryKeysOf({ api, memoize, deadline }: Asking, body: QueryBody): KeysOfQuery {
	const ofSameDays = async (): Promise<QueryKeys> => {
		const { value } = await memoize(
			{ keysOf: body },
			async () => await keysOf(api(), body, deadline),
		);
		return value;
	};
	const early = memoize({ keysOf: [body.queryName, body.customFilters] }, ofSameDays);
	// Whoever asks for the keys gets the failure. Until then, Node.js must not take it for an unhandled one.
	early.catch(() => {});
	return { ofSameDays, ofAnyDays: async () => (await early).value };
}

async function keysOf(
	api: AnalyticsApi,
	body: QueryBody,
	deadline: number | undefined,
): Promise<QueryKeys> {
	try {
		const [record = {}] = await api.query({ ...body, limit: '1' }, { deadline });
		return Object.keys(record);
	} catch (error) {
		if (error instanceof ServiceError) return error;
		throw asError(error);
	}
}
