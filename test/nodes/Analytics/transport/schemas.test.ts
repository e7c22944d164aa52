import { openEnvelope } from '../../../../nodes/shared/client/envelope';
import {
	jobCreationSchema,
	jobRecordsSchema,
	recordsSchema,
} from '../../../../nodes/Analytics/transport/schemas';
import { ColumnTypes } from '../../../../nodes/Analytics/csv/columnTypes';
import { readOutputSettings } from '../../../../nodes/Analytics/actions/fields/output';
import { readQueryRequests } from '../../../../nodes/Analytics/actions/fields/queryRequest';
import type { ItemContext } from '../../../../nodes/Analytics/actions/itemContext';

/* Runs with zod 3 and zod 4, see jest.config.js: n8n decides which one the nodes get. */

const open = (
	answer: unknown,
	schema: Parameters<typeof openEnvelope>[1]['schema'] = recordsSchema,
) => openEnvelope(answer, { schema, what: 'the records' });

const envelope = (data: unknown) => ({ data, message: 'OK', status: 200 });

it('opens the envelope of 2.2, whatever else is in it', () => {
	expect(open({ ...envelope([{ a: 1 }]), more: true })).toEqual([{ a: 1 }]);
	expect(open({ data: [], status: 200 })).toEqual([]);
});

it('takes the job of 2.3 and the record of 2.4 with unknown fields', () => {
	const job = { jobId: 'j', fileName: 'f', jobCreatedAt: 't', more: 1 };
	expect(open(envelope(job), jobCreationSchema)).toEqual(job);
	const record = { JobId: 'j', Status: 'ANYTHING', HasError: false, ErrorMessage: null, More: {} };
	expect(open(envelope([record]), jobRecordsSchema)).toEqual([record]);
});

it.each([
	[null, 'The response: null'],
	['text', 'The response: text'],
	[{ data: [] }, 'status:'],
	[envelope({}), 'The response: {}'],
	[envelope(['x']), '0:'],
])('refuses %p, and shows what came', (answer, description) => {
	expect(() => open(answer)).toThrow(
		expect.objectContaining({
			description: expect.stringContaining(description) as string,
		}) as Error,
	);
});

it('refuses a job without its ID', () => {
	expect(() => open(envelope({ fileName: 'f' }), jobCreationSchema)).toThrow('unexpected response');
});

it('takes an envelope status other than 200 for an error', () => {
	expect(() => open({ data: null, message: 'Bearer secret is bad', status: 401 })).toThrow(
		expect.objectContaining({
			status: 401,
			description: expect.not.stringContaining('secret') as string,
		}) as Error,
	);
});

function item(parameters: Record<string, unknown>): ItemContext {
	return {
		parameter: (name: string, fallback?: unknown) => parameters[name] ?? fallback,
		workflowTimeZone: 'UTC',
		now: () => new Date('2026-11-21T12:00:00Z'),
		hint: () => {},
	} as unknown as ItemContext;
}

it('reads the fields of a query', () => {
	const parameters = {
		queryName: 'messages_by_day',
		dateRange: 'last7Days',
		filters: { userId: 7 },
	};
	expect(readQueryRequests(item(parameters))).toEqual([
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
	const options = { columnNames: 'custom', customColumnNames: 'a, b', maxRows: 5 };
	expect(readOutputSettings(item({ output: 'csvFile', options }))).toEqual({
		output: 'csvFile',
		binaryPropertyName: 'data',
		columnNames: 'custom',
		customColumnNames: ['a', 'b'],
		columnTypes: expect.any(ColumnTypes) as ColumnTypes,
		maxRows: 5,
		onDuplicateNames: 'error',
		rowsPerItem: 1,
		maxBytes: 2 ** 31,
	});
	expect(() => readOutputSettings(item({ options: { maxRows: 0 } }))).toThrow('Options > Max Rows');
});
