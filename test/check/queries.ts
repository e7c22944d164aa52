import { DateTime } from 'luxon';
import { isObject } from '../../nodes/shared/values';
import { type Assumptions, judged, NotTested, once } from './assumption';
import { checkIsService, type Reply, type Service, statusOf } from './service';
import { fieldsIn, say } from './shown';

export const QUERIES: Assumptions = {
	'Form of dates': {
		expected: 'Dates with a time, such as 2026-11-01 00:00:00, are accepted (2.1, A).',
		otherwise: 'The nodes must send dates without a time.',
		async test({ queries }) {
			const accepted = await queries.first();
			if (!accepted) return judged(false, say`the service refuses the query in each form`);
			if (accepted.form === 'dateTime') return judged(true, say`they are accepted`);
			const seen = say`they are refused, and dates without a time are accepted`;
			return judged(false, seen, {
				place: 'Credential > More Settings > Date Format',
				value: say`Date`,
			});
		},
	},
	'End date': {
		expected: 'A range of dates without a time includes its end date (2.1: not known).',
		otherwise: 'With Date Format: Date, the last day of each range would be missing.',
		async test({ queries }) {
			const count = async (from: number, to: number) => {
				return recordsIn(await queries.ask({ form: 'date', from, to })).length;
			};
			if ((await count(1, 1)) > 0) return judged(true, say`a day alone has its records`);
			// Perhaps there are none. If the end is excluded, two days have some together that none of them has alone.
			const isExcluded = (await count(2, 1)) > 0 && (await count(2, 2)) === 0;
			if (!isExcluded) throw new NotTested(say`there are no records of yesterday`);
			const value = say`off, if Date Format is Date`;
			return judged(false, say`a day alone has no records`, {
				place: 'Credential > More Settings > End Date Included',
				value,
			});
		},
	},
	Limit: {
		expected: 'The limit is a number in quotes, and no more records are returned (2.1, A).',
		otherwise: 'The nodes must send another limit.',
		async test({ queries }) {
			const count = recordsIn(await queries.ask({ from: 7, limit: 1 })).length;
			if (count === 0) throw new NotTested(say`there are no records of the last seven days`);
			return judged(count === 1, say`${count} with a limit of 1`);
		},
	},
	'Time zone': {
		expected: 'Names of time zones, such as America/Sao_Paulo, are accepted (2.1, C).',
		otherwise: 'Days can be those of UTC only.',
		async test({ queries }) {
			const reply = await queries.ask({ timeZone: 'America/Sao_Paulo' });
			const setting = { place: 'Chat Commerce Analytics > Options > Time Zone', value: say`UTC` };
			return judged(statusOf(reply) < 400, say`HTTP ${statusOf(reply)}; UTC is accepted`, setting);
		},
	},
	'Response of a query': {
		expected:
			'It has data (a list of records without nested values), message (a text) and status (200) (2.2, A).',
		otherwise: 'The nodes must read another response, or items have nested values.',
		async test({ queries, settings: { secrets } }) {
			const { json } = (await queries.accepted()).reply;
			const data = isEnvelope(json) ? json['data'] : undefined;
			const records: unknown[] = Array.isArray(data) ? data : [];
			const isNested = (value: unknown) => typeof value === 'object' && value !== null;
			const isPlain = records.every((record) => {
				return isObject(record) && !Object.values(record).some(isNested);
			});
			const seen = say`${fieldsIn(json, secrets)}; a record: ${fieldsIn(records[0], secrets)}`;
			return judged(Array.isArray(data) && isPlain, seen);
		},
	},
	'Unknown query': {
		expected: 'It is refused with a status from 400 to 499 and a message (7.6: not known).',
		otherwise: 'A typing error in Query Name would look like another failure, or like no data.',
		async test({ queries, settings }) {
			const reply = await queries.ask({ queryName: 'chat_commerce_check_unknown' });
			const status = statusOf(reply);
			const isRefused = status >= 400 && status < 500 && status !== 401;
			const hasMessage = isObject(reply.json) && typeof reply.json['message'] === 'string';
			const seen = say`HTTP ${status}; ${fieldsIn(reply.json, settings.secrets)}`;
			return judged(isRefused && hasMessage, seen);
		},
	},
};

/** Section 2.2, whatever its data is. */
export function isEnvelope(json: unknown): json is Record<string, unknown> {
	return isObject(json) && typeof json['message'] === 'string' && json['status'] === 200;
}

/** How dates are written. What the nodes send comes first; the other is tried only if it is refused. */
type DateForm = 'dateTime' | 'date';
const FORMS: DateForm[] = ['dateTime', 'date'];
/** Small queries: an account may not be allowed to use each of them. */
const QUERY_NAMES = ['messages_by_day', 'notifications_by_day', 'usage_by_user'];
const MAX_RECORDS = 100;

interface AcceptedQuery {
	queryName: string;
	form: DateForm;
	reply: Reply;
}

interface Asked {
	queryName?: string;
	form?: DateForm;
	timeZone?: string;
	/** How many days before today the range begins and ends; by default, it is yesterday. */
	from?: number;
	to?: number;
	limit?: number;
}

/** Queries of yesterday, in the first form that the service accepts. */
export class QuerySteps {
	constructor(private readonly service: Service) {}

	/** The first query that is accepted. Undefined if each is refused in each form. @throws CannotCall */
	readonly first = once(async (): Promise<AcceptedQuery | undefined> => {
		let closed: Reply | undefined;
		for (const queryName of QUERY_NAMES) {
			for (const form of FORMS) {
				const reply = await this.service.query(queryBody({ queryName, form }));
				closed = statusOf(reply) === 403 ? reply : undefined;
				if (closed) break;
				checkIsService(reply);
				if (statusOf(reply) < 400) return { queryName, form, reply };
			}
		}
		if (closed) checkIsService(closed);
		return undefined;
	});

	/** @throws NotTested */
	async accepted(): Promise<AcceptedQuery> {
		const accepted = await this.first();
		if (accepted) return accepted;
		throw new NotTested(say`the service refuses the query in each form`);
	}

	/** Sends a query, in the accepted form where nothing else is asked for. @throws NotTested */
	async ask(asked: Asked): Promise<Reply> {
		const { queryName, form } = await this.accepted();
		return await this.service.query(queryBody({ queryName, form, ...asked }));
	}
}

/** The body of a query (section 2.1). */
function queryBody({ queryName, form = 'dateTime', ...asked }: Asked): object {
	const { timeZone = 'UTC', from = 1, to = 1, limit = MAX_RECORDS } = asked;
	return { queryName, limit: String(limit), timeZone, ...datesOf(form, from, to) };
}

/** The first and the last day, in UTC, as numbers of days before today. */
export function datesOf(form: DateForm, from = 1, to = 1): Record<string, string> {
	const day = (before: number) => DateTime.utc().minus({ days: before }).toISODate();
	if (form === 'date') return { startDate: day(from), endDate: day(to) };
	return { startDate: `${day(from)} 00:00:00`, endDate: `${day(to)} 23:59:59` };
}

/** @throws NotTested if a response is a refusal, or has no list of records */
export function recordsIn(reply: Reply): Array<Record<string, unknown>> {
	const status = statusOf(reply);
	if (status >= 400) throw new NotTested(say`the service refused it (HTTP ${status})`);
	const data = isObject(reply.json) ? reply.json['data'] : undefined;
	if (Array.isArray(data) && data.every(isObject)) return data;
	throw new NotTested(say`the response has no list of records in data`);
}
