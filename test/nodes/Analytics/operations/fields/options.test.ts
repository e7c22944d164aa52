import { Readable } from 'node:stream';
import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { getColumns, optionsField } from '../../../../../nodes/Analytics/operations/fields/options';
import { parseField } from '../../../../../nodes/shared/fields/field';

/* The list that the editor shows for Options > Output Columns: the columns of the chosen query. */

interface Listed {
	columns: unknown[];
	/** The bodies of the requests that the list has cost. */
	requests: Array<Record<string, unknown>>;
}

/** Opens the list for a Query Name, of which the service returns these records. */
async function listFor(queryName: unknown, records: object[]): Promise<Listed> {
	const requests: Listed['requests'] = [];
	const credential = {
		apiToken: 'a-token',
		region: 'other',
		analyticsBaseUrl: 'https://x.example.com',
		serviceDetails: true,
		dateFormat: 'date',
		endDateIncluded: false,
	};
	const editor = {
		getCredentials: async () => credential,
		getCurrentNodeParameter: (name: string) => (name === 'queryName' ? queryName : undefined),
		getTimezone: () => 'Asia/Kolkata',
		helpers: {
			async httpRequestWithAuthentication(_: string, { body }: { body: Record<string, unknown> }) {
				requests.push(body);
				const json = JSON.stringify({ data: records, status: 200 });
				return { statusCode: 200, headers: {}, body: Readable.from([Buffer.from(json)]) };
			},
		},
	};
	const options = await getColumns.call(editor as unknown as ILoadOptionsFunctions);
	return { columns: options.map(({ value }) => value), requests };
}

it('the list of columns is made from one record of the last 30 days, in the time zone of the workflow', async () => {
	const queryName = 'campaigns_by_user';
	const { columns, requests } = await listFor({ mode: 'list', value: queryName }, [
		{ day: 1, campaign: 'a' },
	]);
	expect(columns).toEqual(['day', 'campaign']);
	expect(requests).toHaveLength(1);
	const { startDate, endDate, ...others } = requests[0]!;
	expect(others).toEqual({ queryName, limit: '1', timeZone: 'Asia/Kolkata' });
	// The end date is the first day without data, as this credential says.
	const days = (Date.parse(String(endDate)) - Date.parse(String(startDate))) / 86_400_000;
	expect(days).toBe(30);
});

it('the list of columns is an error that says that there is no record', async () => {
	const message = /has no record in the last 30 days/;
	await expect(listFor('campaigns_by_user', [])).rejects.toThrow(message);
});

it('Output Columns has each name once', () => {
	const { fields } = optionsField(['outputColumns'], { hasOutputField: true });
	const read = () => parseField(fields.outputColumns.schema, 'a, b, a', 'Output Columns');
	expect(read).toThrow('Output Columns is not valid');
});
