import { DateTime } from 'luxon';
import { CannotCall, NotTested, once } from './assumption';
import { isObject } from '../../nodes/shared/json';
import { runNode } from './nodes';
import { checkIsService, type Reply, type ServiceCalls, statusOf } from './serviceCalls';
import type { CheckSettings } from './settings';
import { say } from './shown';

/** How a query is written. */
export interface QueryForm {
	dates: 'dateTime' | 'date';
	limit: 'text' | 'number';
	timeZone: string;
}

/** What the nodes send comes first. The others are tried only if it is refused. */
export const FORMS: [QueryForm, ...QueryForm[]] = [
	{ dates: 'dateTime', limit: 'text', timeZone: 'UTC' },
	{ dates: 'date', limit: 'text', timeZone: 'UTC' },
	{ dates: 'dateTime', limit: 'number', timeZone: 'UTC' },
	{ dates: 'dateTime', limit: 'text', timeZone: '+00:00' },
];

/** Small queries: an account may not be allowed to use each of them. */
const QUERY_NAMES = ['messages_by_day', 'notifications_by_day', 'usage_by_user'] as const;
/** So that the answer stays small. */
export const MAX_RECORDS = 100;

export interface AcceptedQuery {
	queryName: string;
	form: QueryForm;
	reply: Reply;
}

export interface QueryDays {
	/** How many days before today the range begins and ends. */
	from: number;
	to: number;
}

const YESTERDAY: QueryDays = { from: 1, to: 1 };

interface Asked extends Partial<QueryDays>, Partial<QueryForm> {
	queryName?: string;
	count?: number;
	token?: string;
}

/** Queries of yesterday, in the first form that the service accepts. */
export class QuerySteps {
	/** The answer to the user's own token, if it was refused. */
	refusedToken: Reply | undefined;

	constructor(
		private readonly settings: CheckSettings,
		private readonly calls: ServiceCalls,
	) {}

	/**
	 * The first query that the service accepts. Undefined if it refuses each form.
	 * @throws CannotCall
	 */
	readonly firstAccepted = once(async (): Promise<AcceptedQuery | undefined> => {
		for (const queryName of QUERY_NAMES) {
			const accepted = await this.#acceptedOf(queryName);
			if (accepted !== 'notOpen') return accepted;
		}
		throw new CannotCall(say`none of the queries that the check knows is open to the account`);
	});

	/** @throws NotTested */
	async accepted(): Promise<AcceptedQuery> {
		const accepted = await this.firstAccepted();
		if (accepted) return accepted;
		throw new NotTested(say`the service refuses the query in each form`);
	}

	/** The records of yesterday. @throws NotTested */
	async records(): Promise<Array<Record<string, unknown>>> {
		const { reply } = await this.accepted();
		return recordsIn(reply);
	}

	/** Sends a query, in the accepted form where nothing else is asked for. */
	async ask(asked: Asked): Promise<Reply> {
		const { queryName, form } = await this.accepted();
		return await this.calls.query(queryBody({ queryName, ...form, ...asked }), asked.token);
	}

	/** How many records the days have; none if the service refuses them. */
	async count(asked: Asked): Promise<number> {
		const reply = await this.ask(asked);
		return statusOf(reply) >= 400 ? 0 : recordsIn(reply).length;
	}

	/** The number of records that Query > Run of the node has. */
	readonly itemsOfNode = once(async () => {
		const { queryName, form } = await this.accepted();
		return await this.calls.queries.during(1, async () => {
			return await runNode(this.settings, this.calls.limits, {
				node: 'analytics',
				form,
				parameters: {
					resource: 'query',
					operation: 'run',
					queryName,
					dateRange: 'yesterday',
					limit: MAX_RECORDS,
				},
			});
		});
	});

	async #acceptedOf(queryName: string): Promise<AcceptedQuery | 'notOpen' | undefined> {
		for (const form of FORMS) {
			const reply = await this.calls.query(queryBody({ queryName, ...form }));
			const status = statusOf(reply);
			if (status === 401) this.refusedToken = reply;
			if (status === 403) return 'notOpen';
			checkIsService(reply);
			if (status < 400) return { queryName, form, reply };
		}
		return undefined;
	}
}

/** The body of a query (section 2.1), for yesterday unless other days are asked for. */
function queryBody(asked: Asked & QueryForm): object {
	const { queryName, dates, limit, timeZone, from, to, count = MAX_RECORDS } = asked;
	return {
		queryName,
		limit: limit === 'text' ? String(count) : count,
		timeZone,
		...datesOf({ from: from ?? YESTERDAY.from, to: to ?? YESTERDAY.to }, dates),
	};
}

/** The first and the last day, in UTC. */
export function datesOf(
	{ from, to }: QueryDays = YESTERDAY,
	form: QueryForm['dates'],
): { startDate: string; endDate: string } {
	const day = (before: number) => DateTime.utc().minus({ days: before }).toISODate();
	if (form === 'date') return { startDate: day(from), endDate: day(to) };
	return { startDate: `${day(from)} 00:00:00`, endDate: `${day(to)} 23:59:59` };
}

/** @throws NotTested if the response has no list of records */
export function recordsIn({ json }: Reply): Array<Record<string, unknown>> {
	const data = isObject(json) ? json['data'] : undefined;
	if (!Array.isArray(data) || !data.every(isObject)) {
		throw new NotTested(say`the response of the query has no list of records in data`);
	}
	return data;
}
