import { type Expected, openEnvelope } from '../../../../nodes/shared/http/answer';
import {
	isPathSegment,
	jobCreationSchema,
	jobRecordsSchema,
	recordsSchema,
} from '../../../../nodes/Analytics/transport/schemas';
import { connectionOf } from '../../../../nodes/shared/credential/connection';
import { readOptions } from '../../../../nodes/Analytics/actions/fields/options';
import { OUTPUT_OPTIONS, readOutput } from '../../../../nodes/Analytics/actions/fields/output';
import { readRequests } from '../../../../nodes/Analytics/actions/fields/request';
import type { Item } from '../../../../nodes/Analytics/actions/item';

/* Runs with zod 3 and zod 4, see jest.config.js: n8n decides which one the nodes get. */

const openAs = <T>(schema: Expected<T>['schema'], body: unknown, status = 200) =>
	openEnvelope({ status, body }, { schema, what: 'the records' });
const open = (body: unknown, status = 200) => openAs(recordsSchema, body, status);

const envelope = (data: unknown) => ({ data, message: 'OK', status: 200 });
const RECORDS = [{ a: 1 }];

it.each([
	['the plainest', envelope(RECORDS)],
	['more in it', { ...envelope(RECORDS), more: true }],
	['a status as text', { data: RECORDS, status: ' 200 ' }],
	['any status of a success', { data: RECORDS, status: 201 }],
	['no status', { data: RECORDS, status: null }],
	['nothing but data', { data: RECORDS }],
	['a message of another type', { ...envelope(RECORDS), message: ['OK'] }],
	['one record without a list', envelope(RECORDS[0])],
])('opens the envelope of 2.2 with %s', (_, body) => {
	expect(open(body)).toEqual(RECORDS);
});

it.each([
	['an empty list', envelope([])],
	['null', envelope(null)],
	['no data', { status: 200 }],
])('takes %s for no records', (_, body) => {
	expect(open(body)).toEqual([]);
});

it('takes HTTP 204 for no records', () => {
	expect(open(null, 204)).toEqual([]);
});

it.each([
	[{ jobId: 'j', fileName: 'f', jobCreatedAt: 't', more: 1 }],
	[{ JobId: 'j', FileName: 'f', job_created_at: 't', more: 1 }],
	[[{ jobid: ' j ', filename: 'f', jobCreatedAt: 't', more: 1 }]],
])('takes the new job of 2.3, however its keys are written: %j', (job) => {
	const known = { jobId: 'j', fileName: 'f', jobCreatedAt: 't', more: 1 };
	expect(openAs(jobCreationSchema, envelope(job))).toEqual(known);
});

it('needs nothing of a new job but its ID, which may be a number', () => {
	expect(openAs(jobCreationSchema, envelope({ jobId: 7 }))).toEqual({ jobId: '7' });
	expect(openAs(jobCreationSchema, envelope({ jobId: 7, fileName: null })).fileName).toBe(
		undefined,
	);
});

it.each([
	[{ fileName: 'f' }],
	[[{ jobId: 'a' }, { jobId: 'b' }]],
	...[' ', '..', 'a/b', 'a\uD800', {}].map((jobId): [unknown] => [{ jobId }]),
	[null],
	[[]],
])('refuses %j as a new job', (job) => {
	expect(() => openAs(jobCreationSchema, envelope(job))).toThrow('unexpected response');
});

it('takes the record of 2.4 with unknown fields, and with other types', () => {
	const record = { JobId: 'j', Status: 'ANYTHING', HasError: false, ErrorMessage: null, More: {} };
	expect(openAs(jobRecordsSchema, envelope([record]))).toEqual([record]);
	const other = { job_id: 7, status: null, has_error: 'True', error_message: 5 };
	expect(openAs(jobRecordsSchema, envelope(other))).toEqual([
		{ JobId: '7', Status: '', HasError: true, ErrorMessage: 5 },
	]);
});

it.each([
	[true, true],
	['true', true],
	[1, true],
	['1', true],
	[false, false],
	['False', false],
	[0, false],
	[null, false],
	[undefined, false],
])('reads HasError %j as %p', (HasError, hasError) => {
	const [record] = openAs(jobRecordsSchema, envelope([{ Status: 'DONE', HasError }]));
	expect(record?.HasError).toBe(hasError);
});

it.each([
	[null, 'The response: null'],
	['text', 'The response: text'],
	[{ message: 'OK' }, 'status:'],
	[{ data: [], status: 'fine' }, 'status:'],
	[envelope({}), '"data":{}'],
	[envelope(['x']), '0:'],
	[envelope({ records: [{ a: 1 }] }), 'Lists in place of a record'],
])('refuses %j, and shows what was received', (answer, description) => {
	expect(() => open(answer)).toThrow(
		expect.objectContaining({
			description: expect.stringContaining(description) as string,
		}) as Error,
	);
});

it.each([401, '401'])('takes the envelope status %j for an error', (status) => {
	expect(() => open({ data: null, message: 'Bearer secret is bad', status })).toThrow(
		expect.objectContaining({
			status: 401,
			description: expect.not.stringContaining('secret') as string,
		}) as Error,
	);
});

it.each([
	'..',
	'.',
	'a/..',
	'a\\b',
	'a/b',
	'a?b',
	'a#b',
	'a\nb',
	'a..b',
	'\uD800',
	'x'.repeat(201),
])('a job ID is one segment of a path, which %j is not', (id) => {
	expect(isPathSegment(id)).toBe(false);
});

it.each(['7', 'job-1', 'projects:p.j', 'é ü', '😀', '%2F', 'a.b'])('%j is a job ID', (id) => {
	expect(isPathSegment(id)).toBe(true);
});

function item(parameters: Record<string, unknown>): Item {
	return {
		parameter: (name: string) => parameters[name],
		workflowTimeZone: 'UTC',
		connection: connectionOf({ apiToken: 'a-token-of-some-length' }),
		now: () => new Date('2026-11-21T12:00:00Z'),
		hint: () => {},
	} as unknown as Item;
}

it('reads the fields of a query', () => {
	const parameters = {
		queryName: { value: ' messages_by_day ' },
		dateRange: 'last7Days',
		filters: { userId: 7, flow: '' },
	};
	expect(readRequests(item(parameters), '')).toEqual([
		{
			queryName: 'messages_by_day',
			timeZone: 'UTC',
			startDate: '2026-11-14',
			endDate: '2026-11-20',
			customFilters: { userId: '7' },
		},
	]);
});

it('reads the fields of an output', () => {
	const read = (options: object) => {
		const given = item({ output: 'csvFile', binaryPropertyName: 'file', options });
		return readOutput(given, readOptions(given, ...OUTPUT_OPTIONS), { hasStart: false });
	};
	expect(read({ columnNames: 'query', outputColumns: 'a, b', maxRows: '5' })).toEqual({
		output: 'csvFile',
		binaryPropertyName: 'file',
		columnNames: 'query',
		convertTypes: true,
		excel: 'no',
		fileName: '',
		maxRows: 5,
		outputColumns: ['a', 'b'],
	});
	expect(() => read({ maxRows: 0 })).toThrow('Options > Limit is not valid');
	expect(() => read({ outputColumns: ['a', 'a'] })).toThrow(
		'Options > Output Columns is not valid',
	);
});
