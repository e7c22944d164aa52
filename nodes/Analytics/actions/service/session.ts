import { DateTime } from 'luxon';
import type { Details } from '../../../shared/credential/details';
import { asError, InputError, ServiceError } from '../../../shared/errors';
import type { CallOptions, Limiter } from '../../../shared/http/rateLimiter';
import { joinedTexts } from '../../../shared/shownText';
import { type DateForm, datesOf, type RequestDates } from '../../../shared/dates/requestDates';
import { CHECK_FIELDS } from '../../transport/analyticsApi';
import type { QueryRecord } from '../../transport/schemas';
import { analyticsApi, limitersOf } from '../api';
import type { Item } from '../item';

/** Queries, and calls of bulk exports: what the service allows in a minute (section 8). */
export const MAX_CALLS = 5;
export const MAX_RECORDS = 100_000;
const MAX_MS = 180_000;
const MAX_SILENCE_SECONDS = 60;

/** What was found out, and what to change in the credential. */
export type Finding = [
	result: 'ok' | 'change' | 'unknown' | 'failed',
	found: string,
	change?: [setting: keyof Details, value: unknown],
];
export type Row = [check: string, finding: Finding, evidence: string[]];

/** A query and its records; none if it failed. */
export interface QueryResult {
	form: DateForm;
	dates: RequestDates;
	records: QueryRecord[];
	error?: Error;
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

export type Session = ReturnType<typeof sessionOf>;

/** What the questions of a check share. */
export function sessionOf(item: Item, queryName: string) {
	const { connection, run, workflowTimeZone: timeZone } = item;
	const { details } = connection;
	const signal = AbortSignal.any([item.signal, AbortSignal.timeout(MAX_MS)]);
	const { synchronous, bulk } = limitersOf(connection);
	const limiters = { synchronous: new Budget(synchronous), bulk: new Budget(bulk) };
	const requestTimeout = Math.min(details.requestTimeout, MAX_SILENCE_SECONDS);
	const api = analyticsApi({
		...{ context: run.n8n, onWait: run.waits.add, signal, limiters, repeat: 'never' },
		connection: { ...connection, details: { ...details, requestTimeout } },
	});
	/** Errors are results too, except for Stop. */
	const failure = (error: unknown): Error => {
		item.signal.throwIfAborted();
		return signal.aborted ? new InputError('Check took too long. Run it later') : asError(error);
	};
	const evidence = { queries: [] as string[], bulk: [] as string[] };
	async function query(startDate: string, endDate: string, form: DateForm): Promise<QueryResult> {
		const days = { dateRange: 'custom', startDate, endDate, timeZone } as const;
		const dates = datesOf(days, item.now, form);
		const request = api.query({ queryName, ...dates, limit: String(MAX_RECORDS) });
		const records = await request.catch(failure);
		const isError = records instanceof Error;
		const outcome = isError ? findingOf(records)[1] : counted(records.length, 'record');
		const [from, to] = [dates.startDate, dates.endDate].map((date) => date.split('T')[0]!);
		evidence.queries.push(`${from} to ${to}: ${outcome}`);
		return isError ? { form, dates, records: [], error: records } : { form, dates, records };
	}
	// Days that no longer change.
	const now = DateTime.fromJSDate(item.now, { zone: timeZone });
	const [first, last] = [8, 2].map((days) => now.minus({ days }).toISODate()!);
	const week = { first: first!, last: last! };
	return { api, query, details, evidence, failure, limiters, queryName, signal, timeZone, week };
}

export function counted(count: number, what: string): string {
	return `${count} ${what}${count === 1 ? '' : 's'}`;
}

export function hasResponse({ error }: { error?: Error }): boolean {
	return !(error instanceof ServiceError && ['notSent', 'noAnswer'].includes(error.kind));
}

export function findingOf(error: Error): Finding {
	const { message, description = '' } = error as ServiceError;
	// Its advice is to run Check.
	const advice = description.replace(CHECK_FIELDS, '').trim();
	const result = error instanceof ServiceError ? 'failed' : 'unknown';
	return [result, joinedTexts([message, advice], '. ')];
}
