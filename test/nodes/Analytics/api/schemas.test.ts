import {
	jobCreationSchema,
	jobRecordsSchema,
	recordsSchema,
} from '../../../../nodes/Analytics/api/schemas';
import { isPathSegment } from '../../../../nodes/shared/fields/field';
import { type Expected, openEnvelope } from '../../../../nodes/shared/http/envelope';

/*
 * What of a response the nodes validate with zod. These tests, and those of fields, run with zod 3 and with zod 4 (see
 * jest.config.js), because n8n decides which of them the nodes get.
 */

type Schema = Expected<unknown>['schema'];

/** Takes the data out of the body of a response. @throws ServiceError */
function open(schema: Schema, body: unknown): unknown {
	return openEnvelope(
		{ url: 'http://127.0.0.1', status: 200, advice: {}, body },
		{ schema, what: 'the records' },
	);
}

function envelope(data: unknown): object {
	return { data, message: 'OK', status: 200 };
}

const RECORDS = [{ a: 1, tags: ['x', { b: null }] }];
const NEW_JOB = { jobId: 'j', fileName: 'f', jobCreatedAt: 't', more: 1 };
const JOB_RECORD = { JobId: 'j', Status: 'ANY', HasError: false, ErrorMessage: null, More: {} };

it.each([
	{
		what: 'records in an envelope (2.2)',
		schema: recordsSchema,
		body: envelope(RECORDS),
		data: RECORDS,
	},
	{
		what: 'null as an empty list of records',
		schema: recordsSchema,
		body: envelope(null),
		data: [],
	},
	{
		what: 'a new job (2.3)',
		schema: jobCreationSchema,
		body: envelope(NEW_JOB),
		data: NEW_JOB,
	},
	{
		what: 'a new job of which only the ID can be used',
		schema: jobCreationSchema,
		body: envelope({ jobId: ' j ', fileName: 7 }),
		data: { jobId: 'j' },
	},
	{
		what: 'the record of a job (2.4)',
		schema: jobRecordsSchema,
		body: envelope([JOB_RECORD]),
		data: [JOB_RECORD],
	},
	{
		what: 'the record of a job with a size that is a text',
		schema: jobRecordsSchema,
		body: envelope([{ ...JOB_RECORD, TotalBytesCompressed: ' 1024 ' }]),
		data: [{ ...JOB_RECORD, TotalBytesCompressed: 1024 }],
	},
	{
		what: 'the record of a job with an empty size',
		schema: jobRecordsSchema,
		body: envelope([{ ...JOB_RECORD, TotalBytesCompressed: '' }]),
		data: [JOB_RECORD],
	},
])('accepts $what', ({ schema, body, data }) => {
	expect(open(schema, body)).toEqual(data);
});

it.each([
	{ what: 'null', schema: recordsSchema, body: null, says: 'The response: null' },
	{
		what: 'a text among the records',
		schema: recordsSchema,
		body: envelope([{ a: 1 }, 'x']),
		says: 'Not a list of records',
	},
	{
		what: 'a job ID with a slash',
		schema: jobCreationSchema,
		body: envelope({ jobId: 'a/b' }),
		says: 'jobId: Not a job ID',
	},
	{
		what: 'a new job without jobId',
		schema: jobCreationSchema,
		body: envelope({ JobId: 'j' }),
		says: 'jobId: Not a text',
	},
	{
		what: 'the record of a job without an ID',
		schema: jobRecordsSchema,
		body: envelope([{ ...JOB_RECORD, JobId: null }]),
		says: '0.JobId: Not a text',
	},
	{
		what: 'a number as HasError',
		schema: jobRecordsSchema,
		body: envelope([{ ...JOB_RECORD, HasError: 1 }]),
		says: '0.HasError: Not true or false',
	},
])('refuses $what, and says what is wrong', ({ schema, body, says }) => {
	const description = expect.stringContaining(says) as string;
	expect(() => open(schema, body)).toThrow(expect.objectContaining({ description }) as Error);
});

it('a job ID is one segment of a path', () => {
	const ids = ['7', 'job-1', 'projects:p.j', 'é ü', '😀', '%2F', 'a.b', 'x'.repeat(200)];
	expect(ids.filter((id) => !isPathSegment(id))).toEqual([]);
	const others = ['', '.', 'a/b', 'a\\b', 'a?b', 'a#b', 'a\nb', 'a..b', '\uD800', 'x'.repeat(201)];
	expect(others.filter(isPathSegment)).toEqual([]);
});
