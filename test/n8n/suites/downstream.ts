import { DateTime } from 'luxon';
import { type INodeTypeDescription as Known, NodeHelpers } from 'n8n-workflow';
import { jsonRecords } from '../../service/records';
import type { Service } from '../../service/service';
import { example } from '../exampleFiles';
import type { Postgres } from '../postgres';
import type { WholeN8n } from '../wholeN8n';
import { webhook, withParameters } from '../workflows';
import type { Shared } from '../world';

/* Examples that bring rows to where they are needed: into files, sheets and tables. In whole n8n. */

export function downstream(shared: Shared): void {
	let service: Service;
	let postgres: Postgres;
	let n8n: WholeN8n;

	beforeAll(() => {
		const world = shared();
		({ service, n8n } = world);
		if (!world.postgres) throw new Error('apt-get install postgresql');
		postgres = world.postgres;
	});

	it('A backfill gives a file per month, with each row of the last 90 days in one of them', async () => {
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

	it('Google Sheets get all rows in chunks, in order and typed, by parameters that n8n knows', async () => {
		const file = '06-orders-into-google-sheets.json';
		service.options.rows = 500;
		const quick = { '5,000 Rows at a Time': { batchSize: 200 }, Wait: { amount: 0.1 } };
		const { itemsOf } = await n8n.run(file, { change: withParameters(quick) });
		// The node itself is deactivated, so its items come out as they came in.
		expect(itemsOf('Append Rows')).toHaveLength(100);
		const [rows, passedOn] = [itemsOf('Bulk Export'), itemsOf('5,000 Rows at a Time')];
		expect(passedOn.map(({ json }) => json)).toEqual(rows.map(({ json }) => json));
		expect(itemsOf('All Rows Are There')).toHaveLength(1);
		expect(rows).toHaveLength(500);
		expect(rows[0]?.json).toMatchObject({
			order_id: expect.stringMatching(/^\d{20}$/) as string,
			phone: expect.stringMatching(/^\+55\d+$/) as string,
			items: expect.any(Number) as number,
			total_amount: expect.any(Number) as number,
		});

		const append = example(file).nodes.find(({ name }) => name === 'Append Rows')!;
		const { parameters, type, typeVersion } = append;
		const known = JSON.parse((await n8n.api.download('/types/nodes.json')).toString()) as Known[];
		const isThis = (one: Known) => one.name === type && [one.version].flat().includes(typeVersion);
		const sheets = known.find(isThis)!;
		const all = [sheets.properties, parameters, true, false, append, sheets] as const;
		const own = NodeHelpers.getNodeParameters(...all);
		expect(own).toMatchObject(parameters);
		// With any other format, Google turns phones and long IDs into numbers.
		expect(parameters.options).toEqual({ cellFormat: 'RAW' });
	});

	it('PostgreSQL gets rows in batches, each once, also when a published workflow runs again', async () => {
		postgres.execute('DROP TABLE IF EXISTS orders');
		service.options.rows = 1_200;
		const trigger = 'Every Day at Six';
		const path = 'into-postgresql';
		const workflow = await n8n.addExample('05-orders-into-postgresql.json', {
			change: (node) => {
				// Its schedule would have to be waited for.
				if (node.name === trigger) return { ...webhook(path, 'lastNode'), name: trigger };
				return withParameters({ 'Bulk Export': { rowsPerBatch: 500 } })(node);
			},
		});
		await n8n.api.activate(workflow);
		const newest = async (): Promise<unknown> => JSON.parse(await n8n.api.webhook(path, {}));
		const saved = () =>
			postgres
				.query<{ created_at: string }>('SELECT * FROM orders ORDER BY order_id')
				// PostgreSQL writes the same time in another way.
				.map((order) => ({ ...order, created_at: new Date(order.created_at).toISOString() }));

		expect(await newest()).toHaveProperty('order_id');
		const [job] = service.jobs.values();
		const orders = [...jsonRecords(job!.request)].map((record) =>
			Object.fromEntries(record.map(([name, value]) => [name, value === '' ? null : value])),
		);
		expect(orders).toHaveLength(1_200);
		expect(saved()).toEqual(orders);
		postgres.execute("UPDATE orders SET total_amount = 0, coupon = 'spoilt' WHERE items > 4");
		postgres.execute('DELETE FROM orders WHERE items < 3');
		expect(await newest()).toHaveProperty('order_id');
		expect(saved()).toEqual(orders);
	});
}

function daysFrom(first: string, last: string): string[] {
	const start = DateTime.fromISO(first, { zone: 'utc' });
	const { days } = DateTime.fromISO(last, { zone: 'utc' }).diff(start, 'days');
	return Array.from({ length: days + 1 }, (_, at) => start.plus({ days: at }).toISODate()!);
}
