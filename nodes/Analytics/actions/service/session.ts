import { DateTime } from 'luxon';
import type { Details } from '../../../shared/credential/details';
import { asError, ServiceError } from '../../../shared/errors';
import type { Turns } from '../../../shared/http/limiter';
import { joinedTexts } from '../../../shared/shownText';
import { dayOf, endOfDay, startOfDay } from '../../dates/calendarDays';
import type { DateRange } from '../../dates/dateRange';
import { type DateForm, requestDates, type RequestDates } from '../../dates/requestDates';
import { CHECK_FIELDS } from '../../transport/analyticsApi';
import type { QueryRecord } from '../../transport/schemas';
import { analyticsApi, type Item, limitersOf } from '../item';

export const MAX_CALLS = 5;
export const MAX_RECORDS = 100_000;
const MAX_SILENCE_SECONDS = 60;
const MAX_MS = 180_000;

/** The answer to a question. */
export interface Finding {
	result: 'ok' | 'change' | 'unknown' | 'failed';
	found: string;
	evidence: string;
	/** A setting of the credential, and its new value. */
	change?: [name: keyof Details, value: unknown] | undefined;
}

/** What came of a query. */
export interface Answer {
	form: DateForm;
	dates: RequestDates;
	records: QueryRecord[];
	error?: Error;
}

/** The few calls of a check, those that are repeated after "too many calls" included. */
class Budget implements Turns {
	made = 0;
	tooMany = 0;

	constructor(
		readonly limiter: Turns,
		readonly max: number,
	) {}

	get left(): number {
		return this.tooMany > 1 ? 0 : this.max - this.made;
	}

	async turn(options: Parameters<Turns['turn']>[0]) {
		const message =
			this.tooMany > 0 ? 'The service has too many calls' : 'No call was left for this';
		if (this.left < 1) throw new ServiceError({ kind: 'notSent', message });
		this.made += 1;
		return await this.limiter.turn(options);
	}

	pause(ms: number | undefined): void {
		this.tooMany += 1;
		this.limiter.pause(ms);
	}
}

export type Session = ReturnType<typeof sessionOf>;

/** What the questions of a check share. No call is repeated unseen. */
export function sessionOf(item: Item, queryName: string, maxCalls = MAX_CALLS, maxMs = MAX_MS) {
	const { connection, run, workflowTimeZone: zone } = item;
	const { details } = connection;
	const signal = AbortSignal.any([item.signal, AbortSignal.timeout(maxMs)]);
	const { synchronous, bulk } = limitersOf(connection);
	const limiters = {
		synchronous: new Budget(synchronous, maxCalls),
		bulk: new Budget(bulk, maxCalls),
	};
	const requestTimeout = Math.min(details.requestTimeout, MAX_SILENCE_SECONDS);
	const patient = { ...connection, details: { ...details, requestTimeout } };
	const { n8n, waits } = run;
	const ways = { context: n8n, signal, waits, limiters, repeat: 'never' } as const;
	const api = analyticsApi({ ...ways, connection: patient });
	// A week in which nothing should change any more.
	const last = dayOf(DateTime.fromJSDate(item.now(), { zone })).minus({ days: 2 });
	const days = { start: startOfDay(last.minus({ days: 6 }), zone), end: endOfDay(last, zone) };
	/** What was thrown is an answer too, unless it was Stop. */
	const failure = (error: unknown): Error => {
		item.signal.throwIfAborted();
		return asError(error);
	};
	async function ask(range: DateRange, form: DateForm, limit = MAX_RECORDS): Promise<Answer> {
		const dates = requestDates(range, zone, form);
		try {
			const records = await api.query({ queryName, ...dates, limit: String(limit) });
			return { form, dates, records };
		} catch (error) {
			return { form, dates, records: [], error: failure(error) };
		}
	}
	return { api, ask, days, details, failure, limiters, queryName, signal, zone };
}

/** What an error says, less the advice to run Check. */
export function wordsOf(error: Error): string {
	if (error.name === 'TimeoutError') return 'Check ended after 3 minutes. Run it again later.';
	const { message, description = '' } = error as ServiceError;
	return joinedTexts([message, description.replace(CHECK_FIELDS, '').trim()], '. ');
}

export function isRefusal(error: Error | undefined, ...statuses: number[]): boolean {
	const { kind, status = 0 } = error instanceof ServiceError ? error : {};
	return kind === 'refused' && statuses.includes(status);
}

/** How to answer a question, by what came of some queries, or by what else was seen. */
export function findingFrom(...seen: Array<Answer | string>) {
	const texts = seen.map((each) => {
		if (typeof each === 'string') return each;
		const { startDate, endDate, timeZone } = each.dates;
		const came = each.error?.message ?? `${each.records.length} records`;
		return `${startDate} to ${endDate}, ${timeZone}: ${came}`;
	});
	const evidence = texts.filter(Boolean).join('; ');
	return (result: Finding['result'], found: string, change?: Finding['change']): Finding => {
		return { result, found, evidence, change };
	};
}
