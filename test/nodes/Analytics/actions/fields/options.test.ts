import { Readable } from 'node:stream';
import type { IHttpRequestOptions, ILoadOptionsFunctions } from 'n8n-workflow';
import { getColumns } from '../../../../../nodes/Analytics/actions/fields/options';
import { credentialFor } from '../../../../support/credential';
import { serviceForEach } from '../../../../support/serviceForEach';

const service = serviceForEach({ readings: { request: { endDate: 'excluded' } } });

async function send({ url, body }: IHttpRequestOptions) {
	const headers = { Authorization: `Bearer ${service.token}`, 'Content-Type': 'application/json' };
	const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
	return {
		statusCode: response.status,
		headers: Object.fromEntries(response.headers),
		body: Readable.from([Buffer.from(await response.arrayBuffer())]),
	};
}

/** What the editor asks for when the list of Output Columns is opened. */
async function columnsOf(queryName: unknown) {
	const context = {
		getCredentials: async () => ({ ...credentialFor(service), endDateIncluded: false }),
		getCurrentNodeParameter: (name: string) => (name === 'queryName' ? queryName : undefined),
		getTimezone: () => 'Asia/Kolkata',
		helpers: { httpRequestWithAuthentication: async (_: string, options: never) => send(options) },
	};
	const columns = await getColumns.call(context as unknown as ILoadOptionsFunctions);
	return columns.map(({ value }) => value);
}

it.each(['campaigns_by_user', { mode: 'list', value: 'campaigns_by_user' }])(
	'Output Columns lists those of the query %j',
	async (queryName) => {
		expect(await columnsOf(queryName)).toContain('campaign_name');
		const body = service.requests[0]?.body as Record<string, string>;
		expect(body).toMatchObject({ limit: '1', timeZone: 'Asia/Kolkata' });
		const [start, end] = [body.startDate, body.endDate].map((day) => Date.parse(day!));
		expect((end! - start!) / 86_400_000).toBe(30);
	},
);

it.each<[string, unknown, RegExp]>([
	['a query without a record', 'campaigns_by_user', /has no record in the last 30 days/],
	['a query that is not chosen', null, /^Query Name is empty$/],
])('says why there is no list: %s', async (_, queryName, message) => {
	service.options.rows = 0;
	await expect(columnsOf(queryName)).rejects.toThrow(message);
});
