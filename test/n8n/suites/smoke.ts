import { credentialOf } from '../credentials';
import type { Shared } from '../world';

/* What most users want first. */

export function smoke(shared: Shared): void {
	const { n8n, service } = shared;

	it("n8n's test of a credential goes by its settings", async () => {
		const test = async (changes: object) => {
			const data = { ...credentialOf(service), ...changes };
			const id = await n8n.api.saveCredential('Tested', 'chatCommerceApi', data);
			return await n8n.api.testCredential(id);
		};
		service.options.dates = 'dateTime';
		expect(await test({})).toMatchObject({
			status: 'OK',
			message: expect.stringMatching(/^Connection tested successfully/) as string,
		});
		expect(await test({ dateFormat: 'date' })).toMatchObject({ status: 'Error' });
		expect(await test({ analyticsBaseUrl: 'http://127.0.0.1:9' })).toMatchObject({
			status: 'Error',
			message: expect.stringContaining('No connection') as string,
		});
	});

	it('a first report has records, and a first message is shown, not sent', async () => {
		const { itemsOf } = await n8n.run('01-first-report-and-message.json', {
			keepsSendTo: true,
		});
		expect(itemsOf('First Report')).toHaveLength(7);
		expect(itemsOf('First Message')).toMatchObject([{ json: { status: 'preview' } }]);
		expect(service.ledger.entries).toEqual([]);
	});

	it('a query gives records, and an export rows as items or a file as n8n stores it', async () => {
		service.options.rows = 40;
		const { itemsOf } = await n8n.run('02-get-rows-or-a-file.json');
		expect(itemsOf('Records at Once')).toHaveLength(40);
		expect(itemsOf('All Rows')).toHaveLength(40);
		const flow = expect.stringMatching(/^0\d\d$/) as string;
		expect(itemsOf('All Rows')[0]?.json).toMatchObject({ hour_block: 0, flow });
		const [item] = itemsOf('CSV File');
		const [names, ...rows] = (await n8n.fileOf(item?.binary?.data)).toString().trim().split('\n');
		expect(names).toMatch(/^created_at,user_id,phone,/);
		expect(rows).toHaveLength(40);
	});

	it('an event that is reported twice notifies once', async () => {
		const workflow = await n8n.publish('09-tell-customers-of-shipped-orders.json');
		const event = { event_id: 'evt-1', phone: '+5511987650001', name: 'Zoë', order_id: 'A-7' };
		const response = { event_id: 'evt-1', status: 'accepted', phone: '+5511987650001' };
		const first = await n8n.api.webhook('crm-order-shipped', event);
		expect(JSON.parse(first)).toEqual(response);
		const second = await n8n.api.webhook('crm-order-shipped', event);
		expect(JSON.parse(second)).toEqual(response);
		const executions = await n8n.api.ended(workflow, 2);
		expect(executions.map(({ status }) => status)).toEqual(['success', 'success']);
		expect(service.ledger.entries).toMatchObject([
			{ phone: '+5511987650001', params: { name: 'Zoë', order_id: 'A-7' } },
		]);
	});

	it('items that fail go to the error branch, and all others are sent', async () => {
		const { itemsOf } = await n8n.run('10-notify-a-list.json');
		const statuses = itemsOf('Notified').map(({ json }) => json.status);
		expect(statuses).toEqual(['accepted', 'accepted', 'skipped']);
		expect(itemsOf('Not Notified')).toMatchObject([{ json: { name: 'Nobody' } }]);
		expect(service.ledger.entries).toHaveLength(2);
	});
}
