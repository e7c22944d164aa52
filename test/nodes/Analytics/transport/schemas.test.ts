import { readOutput, OUTPUT_OPTIONS } from '../../../../nodes/Analytics/actions/fields/output';
import { optionsField } from '../../../../nodes/Analytics/actions/fields/options';
import { readRequests } from '../../../../nodes/Analytics/actions/fields/request';
import type { Item } from '../../../../nodes/Analytics/actions/run';
import {
	jobCreationSchema,
	jobRecordsSchema,
	recordsSchema,
} from '../../../../nodes/Analytics/transport/schemas';
import { connectionOf } from '../../../../nodes/shared/credential/connection';
import { type Field, isPathSegment, readField } from '../../../../nodes/shared/field';
import { type Expected, openEnvelope } from '../../../../nodes/shared/http/envelope';

/* Runs with zod 3 and zod 4, see jest.config.js: n8n decides which one the nodes get. */

type Schema = Expected<unknown>['schema'];
const open = (schema: Schema, body: unknown, status = 200) =>
	openEnvelope({ status, body }, { schema, what: 'the records' });
const envelope = (data: unknown) => ({ data, message: 'OK', status: 200 });

const RECORDS = [{ a: 1, tags: ['x', { b: null }] }];
const JOB = { jobId: 'j', fileName: 'f', jobCreatedAt: 't', more: 1 };
/** Section 2.4. */
const RECORD = { JobId: 'j', Status: 'ANY', HasError: false, ErrorMessage: null, More: {} };

it.each<[string, Schema, body: unknown, data: unknown]>([
	['an envelope (2.2)', recordsSchema, envelope(RECORDS), RECORDS],
	['with more in it', recordsSchema, { ...envelope(RECORDS), more: true }, RECORDS],
	['with a status as text', recordsSchema, { data: RECORDS, status: ' 200 ' }, RECORDS],
	['with any status of a success', recordsSchema, { data: RECORDS, status: 201 }, RECORDS],
	['without a status', recordsSchema, { data: RECORDS, status: null }, RECORDS],
	['of nothing but data', recordsSchema, { data: RECORDS }, RECORDS],
	['with another message', recordsSchema, { ...envelope(RECORDS), message: ['OK'] }, RECORDS],
	['an empty list', recordsSchema, envelope([]), []],
	['null for an empty list', recordsSchema, envelope(null), []],
	['no data for an empty list', recordsSchema, { status: 200 }, []],
	['a new job (2.3)', jobCreationSchema, envelope(JOB), JOB],
	['with its ID alone', jobCreationSchema, envelope({ jobId: ' j ', fileName: 7 }), { jobId: 'j' }],
	['a status record (2.4)', jobRecordsSchema, envelope([RECORD]), [RECORD]],
	['with spaces', jobRecordsSchema, envelope([{ ...RECORD, Status: ' ANY\n' }]), [RECORD]],
	[
		'without an ID, and with another name of its file',
		...([jobRecordsSchema, envelope([{ ...RECORD, JobId: null, FileName: 7 }])] as const),
		[{ ...RECORD, JobId: null }],
	],
])('takes %s', (_, schema, body, data) => {
	expect(open(schema, body)).toEqual(data);
});

const noJob = (data: unknown, named: string) => [jobCreationSchema, envelope(data), named] as const;
const noRecord = (data: unknown, named: string) =>
	[jobRecordsSchema, envelope(data), named] as const;

it.each<readonly [Schema, body: unknown, named: string]>([
	[recordsSchema, null, 'The response: null'],
	[recordsSchema, 'text', 'The response: text'],
	[recordsSchema, { message: 'OK' }, 'status:'],
	[recordsSchema, { data: [], status: 'fine' }, 'status:'],
	[recordsSchema, envelope(RECORDS[0]), '"data":{'],
	[recordsSchema, envelope([{ a: 1 }, 'x']), '1: Not a record'],
	[recordsSchema, envelope([[]]), '0: Not a record'],
	...[' ', '..', 'a/b', 'a\uD800'].map((jobId) => noJob({ jobId }, 'jobId: Not a job')),
	...[{ JobId: 'j' }, { job_id: 'j' }, { jobId: 7 }].map((job) => noJob(job, 'jobId: Not a text')),
	...[[JOB], null].map((data) => noJob(data, 'Not an object')),
	noRecord([{ jobId: 'j', status: 'DONE', hasError: false }], '0.Status: Not a text'),
	noRecord([{ ...RECORD, Status: null }], '0.Status: Not a text'),
	...['true', 1, null, undefined].map((HasError) =>
		noRecord([{ ...RECORD, HasError }], '0.HasError: Not true or false'),
	),
	noRecord(RECORD, 'The response: '),
	noRecord(['DONE'], '0: Not a record'),
])('refuses, and names what is wrong: %#', (schema, body, named) => {
	const description = expect.stringContaining(named) as string;
	expect(() => open(schema, body)).toThrow(expect.objectContaining({ description }) as Error);
});

