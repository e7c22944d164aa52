import { DateTime } from 'luxon';
import { asError, InputError, type ServiceError } from '../../../shared/errors';
import type { CallOptions, Limiter } from '../../../shared/http/rateLimiter';
import { counted, joinedTexts } from '../../../shared/shownText';
import { type DateForm, datesOf, type RequestDates } from '../../../shared/dates/requestDates';
import { CHECK_FIELDS, limitersOf, MAX_RECORDS } from '../../transport/analyticsApi';
import type { QueryRecord } from '../../transport/schemas';
import type { Item } from '../run';

/** Queries, and calls of bulk exports: what the service allows in a minute (section 8). */
export const MAX_CALLS = 5;
const MAX_MS = 180_000;
const MAX_SILENCE_SECONDS = 60;

/** A query and its records; none if it failed. */
export interface QueryResult {
	form: DateForm;
	dates: RequestDates;
	records: QueryRecord[];
	error?: Error;
	evidence: string;
}

/** Counts the calls of a check, also those that are repeated after "too many requests". */
class Budget implements Limiter {
	left = MAX_CALLS;
	tooMany = 0;

	constructor(readonly limiter: Limiter) {}

	async acquire(options: CallOptions) {
		if (this.left === 0) throw new InputError('No call was left for this');
		this.left -= 1;
		return await this.limiter.acquire(options);
	}

	pause(ms: number | undefined): void {
		this.tooMany += 1;
		if (this.tooMany > 1) this.left = 0;
		this.limiter.pause(ms);
	}
}

export type Calls = ReturnType<typeof callsOf>;

/** What the calls of a check share. */
export function callsOf(item: Item, queryName: string) {
	const { connection, workflowTimeZone: timeZone } = item;
	const { details } = connection;
	const signal = AbortSignal.any([item.signal, AbortSignal.timeout(MAX_MS)]);
	const { synchronous, bulk } = limitersOf(connection);
	const limiters = { synchronous: new Budget(synchronous), bulk: new Budget(bulk) };
	const requestTimeout = Math.min(details.requestTimeout, MAX_SILENCE_SECONDS);
	const patient = { ...connection, details: { ...details, requestTimeout } };
	const api = item.api({ signal, limiters, repeat: 'never', connection: patient });
	/** Errors are results too, except for Stop. */
	const failure = (error: unknown): Error => {
		item.signal.throwIfAborted();
		return signal.aborted ? new InputError('Check took too long. Run it later') : asError(error);
	};
	async function query(startDate: string, endDate: string, form: DateForm): Promise<QueryResult> {
		const days = { dateRange: 'custom', startDate, endDate, timeZone } as const;
		const dates = datesOf(days, item.now, form);
		const [from, to] = [dates.startDate, dates.endDate].map((date) => date.split('T')[0]!);
		const evidence = (outcome: string) => `${from} to ${to}: ${outcome}`;
		try {
			const records = await api.query({ queryName, ...dates, limit: String(MAX_RECORDS) });
			return { form, dates, records, evidence: evidence(counted(records.length, 'record')) };
		} catch (cause) {
			const error = failure(cause);
			return { form, dates, records: [], error, evidence: evidence(failureText(error)) };
		}
	}
	// Days that no longer change.
	const now = DateTime.fromJSDate(item.now, { zone: timeZone });
	const [first, last] = [8, 2].map((days) => now.minus({ days }).toISODate()!);
	const week = { first: first!, last: last! };
	return { api, query, details, failure, limiters, queryName, signal, timeZone, week };
}

/** What happened, and what to do unless that is to run Check. */
export function failureText(error: Error): string {
	const { message, description = '' } = error as ServiceError;
	return joinedTexts([message, description.replace(CHECK_FIELDS, '').trim()], '. ');
}
