import { type AssumptionGroup, judged, NotTested, type Result } from './assumption';
import { isObject } from '../../nodes/shared/json';
import { MAX_RECORDS, recordsIn } from './querySteps';
import { type Reply, statusOf } from './serviceCalls';
import type { Session } from './session';
import { joined, say, Shown, typeOf } from './shown';

const DATE_FORMAT = 'Credential > More Settings > Date Format';
const END_DATE = 'Credential > More Settings > End Date Included';
const TIME_ZONE = 'Chat Commerce Analytics > Options > Time Zone';
const WRONG_TOKEN = 'chat-commerce-check-wrong-token';
const UNKNOWN_QUERY = 'chat_commerce_check_unknown';

export const QUERIES: AssumptionGroup = {
	title: 'Queries',
	assumptions: [
		{
			id: 'dateForm',
			title: 'Form of dates',
			expected: 'Dates with a time, such as 2026-11-01 00:00:00, are accepted.',
			documented: '2.1, A: two forms are shown, on a page each',
			tested: 'A query of yesterday with such dates; if it is refused, with 2026-11-01',
			otherwise: `${DATE_FORMAT}: Date`,
			test: testDateForm,
		},
		{
			id: 'endDate',
			title: 'End date',
			expected: 'A range of dates without a time includes its end date.',
			documented: '2.1: not known',
			tested: 'The same query with yesterday as its first and last day, as dates without a time',
			otherwise: `${END_DATE}: off. It only matters with Date Format: Date.`,
			test: testEndDate,
		},
		{
			id: 'limit',
			title: 'Limit',
			expected: 'The limit is a number in quotes, and no more records are returned.',
			documented: '2.1, A',
			tested: 'A query of seven days with the limit "1"',
			otherwise: 'An issue: the nodes have to send another limit',
			test: testLimit,
		},
		{
			id: 'timeZone',
			title: 'Time zone',
			expected: 'Names of time zones, such as America/Sao_Paulo, are accepted.',
			documented: '2.1, C: there is no example',
			tested: 'The same query with the time zone America/Sao_Paulo',
			otherwise: `${TIME_ZONE}: UTC, if that is accepted`,
			test: testTimeZone,
		},
		{
			id: 'envelope',
			title: 'Envelope of a query',
			expected: 'The response has data (a list of objects), message (a text) and status (200).',
			documented: '2.2, A',
			tested: 'The response of the first query',
			otherwise: 'An issue: the nodes have to read another envelope',
			test: testEnvelope,
		},
		{
			id: 'records',
			title: 'Records',
			expected: 'Each value of a record is a text, a number, true or false, or null.',
			documented: '2.2: not known, apart from the columns of one query',
			tested: 'The records of the first query',
			otherwise: 'An issue: items would have nested values',
			test: testRecords,
		},
		{
			id: 'wrongToken',
			title: 'Wrong token',
			expected: 'It is answered with status 500 and "Request failed with status code 401".',
			documented: '5.3, A',
			tested: 'The same query with a made-up token',
			otherwise: 'An issue: the nodes may take it for another failure',
			test: testWrongToken,
		},
		{
			id: 'unknownQuery',
			title: 'Unknown query',
			expected: 'It is refused with a status from 400 to 499 and a message.',
			documented: '7.6: not known',
			tested: 'A query with a made-up name',
			otherwise:
				'An issue: a typing error in Query Name would look like another failure, or like no data',
			test: testUnknownQuery,
		},
		{
			id: 'queryNode',
			title: 'Query > Run',
			expected: 'The node outputs an item for each record.',
			documented: '4.1, A',
			tested: 'The node in n8n, with the same query',
			otherwise: 'An issue: with the error that the node shows',
			test: testQueryNode,
		},
	],
};

async function testDateForm({ queries }: Session): Promise<Result> {
	const accepted = await queries.firstAccepted();
	if (!accepted) {
		return { outcome: 'differs', seen: say`the service refuses the query in each form` };
	}
	if (accepted.form.dates === 'dateTime') return judged(say`they are accepted`);
	return {
		outcome: 'differs',
		seen: say`they are refused, and dates without a time are accepted`,
		setting: { place: DATE_FORMAT, value: say`Date` },
	};
}

/**
 * A day alone has its records only if the end date is included. If it has none, it may be a day without records. So
 * there must be another sign: records of the same day with times, or of two days that have none if each is asked for alone.
 */
async function testEndDate({ queries }: Session): Promise<Result> {
	const { form } = await queries.accepted();
	const ofYesterday = await queries.count({ dates: 'date' });
	if (ofYesterday > 0) return judged(say`the day alone has its records`);
	const withTimes = form.dates === 'dateTime' ? (await queries.records()).length : 0;
	const isExcluded = withTimes > 0 || (await hasOnlyBothDays(queries));
	if (!isExcluded) throw new NotTested(say`there are no records of yesterday`);
	const reply = await queries.ask({ dates: 'date', from: 2, to: 1 });
	if (statusOf(reply) >= 400) {
		throw new NotTested(say`dates without a time are refused (HTTP ${reply.status})`);
	}
	return {
		outcome: 'differs',
		seen: say`a range that begins and ends yesterday has no records of yesterday`,
		setting: { place: END_DATE, value: say`off, if Date Format is Date` },
	};
}

async function hasOnlyBothDays(queries: Session['queries']): Promise<boolean> {
	const ofBoth = await queries.count({ dates: 'date', from: 2, to: 1 });
	return ofBoth > 0 && (await queries.count({ dates: 'date', from: 2, to: 2 })) === 0;
}

