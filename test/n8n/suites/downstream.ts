import { DateTime } from 'luxon';
import {
	type INode,
	type INodeParameters,
	type INodeTypeDescription,
	NodeHelpers,
} from 'n8n-workflow';
import { jsonRecords } from '../../service/records';
import type { Service } from '../../service/service';
import { example } from '../exampleFiles';
import type { Postgres } from '../postgres';
import type { WholeN8n } from '../wholeN8n';
import { webhook, withParameters } from '../workflows';
import type { Shared } from '../world';

/* Examples that bring rows to where users need them: into files, sheets and tables. */

const SHEETS = '06-orders-into-google-sheets.json';

export function downstream(shared: Shared): void {
	let service: Service;
	let postgres: Postgres;
	let n8n: WholeN8n;

	beforeAll(() => {
		const world = shared();
		({ service, n8n } = world);
		if (!world.postgres) throw new Error('PostgreSQL is not installed: apt-get install postgresql');
		postgres = world.postgres;
	});

	it('a backfill gives one file per month, and each row of the last 90 days is in one of them', async () => {
		service.options.rows = (_, days) => days * 20;
		const { itemsOf } = await n8n.run('07-one-file-per-month.json');
		const days: string[] = [];
		const rows: string[] = [];
		for (const { json, binary } of itemsOf('Bulk Export')) {
			const { fileName, startDate, endDate } = json as Record<string, string>;
			expect(fileName).toBe(`orders_${startDate!.slice(0, 'yyyy-MM'.length)}.csv`);
			expect(fileName).toContain(endDate!.slice(0, 'yyyy-MM'.length));
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
		const { itemsOf } = await n8n.run(SHEETS, { change });
		// This node is deactivated, since it needs a Google account: it passes its items on.
		expect(itemsOf('Append Rows')).toHaveLength(100);
		expect(itemsOf('All Rows Are There')).toHaveLength(1);
		const rows = itemsOf('Bulk Export');
		const passedOn = itemsOf('5,000 Rows at a Time');
		expect(passedOn.map(({ json }) => json)).toEqual(rows.map(({ json }) => json));
		expect(rows).toHaveLength(500);
		expect(rows[0]?.json).toMatchObject({
			order_id: expect.stringMatching(/^\d{20}$/) as string,
			phone: expect.stringMatching(/^\+55\d+$/) as string,
			items: expect.any(Number) as number,
			total_amount: expect.any(Number) as number,
		});
	});

	it("Google Sheets' node in this n8n has the parameters that the example sets", async () => {
		const append = example(SHEETS).nodes.find(({ name }) => name === 'Append Rows')!;
		const description = await descriptionOf(append);
		const parameters = NodeHelpers.getNodeParameters(
			description.properties,
			append.parameters,
			true,
			false,
			append,
			description,
		);
		// n8n leaves out the parameters that it does not know.
		expect(parameters).toMatchObject(append.parameters);
		// With any other format, Google turns phones and long IDs into numbers.
		expect(append.parameters.options).toEqual({ cellFormat: 'RAW' });
	});

	it('PostgreSQL gets rows in batches, each once, also when a published workflow runs again', async () => {
		postgres.execute('DROP TABLE IF EXISTS orders');
		service.options.rows = 1_200;
		const trigger = 'Every Day at Six';
		const path = 'into-postgresql';
		const changed: Record<string, INodeParameters> = { 'Bulk Export': { rowsPerBatch: 500 } };
		const workflow = await n8n.addExample('05-orders-into-postgresql.json', {
			change(node) {
				// A webhook in place of the schedule, for whose time the test would have to wait.
				if (node.name === trigger) return { ...webhook(path, 'lastNode'), name: trigger };
				return withParameters(changed)(node);
			},
		});
		await n8n.api.activate(workflow);

		expect(JSON.parse(await n8n.api.webhook(path, {}))).toHaveProperty('order_id');
		const [job] = service.jobs.values();
		const orders = [...jsonRecords(job!.request)].map((record) =>
			Object.fromEntries(record.map(([name, value]) => [name, value === '' ? null : value])),
		);
		expect(orders).toHaveLength(1_200);
		expect(savedOrders()).toEqual(orders);

		postgres.execute("UPDATE orders SET total_amount = 0, coupon = 'spoilt' WHERE items > 4");
		postgres.execute('DELETE FROM orders WHERE items < 3');
		expect(JSON.parse(await n8n.api.webhook(path, {}))).toHaveProperty('order_id');
		expect(savedOrders()).toEqual(orders);
	});

	/** What n8n itself knows of the node's type and version. */
	async function descriptionOf({ type, typeVersion }: INode): Promise<INodeTypeDescription> {
		const json = (await n8n.api.download('/types/nodes.json')).toString();
		const descriptions = JSON.parse(json) as INodeTypeDescription[];
		return descriptions.find(
			({ name, version }) => name === type && [version].flat().includes(typeVersion),
		)!;
	}

	function savedOrders(): object[] {
		return (
			postgres
				.query<{ created_at: string }>('SELECT * FROM orders ORDER BY order_id')
				// PostgreSQL does not write a time as the service does.
				.map((order) => ({ ...order, created_at: new Date(order.created_at).toISOString() }))
		);
	}
}

/** The days from the first to the last one, as ISO dates. */
function daysFrom(first: string, last: string): string[] {
	const start = DateTime.fromISO(first, { zone: 'utc' });
	const end = DateTime.fromISO(last, { zone: 'utc' });
	const count = end.diff(start, 'days').days + 1;
	return Array.from({ length: count }, (_, index) => start.plus({ days: index }).toISODate()!);
}
