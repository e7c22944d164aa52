import { DateTime } from 'luxon';
import type { INode } from 'n8n-workflow';
import { csvText } from '../../service/bulkFile';
import { columnsOf, records } from '../../service/records';
import type { Service } from '../../service/service';
import { example } from '../exampleFiles';
import type { Postgres } from '../postgres';
import type { Sheets } from '../sheets';
import type { WholeN8n } from '../wholeN8n';
import { webhook, withParameters } from '../workflows';
import type { Shared } from '../world';

/* Examples that bring rows to where they are needed: into files, sheets and tables. In whole n8n. */

export function downstream(shared: Shared): void {
	let service: Service;
	let sheets: Sheets;
	let postgres: Postgres;
	let n8n: WholeN8n;

	beforeAll(() => {
		const world = shared();
		({ service, sheets, n8n } = world);
		if (!world.postgres) throw new Error('apt-get install postgresql');
		postgres = world.postgres;
	});

	it('A backfill gives a file per month, with each row of the last 90 days in one of them', async () => {
		const monthOf = (day: string) => day.slice(0, 'yyyy-MM'.length);
		service.options.rows = (_, days) => days * 20;
		const { itemsOf } = await n8n.run('07-one-file-per-month.json');
		const files = await Promise.all(
			itemsOf('Bulk Export').map(async ({ json, binary }) => ({
				...(json as { fileName: string; startDate: string; endDate: string }),
				content: (await n8n.fileOf(binary?.data)).toString(),
			})),
		);

		const days = files.flatMap(({ startDate, endDate }) => daysFrom(startDate, endDate));
		expect(days).toHaveLength(90);
		expect(days).toEqual(daysFrom(days[0]!, days.at(-1)!));
		for (const { fileName, startDate, endDate } of files) {
			expect(fileName).toBe(`orders_${monthOf(startDate)}.csv`);
			expect(monthOf(endDate)).toBe(monthOf(startDate));
		}
		const exported = files.flatMap(({ content }) => rowsOf(content, { top: 1 }));
		const inService = [...service.jobs.values()].flatMap(({ request }) =>
			rowsOf([...csvText(service.options, request)].join(''), { top: 2 }),
		);
		expect(exported).toHaveLength(90 * 20);
		expect(exported.toSorted()).toEqual(inService.toSorted());
	});

	describe('Google Sheets', () => {
		const FILE = '06-orders-into-google-sheets.json';
		/** Reads, and writes, that Google allows a user. */
		const CALLS_A_MINUTE = 60;
		/** What the example waits between chunks, which a test need not. */
		const waited = example(FILE).nodes.find(({ name }) => name === 'Wait')?.parameters.amount;
		const change = withParameters({
			Wait: { amount: 0.1 },
			'5,000 Rows at a Time': { batchSize: 100 },
		});
		/** The only one that there is. */
		const rowsOfSheet = () => [...sheets.spreadsheets.values()][0]?.rows;

		it('is called within its quota, however fast it is', async () => {
			service.options.rows = 500;
			const chunks = 5;
			await n8n.run(FILE, { change });
			for (const { allowed } of [sheets.reads, sheets.writes]) {
				expect(allowed).toBeGreaterThanOrEqual(chunks);
				expect(((allowed / chunks) * 60) / Number(waited)).toBeLessThanOrEqual(CALLS_A_MINUTE);
			}
		});

		it('gets all rows once, typed, in order and in their columns, where others use up its quota', async () => {
			service.options.rows = 500;
			sheets.reads.refusesEach = 5;
			sheets.writes.refusesEach = 3;
			const quick = (node: INode) => change({ ...node, waitBetweenTries: 100 });
			const { itemsOf } = await n8n.run(FILE, { change: quick });
			const items = itemsOf('Bulk Export').map(({ json }) => json);
			expect(sheets.writes.refused).toBeGreaterThan(2);
			expect(items).toHaveLength(500);
			expect(itemsOf('All Rows Are There')).toHaveLength(1);
			expect(rowsOfSheet()).toEqual([Object.keys(items[0]!), ...items.map(Object.values)]);
			expect(items[0]).toMatchObject({
				order_id: expect.stringMatching(/^\d{20}$/) as string,
				phone: expect.stringMatching(/^\+55\d+$/) as string,
				items: expect.any(Number) as number,
				total_amount: expect.any(Number) as number,
			});
		});
	});

	describe('PostgreSQL', () => {
		const FILE = '05-orders-into-postgresql.json';
		const trigger = 'Every Day at Six';
		const PATH = 'into-postgresql';

		beforeEach(() => postgres.execute('DROP TABLE IF EXISTS orders'));

		it('gets rows in batches, each once, also when a published workflow runs again', async () => {
			service.options.rows = 1_200;
			const workflow = await n8n.addExample(FILE, {
				change: (node) => {
					// Its schedule would have to be waited for.
					if (node.name === trigger) return { ...webhook(PATH, 'lastNode'), name: trigger };
					return withParameters({ 'Bulk Export': { rowsPerBatch: 500 } })(node);
				},
			});
			await n8n.api.activate(workflow);
			const newest = async (): Promise<unknown> => JSON.parse(await n8n.api.webhook(PATH, {}));
			const saved = () => postgres.query<Order>('SELECT * FROM orders ORDER BY order_id');

			expect(await newest()).toHaveProperty('order_id');
			const before = saved();
			postgres.execute("UPDATE orders SET total_amount = 0, coupon = 'spoilt' WHERE items > 4");
			postgres.execute('DELETE FROM orders WHERE items < 3');
			expect(await newest()).toHaveProperty('order_id');
			expect(before.map(withInstant)).toEqual(ordersOfService().map(withInstant));
			expect(saved()).toEqual(before);
		});
	});

	/** What the table should have, by the service's own records. An empty cell is NULL. */
	function ordersOfService(): Order[] {
		const [job] = service.jobs.values();
		const names = columnsOf('commerce_summary_by_order').map(({ name }) => name);
		return [...records(job!.request)].map((cells) => {
			const values = cells.map((cell) => (cell === '' ? null : cell));
			return Object.fromEntries(names.map((name, at) => [name, values[at]])) as Order;
		});
	}
}

interface Order {
	created_at: string;
	items: number;
	[column: string]: string | number | null;
}

/** The same time is written in several ways. */
function withInstant(order: Order): Order {
	return { ...order, created_at: new Date(order.created_at).toISOString() };
}

function daysFrom(first: string, last: string): string[] {
	const start = DateTime.fromISO(first, { zone: 'utc' });
	const { days } = DateTime.fromISO(last, { zone: 'utc' }).diff(start, 'days');
	return Array.from({ length: days + 1 }, (_, at) => start.plus({ days: at }).toISODate()!);
}

/** Lines without those at the top that hold no row. */
function rowsOf(csv: string, { top }: { top: number }): string[] {
	return csv.trimEnd().split('\n').slice(top);
}
