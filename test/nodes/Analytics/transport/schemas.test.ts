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
])('takes %s for no records', (_, body) => {
	expect(openAs(recordsSchema, body)).toEqual([]);
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
	[
		{ jobId: ' j ', fileName: null },
		{ jobId: 'j', fileName: undefined },
	],
])('takes %j for the new job of 2.3', (job, known) => {
	expect(openAs(jobCreationSchema, envelope(job))).toEqual(known);
});

it.each<[unknown, string]>([
	...[' ', '..', 'a/b', 'a\uD800'].map((jobId): [object, string] => [
		{ jobId },
		'jobId: Not a job',
	]),
	...['JobId', 'job_id'].map((key): [object, string] => [{ [key]: 'j' }, 'jobId: Not a text']),
	[{ jobId: 7 }, 'jobId: Not a text'],
	[[JOB], 'Not an object'],
	[null, 'Not an object'],
])('refuses %j as a new job, and names the key: %s', (job, named) => {
	const description = expect.stringContaining(named) as string;
	expect(() => openAs(jobCreationSchema, envelope(job))).toThrow(
		expect.objectContaining({ description }) as Error,
	);
});

/** Section 2.4. */
const RECORD = { JobId: 'j', Status: 'ANY', HasError: false, ErrorMessage: null, More: {} };
const READ = { ...RECORD, FileName: undefined };
it.each<[string, object, object]>([
	['as it is shown', RECORD, RECORD],
	['with space around its status', { ...RECORD, Status: ' ANY\n' }, RECORD],
	['without an ID', { ...RECORD, JobId: null }, { ...RECORD, JobId: null }],
	['with a name of its file of another type', { ...RECORD, FileName: 7 }, READ],
])('takes the status record of 2.4 %s', (_, data, record) => {
	expect(openAs(jobRecordsSchema, envelope([data]))).toEqual([record]);
});

it.each<[unknown, string]>([
	[[{ jobId: 'j', status: 'DONE', hasError: false }], '0.Status: Not a text'],
	[[{ ...RECORD, Status: null }], '0.Status: Not a text'],
	[[{ Status: 'DONE', ErrorMessage: null }], '0.HasError: Not true or false'],
	...['true', 1, null].map((HasError): [unknown, string] => [
		[{ ...RECORD, HasError }],
		'0.HasError: Not true or false',
	]),
	[RECORD, 'The response: '],
	[['DONE'], '0: Not a record'],
])('refuses the status record %j, and names the key: %s', (data, named) => {
	const description = expect.stringContaining(named) as string;
	expect(() => openAs(jobRecordsSchema, envelope(data))).toThrow(
		expect.objectContaining({ description }) as Error,
	);
});

it.each([
	[null, 'The response: null'],
	['text', 'The response: text'],
	[{ message: 'OK' }, 'status:'],
	[{ data: [], status: 'fine' }, 'status:'],
	[envelope({}), '"data":{}'],
	[envelope(RECORDS[0]), '"data":{'],
	[envelope([{ a: 1 }, 'x']), '1: Not a record'],
	[envelope([[]]), '0: Not a record'],
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
	...[
		'',
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
	],
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
		now: new Date('2026-11-21T12:00:00Z'),
		run: { hints: new Hints(), remembered: (_: object, workOut: () => unknown) => workOut() },
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
	const options = { columnNames: 'query', outputColumns: 'a, b', maxRows: '5' };
	expect(outputOf(options)).toEqual({
		output: 'csvFile',
		binaryPropertyName: 'file',
		columnNames: 'query',
		convertTypes: true,
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
