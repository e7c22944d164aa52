import { type Expected, openEnvelope } from '../../../../nodes/shared/http/envelope';
import {
	isPathSegment,
	jobCreationSchema,
	jobRecordsSchema,
	recordsSchema,
} from '../../../../nodes/Analytics/transport/schemas';
import { connectionOf } from '../../../../nodes/shared/credential/connection';
import { Hints } from '../../../../nodes/shared/hints';
import { readOptions } from '../../../../nodes/Analytics/actions/fields/options';
import { OUTPUT_OPTIONS, readOutput } from '../../../../nodes/Analytics/actions/fields/output';
import { readRequests } from '../../../../nodes/Analytics/actions/fields/request';
import type { Item } from '../../../../nodes/Analytics/actions/item';

/* Runs with zod 3 and zod 4, see jest.config.js: n8n decides which one the nodes get. */

const openAs = <T>(schema: Expected<T>['schema'], body: unknown, status = 200) =>
	openEnvelope({ status, body }, { schema, what: 'the records' });
const envelope = (data: unknown) => ({ data, message: 'OK', status: 200 });
const RECORDS = [{ a: 1, tags: ['x', null] }];

it.each([
	['as it is shown', envelope(RECORDS)],
	['with more in it', { ...envelope(RECORDS), more: true }],
	['with a status as text', { data: RECORDS, status: ' 200 ' }],
	['with any status of a success', { data: RECORDS, status: 201 }],
	['without a status', { data: RECORDS, status: null }],
	['of nothing but data', { data: RECORDS }],
	['with a message of another type', { ...envelope(RECORDS), message: ['OK'] }],
	['with one record in place of a list', envelope(RECORDS[0])],
])('opens an envelope (2.2) %s', (_, body) => {
	expect(openAs(recordsSchema, body)).toEqual(RECORDS);
});

it('takes a record that holds a list of objects, in a list', () => {
	const orders = [{ order: 1, items: [{ sku: 'a' }] }];
	expect(openAs(recordsSchema, envelope(orders))).toEqual(orders);
});

it.each([
	['an empty list', envelope([])],
	['null', envelope(null)],
	['no data', { status: 200 }],
	['HTTP 204', null, 204],
])('takes %s for no records', (_, body, status = 200) => {
	expect(openAs(recordsSchema, body, status)).toEqual([]);
});

it.each<[unknown, number]>([
	[{ data: null, message: 'Wait', status: 202 }, 200],
	[{ data: [], message: 'Wait', status: 200 }, 202],
])('takes %j of HTTP %i for not ready, which is no answer yet', (body, status) => {
	const description = 'Try again later. The service said (status 202): Wait';
	expect(() => openAs(recordsSchema, body, status)).toThrow(
		expect.objectContaining({ status: 202, description }) as Error,
	);
	expect(openAs(recordsSchema, { data: RECORDS, status: 202 }, 202)).toEqual(RECORDS);
});

const JOB = { jobId: 'j', fileName: 'f', jobCreatedAt: 't', more: 1 };
it.each<[unknown, object]>([
	[JOB, JOB],
	[{ JobId: 'j', FileName: 'f', job_created_at: 't', more: 1 }, JOB],
	[[{ jobid: ' j ', filename: 'f', jobCreatedAt: 't', more: 1 }], JOB],
	[{ jobId: 7 }, { jobId: '7' }],
	[
		{ jobId: 7, fileName: null },
		{ jobId: '7', fileName: undefined },
	],
])('takes %j for the new job of 2.3', (job, known) => {
	expect(openAs(jobCreationSchema, envelope(job))).toEqual(known);
});

const NO_JOBS = [' ', '..', 'a/b', 'a\uD800', {}].map((jobId): unknown => ({ jobId }));
it.each(
	[...NO_JOBS, { fileName: 'f' }, [{ jobId: 'a' }, { jobId: 'b' }], null, []].map((job) => [job]),
)('refuses %j as a new job', (job) => {
	expect(() => openAs(jobCreationSchema, envelope(job))).toThrow('unexpected response');
});

