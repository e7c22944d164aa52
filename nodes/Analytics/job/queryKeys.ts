import { asError, ServiceError } from '../../shared/errors';
import type { QueryKeys } from '../table/columnNames';
import type { AnalyticsApi, QueryBody } from '../api/analyticsApi';

/** The columns of the query of a job (2.5.2). Both throw Stop and bugs; a refusal is a value. */
export interface KeysOfQuery {
	/** Of whatever days: sent once for all parts of a range, while the jobs run. */
	ofAnyDays(): Promise<QueryKeys>;
	/** Of the days of the file: sent when it is asked for. */
	ofSameDays(): Promise<QueryKeys>;
}

interface Asking {
	api(): AnalyticsApi;
	/** Work that several items and parts of a range need is done once. */
	memoize(key: object, work: () => Promise<QueryKeys>): Promise<{ value: QueryKeys }>;
	/** The query is not sent again after it. */
	deadline?: number;
}

/** Sends the query at memoize, unless another part or item has sent it. */
export function queryKeysOf({ api, memoize, deadline }: Asking, body: QueryBody): KeysOfQuery {
	const ofSameDays = async (): Promise<QueryKeys> => {
		const { value } = await memoize(
			{ keysOf: body },
			async () => await keysOf(api(), body, deadline),
		);
		return value;
	};
	const early = memoize({ keysOf: [body.queryName, body.customFilters] }, ofSameDays);
	// A failure is thrown to whoever asks for the keys; until then, it is not unhandled.
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