async function testLimit({ queries }: Session): Promise<Result> {
	const { form } = await queries.accepted();
	if (form.limit === 'number') {
		return judged(say``, say`a limit in quotes is refused, and a number is accepted`);
	}
	const reply = await queries.ask({ from: 7, to: 1, count: 1 });
	checkAccepted(reply);
	const count = recordsIn(reply).length;
	if (count === 0) throw new NotTested(say`there are no records of the last seven days`);
	return judged(say`${count} record`, count > 1 && say`${count} records in spite of it`);
}

async function testTimeZone({ queries }: Session): Promise<Result> {
	const { form } = await queries.accepted();
	if (form.timeZone !== 'UTC') {
		return judged(say``, say`names are refused, and +00:00 is accepted`);
	}
	const reply = await queries.ask({ timeZone: 'America/Sao_Paulo' });
	if (statusOf(reply) < 400) return judged(say`it is accepted`);
	return {
		outcome: 'differs',
		seen: say`it is refused (${statusesOf(reply)}), and UTC is accepted`,
		setting: { place: TIME_ZONE, value: say`UTC` },
	};
}

async function testEnvelope({ queries, settings }: Session): Promise<Result> {
	const { reply } = await queries.accepted();
	return judgeEnvelope(reply, settings.secrets, (data) => {
		if (!Array.isArray(data)) return say`data is ${typeOf(data)}`;
		const other: unknown = data.find((record) => !isObject(record));
		return other === undefined ? undefined : say`a record is ${typeOf(other)}`;
	});
}

/** @param problemOf says what is wrong with the data */
export function judgeEnvelope(
	{ json }: Reply,
	secrets: string[],
	problemOf: (data: unknown) => Shown | undefined,
): Result {
	if (!isObject(json)) return judged(say``, say`the response is ${typeOf(json)}`);
	const fields = Shown.names(Object.keys(json), secrets);
	const problems = [
		problemOf(json['data']),
		typeof json['message'] === 'string' ? undefined : say`message is ${typeOf(json['message'])}`,
		json['status'] === 200 ? undefined : say`status is not 200 but ${typeOf(json['status'])}`,
	].filter((problem) => problem !== undefined);
	const seen = say`${fields}; data is ${typeOf(json['data'])}`;
	return judged(seen, problems.length > 0 && say`${joined(problems, '; ')} (fields: ${fields})`);
}

async function testRecords({ queries, settings }: Session): Promise<Result> {
	const records = await queries.records();
	const [first] = records;
	if (!first) throw new NotTested(say`there are no records of yesterday`);
	const fields = Object.keys(first).map((name) => {
		return say`${Shown.names([name], settings.secrets)} (${typeOf(first[name])})`;
	});
	const nested = records.flatMap((record) => {
		return Object.keys(record).filter(
			(name) => typeof record[name] === 'object' && record[name] !== null,
		);
	});
	const names = Shown.names([...new Set(nested)], settings.secrets);
	return judged(joined(fields), nested.length > 0 && say`nested values in ${names}`);
}

async function testWrongToken({ queries }: Session): Promise<Result> {
	// A token that was refused has told it already.
	const first = await queries.firstAccepted().catch((error: unknown) => {
		if (queries.refusedToken) return undefined;
		throw error;
	});
	if (first === undefined && !queries.refusedToken) await queries.accepted();
	const reply = queries.refusedToken ?? (await queries.ask({ token: WRONG_TOKEN }));
	const isPassedOn = reply.status >= 500 && statusOf(reply) === 401;
	return judged(statusesOf(reply), !isPassedOn && say`${statusesOf(reply)}, in other words`);
}

async function testUnknownQuery({ queries, settings }: Session): Promise<Result> {
	const reply = await queries.ask({ queryName: UNKNOWN_QUERY });
	const status = statusOf(reply);
	const isRefused = status >= 400 && status < 500 && status !== 401 && status !== 429;
	const seen = say`${statusesOf(reply)}; ${fieldsOf(reply, settings.secrets)}`;
	if (!isRefused) return judged(seen, seen);
	const message = isObject(reply.json) ? reply.json['message'] : undefined;
	const hasMessage = typeof message === 'string' && message !== '';
	return judged(seen, !hasMessage && say`${seen}; message is ${typeOf(message)}`);
}

async function testQueryNode({ queries }: Session): Promise<Result> {
	const records = await queries.records();
	const { items, error } = await queries.itemsOfNode();
	if (error) return judged(say``, say`the node ended with an error`);
	const seen = say`${items.length} items for ${records.length} records`;
	return judged(seen, items.length !== records.length && seen);
}

/** @throws NotTested */
function checkAccepted(reply: Reply): void {
	if (statusOf(reply) < 400) return;
	throw new NotTested(say`the service refused the query (${statusesOf(reply)})`);
}

/** The status of HTTP, and that of the response if it is another one. */
export function statusesOf(reply: Reply): Shown {
	const own = statusOf(reply);
	return own === reply.status
		? say`HTTP ${reply.status}`
		: say`HTTP ${reply.status}, which means ${own}`;
}

export function fieldsOf({ json }: Reply, secrets: string[]): Shown {
	if (!isObject(json)) return say`not a JSON object`;
	const names = Object.keys(json);
	const types = names.map((name) => say`${Shown.names([name], secrets)} (${typeOf(json[name])})`);
	return names.length > MAX_RECORDS ? say`${names.length} fields` : joined(types);
}
