import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import {
	type Answer,
	envelope,
	json,
	passedOn,
	Refusal,
	refusedNotification,
} from '../service/answers';
import type { Dialect, ServiceOptions } from '../service/options';
import type { KnownEndpoint } from '../service/requests';
import type { JsonObject } from '../../nodes/shared/json';
import type { Limits } from './serviceCalls';

/* Simulated services that behave otherwise than we think, at least one for each assumption. */

interface Simulated {
	options?: Partial<Omit<ServiceOptions, 'dialect'>>;
	dialect?: Dialect;
	/** What the user allows; by default enough for any test. */
	callsPerMinute?: number;
	limits?: Partial<Limits>;
}

interface Otherwise extends Simulated {
	/** How the service differs. */
	name: string;
	/** The end of what is seen, or a part of it. */
	seen: RegExp;
	/** The setting that follows, as the terminal shows it. */
	setting?: string;
}

/** How long a minute is for a service that counts its calls. */
const MINUTE_MS = 1_000;

/** Writes the JSON of successful answers otherwise. */
function rewritten(endpoint: KnownEndpoint, rewrite: (body: JsonObject) => unknown): Dialect {
	return {
		answers(answer, answering) {
			if (answering !== endpoint || answer.status !== 200) return answer;
			return json(200, rewrite(JSON.parse(answer.body as string) as JsonObject));
		},
	};
}

/** Rewrites the data of a response. */
function withData<T>(endpoint: KnownEndpoint, rewrite: (data: T) => unknown): Dialect {
	return rewritten(endpoint, ({ data, ...others }) => ({ ...others, data: rewrite(data as T) }));
}

/** Rewrites the records of a response. */
function withRecords(endpoint: KnownEndpoint, rewrite: (record: JsonObject) => unknown): Dialect {
	return withData<JsonObject[]>(endpoint, (records) => records.map(rewrite));
}

/** Answers otherwise where the usual answer has this status. */
function replacing(status: number, other: Answer): Dialect {
	return { answers: (answer) => (answer.status === status ? other : answer) };
}

/** Refuses with another body. */
function refusing(rewrite: (reason: unknown) => unknown): Dialect {
	return rewritten('notifications', (body) => {
		return body['success'] === true ? body : rewrite(body['reason']);
	});
}

/** Makes another file of the text of the right one. */
function withFile(rewrite: (text: string) => Answer): Dialect {
	return {
		async answers(answer, endpoint) {
			if (endpoint !== 'download' || !(answer.body instanceof Readable)) return answer;
			return rewrite(gunzipSync(await buffer(answer.body)).toString('utf8'));
		},
	};
}

function gzipOf(text: string): Answer {
	const headers = { 'Content-Type': 'application/gzip' };
	return { status: 200, headers, body: gzipSync(text) };
}

/** Hears a field of a query in another form. @throws Refusal for the usual form */
function hearing(name: string, usual: (value: unknown) => unknown): Dialect {
	return {
		hears(body, endpoint) {
			if (endpoint !== 'query' && endpoint !== 'bulkStart') return body;
			const fields = body as JsonObject;
			return name in fields ? { ...fields, [name]: usual(fields[name]) } : body;
		},
	};
}

const TEXT_IS_WRONG = new Refusal(400, 'limit must be a number');

function limitAsNumber(limit: unknown): string {
	if (typeof limit !== 'number') throw TEXT_IS_WRONG;
	return String(limit);
}

function zoneOutOf(zones: string[]): (zone: unknown) => unknown {
	return (zone) => {
		if (zones.includes(String(zone))) return 'UTC';
		throw new Refusal(400, `timeZone must be one of ${zones.join(', ')}`);
	};
}

/** A nonce that comes again is refused with this reason. */
function refusingRepeats(reason: unknown): Dialect {
	const nonces = new Set<string>();
	let repeated = false;
	return {
		hears(body, endpoint) {
			if (endpoint !== 'notifications') return body;
			const { users, type } = body as { users: Array<{ nonce: string }>; type: string };
			repeated = users.some(({ nonce }) => nonces.has(nonce));
			if (type === 'order_shipped') users.forEach(({ nonce }) => nonces.add(nonce));
			return body;
		},
		answers(answer, endpoint) {
			const isRepeat = endpoint === 'notifications' && repeated;
			return isRepeat ? json(200, refusedNotification(reason)) : answer;
		},
	};
}

const DETAIL = {
	phone: '+5511987654321',
	type: 'missing-param',
	parameter: 'name',
	description: 'x',
};

function withDetails(details: unknown): Dialect {
	return refusing(() => {
		return refusedNotification({ error: 'validation_error', description: 'Oh', details });
	});
}

/** Where the service must be otherwise than by default for an assumption to be tested at all. */
export const AS_EXPECTED: Record<string, Simulated> = {
	refusalDetails: { dialect: withDetails([DETAIL]) },
	callsPerMinute: { options: { callsPerMinute: 5, windowMs: MINUTE_MS }, callsPerMinute: 5 },
	tooManyCalls: { options: { callsPerMinute: 3, windowMs: MINUTE_MS } },
};

