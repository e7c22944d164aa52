import { DateTime } from 'luxon';
import { jsonRecords } from '../../service/records';
import { itemsNode, webhook, withParameters } from '../workflows';
import type { Shared } from '../world';

/* The examples that bring rows to where users need them, in whole n8n: into files, sheets and tables. */

export function tables(shared: Shared): void {
	const { n8n, service } = shared;

	it('a backfill gives one file per month, and each row of the last 90 days is in one of them', async () => {
		service.options.rows = (_, days) => days.length * 20;
		const { itemsOf } = await n8n.run('07-one-file-per-month.json');
		const days: string[] = [];
		const rows: string[] = [];
		for (const { json, binary } of itemsOf('Bulk Export')) {
			const { fileName, startDate, endDate } = json as Record<string, string>;
			const month = startDate!.slice(0, 'yyyy-MM'.length);
			expect(fileName).toBe(`orders_${month}.csv`);
			expect(endDate).toContain(month);
			days.push(...daysFrom(startDate!, endDate!));
			const [, ...lines] = (await n8n.fileOf(binary?.data)).toString().trimEnd().split('\n');
			rows.push(...lines);
		}
		expect(days).toHaveLength(90);
		expect(days).toEqual(daysFrom(days[0]!, days.at(-1)!));
		expect(new Set(rows).size).toBe(90 * 20);
	});

	it('Google Sheets gets all rows in chunks, typed, and in their order', async () => {
		service.options.rows = 500;
		const change = withParameters({
			'5,000 Rows at a Time': { batchSize: 200 },
			Wait: { amount: 0.1 },
		});
		const { itemsOf } = await n8n.run('06-orders-into-google-sheets.json', { change });
		// This node is deactivated, since it needs a Google account: it passes its items on.
		expect(itemsOf('Append Rows')).toHaveLength(100);
		expect(itemsOf('All Rows Are There')).toHaveLength(1);
		const rows = itemsOf('Bulk Export').map(({ json }) => json);
		expect(itemsOf('5,000 Rows at a Time').map(({ json }) => json)).toEqual(rows);
		expect(rows).toHaveLength(500);
		expect(rows[0]).toMatchObject({
			order_id: expect.stringMatching(/^\d{20}$/) as string,
			phone: expect.stringMatching(/^\+55\d+$/) as string,
			items: expect.any(Number) as number,
			total_amount: expect.any(Number) as number,
		});
	});

	it('PostgreSQL gets the rows of each day once, although one has none, also when a published workflow runs again', async () => {
		const { postgres } = shared.world;
		if (!postgres) throw new Error('PostgreSQL is not installed: apt-get install postgresql');
		postgres.execute('DROP TABLE IF EXISTS orders');
		const days = [4, 3, 2].map((ago) => DateTime.utc().minus({ days: ago }).toISODate());
		service.options.rows = (_, [day]) => (day === days[1] ? 0 : 600);
		const trigger = 'Every Day at Six';
		const path = 'into-postgresql';
		await n8n.publish('05-orders-into-postgresql.json', {
			change(node) {
				// A webhook in place of the schedule, for whose time the test would have to wait.
				if (node.name === trigger) return { ...webhook(path, 'lastNode'), name: trigger };
				if (node.name !== 'Days') return node;
				return itemsNode(
					'Days',
					days.map((day) => ({ day })),
				);
			},
		});
		/** All that the table has, with times as the service writes them. */
		const saved = () =>
			postgres
				.query<{ created_at: string }>('SELECT * FROM orders ORDER BY order_id')
				.map((order) => ({ ...order, created_at: new Date(order.created_at).toISOString() }));

		expect(JSON.parse(await n8n.api.webhook(path, {}))).toHaveProperty('order_id');
		const orders = [...service.jobs.values()]
			.flatMap(({ request }) => [...jsonRecords(request)])
			.map((record) =>
				Object.fromEntries(record.map(([name, value]) => [name, value === '' ? null : value])),
			)
			.sort((one, other) => (String(one.order_id) < String(other.order_id) ? -1 : 1));
		expect(orders).toHaveLength(2 * 600);
		expect(saved()).toEqual(orders);

		postgres.execute("UPDATE orders SET total_amount = 0, coupon = 'spoilt' WHERE items > 4");
		postgres.execute('DELETE FROM orders WHERE items < 3');
		expect(JSON.parse(await n8n.api.webhook(path, {}))).toHaveProperty('order_id');
		expect(saved()).toEqual(orders);
	});
}

/** The days from the first to the last one, as ISO dates. */
function daysFrom(first: string, last: string): string[] {
	const start = DateTime.fromISO(first, { zone: 'utc' });
	const count = DateTime.fromISO(last, { zone: 'utc' }).diff(start, 'days').days + 1;
	return Array.from({ length: count }, (_, index) => start.plus({ days: index }).toISODate()!);
}
