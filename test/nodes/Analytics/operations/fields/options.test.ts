import { Readable } from 'node:stream';
import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { getColumns } from '../../../../../nodes/Analytics/operations/fields/options';

/** What the editor asks for when the list of Output Columns is opened, and what the service then gets. */
async function columnsOf(queryName: unknown, ...data: object[]) {
	const requests: unknown[] = [];
	const send = async (_: string, { body }: { body: unknown }) => {
		requests.push(body);
		const bytes = Buffer.from(JSON.stringify({ data, status: 200 }));
		return { statusCode: 200, headers: {}, body: Readable.from([bytes]) };
	};
	const context = {
		getCredentials: async () => ({
			...{ apiToken: 'a-token', region: 'other', analyticsBaseUrl: 'https://x.example.com' },
			...{ serviceDetails: true, dateFormat: 'date', endDateIncluded: false },
		}),
		getCurrentNodeParameter: (name: string) => (name === 'queryName' ? queryName : undefined),
		getTimezone: () => 'Asia/Kolkata',
		helpers: { httpRequestWithAuthentication: send },
	};
	const columns = await getColumns.call(context as unknown as ILoadOptionsFunctions);
	return { columns: columns.map(({ value }) => value), requests };
}

const CHOSEN = ['campaigns_by_user', { mode: 'list', value: 'campaigns_by_user' }];
it.each(CHOSEN)('lists those of %j', async (queryName) => {
	const { columns, requests } = await columnsOf(queryName, { day: 1, campaign: 'a' });
	expect(columns).toEqual(['day', 'campaign']);
	const request = { queryName: 'campaigns_by_user', limit: '1', timeZone: 'Asia/Kolkata' };
	expect(requests).toMatchObject([request]);
	const [{ startDate, endDate }] = requests as [Record<'startDate' | 'endDate', string>];
	expect((Date.parse(endDate) - Date.parse(startDate)) / 86_400_000).toBe(30);
});

it.each<[string, unknown, RegExp]>([
	['a query without a record', 'campaigns_by_user', /has no record in the last 30 days/],
	['a query that is not chosen', null, /^Query Name is not valid$/],
])('says why there is no list: %s', async (_, queryName, message) => {
	await expect(columnsOf(queryName)).rejects.toThrow(message);
});
