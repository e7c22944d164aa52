import type { IExecuteFunctions, INodeParameters } from 'n8n-workflow';
import { optionsField } from '../../../../nodes/Analytics/operations/fields/options';
import { filtersField } from '../../../../nodes/Analytics/operations/fields/request';
import { queryNameField } from '../../../../nodes/Analytics/operations/fields/queries';
import {
	jobCreationSchema,
	jobRecordsSchema,
	recordsSchema,
} from '../../../../nodes/Analytics/api/schemas';
import { isObject } from '../../../../nodes/shared/jsonObject';
import { isPathSegment } from '../../../../nodes/shared/params/param';
import { type Expected, openEnvelope } from '../../../../nodes/shared/http/envelope';
import { ParamReader } from '../../../../nodes/shared/params/paramReader';

/* Runs with zod 3 and zod 4, see jest.config.js: n8n decides which one the nodes get. */

type Schema = Expected<unknown>['schema'];
const open = (schema: Schema, body: unknown, status = 200) =>
	openEnvelope({ url: 'http://127.0.0.1', status, body }, { schema, what: 'the records' });
const envelope = (data: unknown) => ({ data, message: 'OK', status: 200 });

const RECORDS = [{ a: 1, tags: ['x', { b: null }] }];
const JOB = { jobId: 'j', fileName: 'f', jobCreatedAt: 't', more: 1 };
const RECORD = { JobId: 'j', Status: 'ANY', HasError: false, ErrorMessage: null, More: {} };

it.each<[string, Schema, body: unknown, data: unknown]>([
	['an envelope (2.2)', recordsSchema, envelope(RECORDS), RECORDS],
	['with a status as text', recordsSchema, { data: RECORDS, status: ' 200 ' }, RECORDS],
	['of nothing but data', recordsSchema, { data: RECORDS }, RECORDS],
	['null for an empty list', recordsSchema, envelope(null), []],
	['a new job (2.3)', jobCreationSchema, envelope(JOB), JOB],
	['with its ID alone', jobCreationSchema, envelope({ jobId: ' j ', fileName: 7 }), { jobId: 'j' }],
	['a status record (2.4)', jobRecordsSchema, envelope([RECORD]), [RECORD]],
	[
		'with a size as text',
		jobRecordsSchema,
		envelope([{ ...RECORD, TotalBytesCompressed: ' 1024 ' }]),
		[{ ...RECORD, TotalBytesCompressed: 1024 }],
	],
	[
		'with a size that is none',
		jobRecordsSchema,
		envelope([{ ...RECORD, TotalBytesCompressed: '' }]),
		[RECORD],
	],
	['with spaces', jobRecordsSchema, envelope([{ ...RECORD, Status: ' ANY\n' }]), [RECORD]],
])('takes %s', (_, schema, body, data) => {
	expect(open(schema, body)).toEqual(data);
});

const NO_DATA = 'It has no key "data". The response: {';
it.each<[Schema, body: unknown, named: string]>([
	[recordsSchema, null, 'The response: null'],
	[recordsSchema, 'OK', 'Not an object'],
	[recordsSchema, { status: 200, records: RECORDS }, NO_DATA],
	[recordsSchema, { status: 200, Data: RECORDS }, NO_DATA],
	[recordsSchema, { data: [], status: 'fine' }, 'status:'],
	[recordsSchema, envelope(RECORDS[0]), '"data":{'],
	[recordsSchema, envelope([{ a: 1 }, 'x']), '1: Not a record'],
	[jobCreationSchema, envelope({ jobId: 'a/b' }), 'jobId: Not a job ID'],
	[jobCreationSchema, envelope({ JobId: 'j' }), 'jobId: Not a text'],
	[jobCreationSchema, envelope([JOB]), 'Not an object'],
	[jobRecordsSchema, envelope([{ ...RECORD, JobId: null }]), '0.JobId: Not a text'],
	[jobRecordsSchema, envelope([{ ...RECORD, HasError: 1 }]), '0.HasError: Not true or false'],
	[jobRecordsSchema, envelope(RECORD), 'The response: '],
	[jobRecordsSchema, envelope(['DONE']), '0: Not a record'],
])('refuses, and names what is wrong: %#', (schema, body, named) => {
	const description = expect.stringContaining(named) as string;
	expect(() => open(schema, body)).toThrow(expect.objectContaining({ description }) as Error);
});

it.each<[body: object, httpStatus: number, status: number, description: RegExp]>([
	[{ data: null, message: 'Wait', status: 202 }, 200, 202, /said \(status 202\): Wait$/],
	[{ data: [], message: 'Wait', status: 200 }, 202, 202, /said \(status 202\): Wait$/],
	[{ data: null, message: 'Bearer secret is bad', status: '401' }, 200, 401, /^(?!.*secret)/],
])('takes %j of HTTP %i for the refusal %i', (body, httpStatus, status, words) => {
	const description = expect.stringMatching(words) as string;
	const refusal = expect.objectContaining({ status, description }) as Error;
	expect(() => open(recordsSchema, body, httpStatus)).toThrow(refusal);
	expect(open(recordsSchema, { data: RECORDS, status: 202 }, 202)).toEqual(RECORDS);
});

it.each<[boolean, string[]]>([
	[false, ['', '.', 'a/b', 'a\\b', 'a?b', 'a#b', 'a\nb', 'a..b', '\uD800', 'x'.repeat(201)]],
	[true, ['7', 'job-1', 'projects:p.j', 'é ü', '😀', '%2F', 'a.b', 'x'.repeat(200)]],
])('a job ID is one segment of a path: %s for %j', (isSegment, ids) => {
	expect(ids.filter((id) => isPathSegment(id) !== isSegment)).toEqual([]);
});

const OPTIONS = optionsField('columnNames', 'convertTypes', 'fileName', 'maxRows', 'outputColumns');
const readerOf = (parameters: INodeParameters) => {
	const getNodeParameter = (path: string, _item: number, absent: unknown): unknown =>
		path
			.split('.')
			.reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), parameters) ??
		absent;
	const n8n = { getNodeParameter, getNode: () => ({ parameters }) };
	return new ParamReader(n8n as unknown as IExecuteFunctions);
};

it('reads the fields of a query and of its output', () => {
	const reader = readerOf({
		queryName: { value: ' messages_by_day ' },
		filters: { userId: 7, flow: ' a ' },
		options: { columnNames: 'query', outputColumns: 'a, b', maxRows: '5' },
	});
	expect(reader.read(queryNameField, 0)).toBe('messages_by_day');
	expect(reader.readCollection(filtersField, 0)).toMatchObject({ userId: '7', flow: 'a' });
	const columns = { columnNames: 'query', outputColumns: ['a', 'b'] };
	const others = { convertTypes: true, fileName: '', maxRows: 5 };
	expect(reader.readCollection(OPTIONS, 0)).toEqual({ ...columns, ...others });
});

it.each([
	['Output Columns', { outputColumns: ['a', 'a'] }],
	['File Name', { fileName: '../report.csv' }],
])('refuses a wrong %s', (label, options) => {
	const reader = readerOf({ options });
	expect(() => reader.readCollection(OPTIONS, 0)).toThrow(`Options > ${label} is not valid`);
});