it.each<[body: object, httpStatus: number, status: number, description: RegExp]>([
	[{ data: null, message: 'Wait', status: 202 }, 200, 202, /said \(status 202\): Wait$/],
	[{ data: [], message: 'Wait', status: 200 }, 202, 202, /said \(status 202\): Wait$/],
	[{ data: null, message: 'Bearer secret is bad', status: 401 }, 200, 401, /^(?!.*secret)/],
	[{ data: null, message: 'Bearer secret is bad', status: '401' }, 200, 401, /^(?!.*secret)/],
])('takes %j of HTTP %i for the refusal %i', (body, httpStatus, status, words) => {
	const description = expect.stringMatching(words) as string;
	const refusal = expect.objectContaining({ status, description }) as Error;
	expect(() => open(recordsSchema, body, httpStatus)).toThrow(refusal);
	expect(open(recordsSchema, { data: RECORDS, status: 202 }, 202)).toEqual(RECORDS);
});

it.each<[boolean, string[]]>([
	[false, ['', '.', '..', 'a/..', 'a/b', 'a\\b', 'a?b', 'a#b', 'a\nb', 'a..b', '\uD800']],
	[false, ['x'.repeat(201)]],
	[true, ['7', 'job-1', 'projects:p.j', 'é ü', '😀', '%2F', 'a.b', 'x'.repeat(200)]],
])('a job ID is one segment of a path: %s for %j', (isSegment, ids) => {
	expect(ids.filter((id) => isPathSegment(id) !== isSegment)).toEqual([]);
});

const item = (parameters: Record<string, unknown>) =>
	({
		read: <T>(field: Field<T>) => readField(field, parameters[field.field.name]),
		once: async (_: unknown, work: () => Promise<unknown>) => ({ result: await work() }),
		workflowTimeZone: 'UTC',
		connection: connectionOf({ apiToken: 'a-token-of-some-length' }),
		now: new Date('2026-11-21T12:00:00Z'),
		hint: () => {},
		warn: () => {},
	}) as unknown as Item;

it('reads the fields of a query', async () => {
	const parameters = {
		...{ queryName: { value: ' messages_by_day ' }, dateRange: 'lastDays', days: 7 },
		filters: { userId: 7, flow: '', storeId: undefined },
	};
	const content = {
		...{ queryName: 'messages_by_day', timeZone: 'UTC' },
		...{ startDate: '2026-11-14', endDate: '2026-11-20' },
	};
	const body = { ...content, customFilters: { userId: '7' } };
	expect(await readRequests(item(parameters), '')).toEqual([{ body, content }]);
});

const outputOf = (options: object) => {
	const given = item({ output: 'csvFile', binaryPropertyName: 'file', options });
	return readOutput(given, given.read(optionsField(...OUTPUT_OPTIONS)));
};

it('reads the fields of an output', () => {
	const own = { columnNames: 'query', convertTypes: true, fileName: '', maxRows: undefined };
	expect(outputOf({ columnNames: 'query', outputColumns: 'a, b' })).toEqual({
		...{ ...own, output: 'csvFile', binaryPropertyName: 'file', outputColumns: ['a', 'b'] },
	});
	expect(outputOf({ maxRows: '5' })).toMatchObject({ maxRows: 5, outputColumns: [] });
});

it.each([
	['Limit', { maxRows: 0 }],
	['Output Columns', { outputColumns: ['a', 'a'] }],
	['File Name', { fileName: '../report.csv' }],
])('refuses a wrong %s', (label, options) => {
	expect(() => outputOf(options)).toThrow(`Options > ${label} is not valid`);
});