export const OTHERWISE: Record<string, Otherwise[]> = {
	dateForm: [
		{
			name: 'accepts dates without a time only',
			options: { dates: 'date' },
			seen: /dates without a time are accepted/,
			setting: 'Credential > More Settings > Date Format: Date',
		},
		{
			name: 'refuses each query',
			dialect: hearing('queryName', () => {
				throw new Refusal(400, 'Oh');
			}),
			seen: /refuses the query in each form/,
		},
	],
	endDate: [
		{
			name: 'excludes the end date',
			options: { endDateExcluded: true },
			seen: /has no records of yesterday/,
			setting: 'Credential > More Settings > End Date Included: off, if Date Format is Date',
		},
		{
			name: 'excludes the end date, and accepts dates without a time only',
			options: { endDateExcluded: true, dates: 'date' },
			seen: /has no records of yesterday/,
			setting: 'Credential > More Settings > End Date Included: off, if Date Format is Date',
		},
	],
	limit: [
		{
			name: 'wants a number',
			dialect: hearing('limit', limitAsNumber),
			seen: /in quotes is refused, and a number is accepted/,
		},
		{
			name: 'returns all records',
			dialect: hearing('limit', () => '100000'),
			seen: /7 records in spite of it/,
		},
	],
	timeZone: [
		{
			name: 'knows UTC only',
			dialect: hearing('timeZone', zoneOutOf(['UTC'])),
			seen: /HTTP 400.*UTC is accepted/,
			setting: 'Chat Commerce Analytics > Options > Time Zone: UTC',
		},
		{
			name: 'wants offsets',
			dialect: hearing('timeZone', zoneOutOf(['+00:00', '-03:00'])),
			seen: /names are refused, and \+00:00 is accepted/,
		},
	],
	envelope: [
		{
			name: 'has its records under another name',
			dialect: rewritten('query', ({ data, ...others }) => ({ ...others, results: data })),
			seen: /data is nothing \(fields: message, status, results\)/,
		},
		{
			name: 'has its status as a text',
			dialect: rewritten('query', (body) => ({ ...body, status: '200' })),
			seen: /status is not 200 but a text of 3 characters/,
		},
	],
	records: [
		{
			name: 'nests values',
			dialect: withRecords('query', (record) => ({ ...record, day: { of: 1 } })),
			seen: /nested values in day/,
		},
	],
	wrongToken: [
		{
			name: 'refuses it as a 401 of its own',
			dialect: replacing(500, json(401, { message: 'Unauthorized' })),
			seen: /^HTTP 401, in other words$/,
		},
	],
	unknownQuery: [
		{
			name: 'has no data for it',
			dialect: replacing(400, envelope([])),
			seen: /^HTTP 200; data \(a list of 0\)/,
		},
		{
			name: 'fails',
			dialect: replacing(400, json(500, { message: 'Internal server error' })),
			seen: /^HTTP 500; message/,
		},
	],
	queryNode: [
		{
			name: 'has more records each time',
			dialect: growing(),
			seen: /^\d+ items for 1 records$/,
		},
	],
	jobCreation: [
		{
			name: 'names the job otherwise',
			dialect: withData('bulkStart', (job) => [job]),
			seen: /data is a list of 1/,
		},
	],
	jobRecord: [
		{
			name: 'has its numbers as texts',
			dialect: withRecords('status', (record) => ({
				...record,
				TotalSlotMS: String(record['TotalSlotMS']),
			})),
			seen: /TotalSlotMS is a text/,
		},
		{
			name: 'has a record instead of a list',
			dialect: withData<unknown[]>('status', ([record]) => record),
			seen: /data is no list/,
		},
	],
	statusWords: [
		{
			name: 'calls a job that is done COMPLETED',
			dialect: withRecords('status', (record) => ({
				...record,
				Status: record['Status'] === 'DONE' ? 'COMPLETED' : record['Status'],
			})),
			seen: /^PENDING > RUNNING > COMPLETED$/,
		},
		{
			name: 'has a word that nobody knows',
			options: { states: ['Ana Silva'] },
			seen: /^another value \(a text of 9 characters\) > DONE$/,
		},
		{
			name: 'never ends a job',
			options: { states: Array<string>(100).fill('RUNNING') },
			limits: { jobMs: 1 },
			seen: /^RUNNING, and no end in time$/,
		},
	],
	fileName: [
		{
			name: 'names it otherwise',
			dialect: withData<object>('bulkStart', (job) => ({ ...job, fileName: 'export of Ana.zip' })),
			seen: /another name \(a text of 17 characters\)/,
		},
		{
			name: 'has two names for it',
			dialect: withRecords('status', (record) => ({ ...record, FileName: 'other.csv.gz' })),
			seen: /the job that is over is another one/,
		},
	],
	contentType: [
		{
			name: 'calls it a text',
			dialect: withFile((text) => ({
				...gzipOf(text),
				headers: { 'Content-Type': 'text/csv; charset=utf-8' },
			})),
			seen: /^text\/csv$/,
		},
		{
			name: 'does not say',
			dialect: withFile((text) => ({ ...gzipOf(text), headers: {} })),
			seen: /^none$/,
		},
	],
	compressed: [
		{
			name: 'unpacks it on the way',
			options: { decompressedByProxy: true },
			seen: /^unpacked, \d+ bytes$/,
		},
		{
			name: 'compresses it for the way only',
			dialect: withFile((text) => ({
				...gzipOf(text),
				headers: { 'Content-Type': 'text/csv', 'Content-Encoding': 'gzip' },
			})),
			seen: /for the way only/,
		},
	],
	checksum: [
		{
			name: 'damages it',
			dialect: withFile((text) => {
				const bytes = gzipSync(text);
				bytes.writeUInt32LE(bytes.readUInt32LE(bytes.length - 8) ^ 1, bytes.length - 8);
				return { ...gzipOf(text), body: bytes };
			}),
			seen: /they are wrong/,
		},
	],
	fileSize: [
		{
			name: 'counts more bytes',
			options: { compressedBytes: 123_456 },
			seen: /^\d+ bytes, of 123456$/,
		},
	],
	firstRow: [
		{
			name: 'has the names there',
			options: { columnNames: 'firstRow' },
			seen: /it has the columns of the query/,
			setting:
				'Chat Commerce Analytics > Options > Column Names: First Row, if Automatic does not find them',
		},
	],
	secondRow: [
		{
			name: 'has no names',
			options: { columnNames: 'absent' },
			seen: /does not have all columns of the query/,
			setting: 'Chat Commerce Analytics > Options > Column Names: From the Query',
		},
	],
	lastLineBreak: [
		{
			name: 'has none',
			dialect: withFile((text) => gzipOf(text.trimEnd())),
			seen: /without one/,
		},
	],
	secondDownload: [
		{
			name: 'sends another file',
			dialect: withFile((text) => gzipOf(text.replace(/\n$/, `${randomUUID()}\n`))),
			seen: /another content/,
		},
		{
			name: 'sends it once',
			dialect: onlyOnce(),
			seen: /HTTP 500/,
		},
	],
	exportNode: [
		{
			name: 'has no names that the node finds',
			options: { columnNames: 'absent' },
			seen: /the node ended with an error/,
		},
	],
	unknownTemplate: [
		{
			name: 'accepts it',
			options: { templates: 'any' },
			seen: /it is accepted/,
		},
		{
			name: 'gives a text as the reason',
			dialect: refusing(() => refusedNotification('There is no such template')),
			seen: /reason is a text of 25 characters/,
		},
	],
	missingParameter: [
		{
			name: 'accepts it',
			options: { templates: { order_shipped: [] } },
			seen: /it is accepted/,
		},
		{
			name: 'gives a list as the reason',
			dialect: refusing(() => refusedNotification(['name'])),
			seen: /reason is a list of 1/,
		},
	],
	refusalDetails: [
		{
			name: 'names no phone',
			dialect: withDetails([{ type: 'missing-param', parameter: 'name' }]),
			seen: /^type \(a text of 13 characters\), parameter \(a text of 4 characters\)$/,
		},
		{
			name: 'has a text',
			dialect: withDetails('Ana'),
			seen: /^a text of 3 characters$/,
		},
	],
	accepted: [
		{
			name: 'says ok instead of success',
			dialect: rewritten('notifications', ({ success, ...others }) => {
				return success === true ? { ok: true } : { success, ...others };
			}),
			seen: /HTTP 200; ok \(true or false\)/,
		},
	],
	notificationIds: [
		{
			name: 'has none',
			options: { returnsIds: false },
			seen: /^success \(true or false\)$/,
		},
		{
			name: 'has a message ID outside a list',
			dialect: rewritten('notifications', (body) => ({ ...body, message_ids: 'a' })),
			seen: /message_ids \(a text of 1 characters\)/,
		},
	],
	repeatedNonce: [
		{
			name: 'refuses it',
			dialect: refusingRepeats('This one was created before'),
			seen: /it is refused .*reason is a text of 27 characters/,
		},
	],
	callsPerMinute: [
		{
			name: 'allows fewer',
			options: { callsPerMinute: 3, windowMs: MINUTE_MS },
			seen: /a call was refused after \d+ in a minute/,
			setting: 'Credential > More Settings > Calls per Minute: 3',
		},
	],
	tooManyCalls: [
		{
			name: 'does not say how long to wait',
			options: { callsPerMinute: 3, windowMs: MINUTE_MS },
			dialect: replacing(429, json(429, { message: 'Too many' })),
			seen: /Retry-After nothing/,
		},
	],
};

/** After the first download, the file is gone. */
function onlyOnce(): Dialect {
	let downloads = 0;
	return {
		answers(answer, endpoint) {
			if (endpoint !== 'download') return answer;
			downloads += 1;
			if (downloads === 1) return answer;
			const { status, message } = passedOn(410);
			return json(status, { data: null, message, status });
		},
	};
}

/** Each query has a record more than the one before. */
function growing(): Dialect {
	let queries = 0;
	return withData<unknown[]>('query', ([record]) => {
		queries += 1;
		return Array<unknown>(queries).fill(record);
	});
}