/** Section 2.4, as other services write it. */
const FIELDS = {
	...{ StartTime: 1, EndTime: 2, FileName: 'f', ErrorMessage: 5, TotalBytesProcessed: 6 },
	...{ TotalBytesCompressed: 7, TotalSlotMS: 8, CreatedAt: 9, UpdatedAt: 10 },
};
const lowerCase = Object.fromEntries(
	Object.entries(FIELDS).map(([name, value]) => [name.toLowerCase(), value]),
);
const RECORD = { JobId: 'j', Status: 'ANY', HasError: false, ErrorMessage: null, More: {} };
it.each<[unknown, object]>([
	[[RECORD], RECORD],
	[
		{ job_id: 7, status: ' KO ', has_error: 'True', ...lowerCase },
		{ JobId: '7', Status: 'KO', HasError: true, ...FIELDS },
	],
	[
		{ jobId: 7, status: null },
		{ JobId: '7', Status: '', HasError: false },
	],
])('takes %j for the status record of 2.4', (data, record) => {
	expect(openAs(jobRecordsSchema, envelope(data))).toEqual([record]);
});

it.each([
	...[true, 'true', 1, '1', ' Yes'].map((value) => [value, true]),
	...[false, 'False', 0, 'no', 'untrue', '10', null, undefined].map((value) => [value, false]),
])('reads HasError %j as %p', (HasError, hasError) => {
	const records = envelope([{ Status: 'DONE', HasError }]);
	expect(openAs(jobRecordsSchema, records)[0]?.HasError).toBe(hasError);
});

it.each([
	[null, 'The response: null'],
	['text', 'The response: text'],
	[{ message: 'OK' }, 'status:'],
	[{ data: [], status: 'fine' }, 'status:'],
	[envelope({}), '"data":{}'],
	[envelope(['x']), '0:'],
	[envelope({ total: 1, records: [null, { a: 1 }] }), 'Lists in place of a record'],
])('refuses %j, and shows what was received', (answer, shown) => {
	const description = expect.stringContaining(shown) as string;
	expect(() => openAs(recordsSchema, answer)).toThrow(
		expect.objectContaining({ description }) as Error,
	);
});

it.each([401, '401'])('takes the envelope status %j for an error', (status) => {
	const description = expect.not.stringContaining('secret') as string;
	expect(() =>
		openAs(recordsSchema, { data: null, message: 'Bearer secret is bad', status }),
	).toThrow(expect.objectContaining({ status: 401, description }) as Error);
});

it.each([
	...['..', '.', 'a/..', 'a\\b', 'a/b', 'a?b', 'a#b', 'a\nb', 'a..b', '\uD800', 'x'.repeat(201)],
])('a job ID is one segment of a path, which %j is not', (id) => {
	expect(isPathSegment(id)).toBe(false);
});

it.each(['7', 'job-1', 'projects:p.j', 'é ü', '😀', '%2F', 'a.b', 'x'.repeat(200)])(
	'%j is a job ID',
	(id) => {
		expect(isPathSegment(id)).toBe(true);
	},
);

const item = (parameters: Record<string, unknown>) =>
	({
		parameter: (name: string) => parameters[name],
		workflowTimeZone: 'UTC',
		connection: connectionOf({ apiToken: 'a-token-of-some-length' }),
		now: () => new Date('2026-11-21T12:00:00Z'),
		run: { hints: new Hints() },
		warn: () => {},
	}) as unknown as Item;

it('reads the fields of a query', () => {
	const parameters = {
		queryName: { value: ' messages_by_day ' },
		dateRange: 'lastDays',
		days: 7,
		filters: { userId: 7, flow: '' },
	};
	const content = {
		queryName: 'messages_by_day',
		timeZone: 'UTC',
		startDate: '2026-11-14',
		endDate: '2026-11-20',
	};
	const body = { ...content, customFilters: { userId: '7' } };
	expect(readRequests(item(parameters), '')).toEqual([{ body, content }]);
});

const outputOf = (options: object) => {
	const given = item({ output: 'csvFile', binaryPropertyName: 'file', options });
	return readOutput(given, readOptions(given, ...OUTPUT_OPTIONS), { hasStart: false });
};

it('reads the fields of an output', () => {
	const options = { columnNames: 'query', outputColumns: 'a, b', maxRows: '5', excel: 'comma' };
	expect(outputOf(options)).toEqual({
		output: 'csvFile',
		binaryPropertyName: 'file',
		columnNames: 'query',
		convertTypes: true,
		excel: 'comma',
		fileName: '',
		maxRows: 5,
		outputColumns: ['a', 'b'],
	});
});

it.each([
	['Limit', { maxRows: 0 }],
	['Output Columns', { outputColumns: ['a', 'a'] }],
	['File Name', { fileName: '../report.csv' }],
])('refuses a wrong %s', (label, options) => {
	expect(() => outputOf(options)).toThrow(`Options > ${label} is not valid`);
});
