import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DateTime } from 'luxon';
import { type IDataObject, type INode, type INodeTypeDescription, NodeHelpers } from 'n8n-workflow';
import { jsonRecords } from '../../service/records';
import type { Service } from '../../service/service';
import { example } from '../exampleFiles';
import type { Mailbox } from '../mailbox';
import type { Postgres } from '../postgres';
import type { ExampleWorkflow } from '../api';
import type { Executed, WholeN8n } from '../wholeN8n';
import { chain, CLICK, itemsNode, node, ours, webhook, withParameters } from '../workflows';
import type { Shared } from '../world';

/*
 * What comes out of both nodes is brought to where users need it: into files, sheets, tables and emails, by the examples and
 * by the nodes of n8n that people put behind ours.
 */

const SHEETS = '06-orders-into-google-sheets.json';

export function downstream(shared: Shared): void {
	let service: Service;
	let postgres: Postgres;
	let n8n: WholeN8n;
	let mailbox: Mailbox;

	beforeAll(() => {
		const world = shared();
		({ service, n8n, mailbox } = world);
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

	it('PostgreSQL gets the rows of each day once, also when a published workflow runs again', async () => {
		postgres.execute('DROP TABLE IF EXISTS orders');
		service.options.rows = 600;
		const trigger = 'Every Day at Six';
		const path = 'into-postgresql';
		await n8n.publish('05-orders-into-postgresql.json', {
			change(node) {
				// A webhook in place of the schedule, for whose time the test would have to wait.
				if (node.name === trigger) return { ...webhook(path, 'lastNode'), name: trigger };
				return node.name === 'Days' ? itemsNode('Days', DAYS_TO_SAVE) : node;
			},
		});

		expect(JSON.parse(await n8n.api.webhook(path, {}))).toHaveProperty('order_id');
		const orders = [...service.jobs.values()]
			.flatMap(({ request }) => [...jsonRecords(request)])
			.map((record) =>
				Object.fromEntries(record.map(([name, value]) => [name, value === '' ? null : value])),
			);
		expect(orders).toHaveLength(2 * 600);
		expect(savedOrders()).toEqual(orders.toSorted(byOrderId));

		postgres.execute("UPDATE orders SET total_amount = 0, coupon = 'spoilt' WHERE items > 4");
		postgres.execute('DELETE FROM orders WHERE items < 3');
		expect(JSON.parse(await n8n.api.webhook(path, {}))).toHaveProperty('order_id');
		expect(savedOrders()).toEqual(orders.toSorted(byOrderId));
	});

	describe('Behind the results of notifications', () => {
		const customers = itemsNode('Customers', [
			{ phone: '(11) 98765-0171', name: 'Ana' },
			{ phone: '12', name: 'Nobody' },
		]);
		/** One is accepted and one fails, and both have the same fields. */
		const notify: INode = { ...notifying('={{ $json.phone }}'), onError: 'continueRegularOutput' };
		const crm = itemsNode('CRM', [{ phone: '+5511987650171', segment: 'gold' }]);
		let executed: Executed;

		beforeAll(async () => {
			shared().reset();
			const sample = await n8n.run(chain('Sample', CLICK, customers, notify));
			const results = sample.itemsOf('Notify').map(({ json }) => json);
			await createDataTable('chat_commerce_results', results);
			createPostgresTable('results', results);
			const workflow = fanOut(
				[customers, notify],
				[insertIntoDataTable('chat_commerce_results')],
				[insertIntoPostgres('results')],
				[CONVERT],
				[MERGE],
			);
			executed = await n8n.execute(withSecondInput(workflow, crm, CLICK.name));
		});

		const saved = [
			{ status: 'accepted', phone: '+5511987650171', name: 'Ana' },
			{ status: 'failed', name: 'Nobody' },
		];

		it('Data Table > Insert saves each', () => {
			expect(executed.error).toBeUndefined();
			expect(executed.itemsOf('Data Table').map(({ json }) => json)).toMatchObject(saved);
		});

		it('Postgres > Insert saves each', () => {
			expect(postgres.query('SELECT * FROM results')).toMatchObject(saved);
		});

		it('Google Sheets would get nothing but cells', () => {
			// Its node only calls Google itself, so what matters is asserted here: it cannot append lists or objects.
			const results = executed.itemsOf('Notify').map(({ json }) => json);
			expect(results).toHaveLength(2);
			for (const result of results) {
				expect(Object.entries(result).filter(([, value]) => !isCell(value))).toEqual([]);
				expect(Object.keys(result)).toEqual(Object.keys(results[0]!));
			}
		});

		it('Convert to File (XLSX) has a row for each', async () => {
			const sheet = await sheetOf(executed);
			expect(sheet.match(/<row /g)).toHaveLength(1 + 2);
			expect(sheet).toContain('>+5511987650171<');
		});

		it('Merge finds the customer of a CRM by the phone', () => {
			const found = executed.itemsOf('Merge').map(({ json }) => json.segment);
			expect(found).toEqual(['gold', undefined]);
		});
	});

	describe('Behind the rows of two exports', () => {
		let executed: Executed;
		let rows: Array<Record<string, string>>;

		beforeAll(async () => {
			shared().reset();
			service.options.rows = 60;
			createPostgresTable('exported', [
				{ order_id: '', created_at: '', store_id: '', storefront: '', user_id: '', phone: '' },
				{ user_name: '', items: 0, total_amount: 0, coupon: '' },
			]);
			const branches = [[insertIntoPostgres('exported')], [CONVERT], [MERGE]];
			const workflow = fanOut([STORES, exporting('items')], ...branches);
			executed = await n8n.execute(withSecondInput(workflow, CRM_OF_EXPORT, 'Export'));
			rows = executed.itemsOf('Export').map(({ json }) => json as Record<string, string>);
		});

		it('Postgres > Insert saves them, with phones and long IDs as they are', () => {
			expect(executed.error).toBeUndefined();
			expect(new Set(rows.map(({ store_id: store }) => store))).toEqual(new Set(['003', '007']));
			expect(postgres.query('SELECT * FROM exported')).toEqual(rows);
		});

		it('Convert to File (XLSX) keeps phones and long IDs as text', async () => {
			const sheet = await sheetOf(executed);
			expect(sheet.match(/<row /g)).toHaveLength(1 + rows.length);
			for (const { order_id: id, phone } of rows) {
				expect(sheet).toContain(`t="str"><v>${id}<`);
				expect(sheet).toContain(`t="str"><v>${phone}<`);
			}
		});

		it('Merge finds the customers of a CRM by their phones', () => {
			const found = executed.itemsOf('Merge').map(({ json }) => json);
			expect(found).toEqual(rows.map((row) => ({ ...row, segment: `of ${row.phone}` })));
		});
	});

	describe('Behind the files of two exports', () => {
		let executed: Executed;
		let emails: Mailbox['emails'];

		beforeAll(async () => {
			shared().reset();
			service.options.rows = 60;
			const notify = notifying("={{ $('Stores').item.json.phone }}");
			await createDataTable('chat_commerce_files', [FIELDS_OF_FILE]);
			executed = await n8n.execute(
				fanOut(
					[STORES, exporting('csvFile')],
					[writeInto(n8n.userFolder)],
					[insertIntoDataTable('chat_commerce_files')],
					[notify, SEND_EMAIL],
				),
			);
			emails = [...mailbox.emails];
		});

		it('Data Table > Insert saves what is known of each', () => {
			expect(executed.error).toBeUndefined();
			expect(executed.itemsOf('Data Table').map(({ json }) => json)).toMatchObject([
				{ columns: expect.stringMatching(/^order_id, created_at, /) as string },
				{ columns: expect.stringMatching(/^order_id, created_at, /) as string },
			]);
		});

		it('Read/Write Files from Disk writes each', () => {
			const names = executed.itemsOf('Export').map(({ json }) => json.fileName as string);
			const folder = join(n8n.userFolder, 'files');
			expect(readdirSync(folder).toSorted()).toEqual(names.toSorted());
			const [first, second] = names.map((name) => readFileSync(join(folder, name), 'utf8'));
			expect(storesIn(first)).toEqual(['003']);
			expect(storesIn(second)).toEqual(['007']);
		});

		it('Send Email attaches each, behind a notification', () => {
			const attached = emails.map(({ subject, attachments: [file] }) => {
				const content = file && Buffer.from(file.content as ArrayBuffer).toString();
				return { subject, stores: storesIn(content) };
			});
			expect(attached).toEqual([
				{ subject: '+5511987650173', stores: ['003'] },
				{ subject: '+5511987650174', stores: ['007'] },
			]);
		});
	});

	/** A table of n8n with a column for each field of these items. */
	async function createDataTable(tableName: string, results: IDataObject[]): Promise<void> {
		const column = Object.entries(columnsOf(results)).map(([name, type]) => ({ name, type }));
		const parameters = { resource: 'table', operation: 'create', tableName, columns: { column } };
		const create = node('Create', 'n8n-nodes-base.dataTable', parameters, 1.1);
		await n8n.run(chain('Create', CLICK, create));
	}

	function createPostgresTable(table: string, results: IDataObject[]): void {
		const types = { string: 'text', number: 'double precision', boolean: 'boolean' };
		const columns = Object.entries(columnsOf(results));
		const defined = columns.map(([name, type]) => `"${name}" ${types[type]}`).join(', ');
		postgres.execute(`CREATE TABLE ${table} (${defined})`);
	}

	/** The only sheet of an Excel file, which n8n writes without compression, so that it can be read as it is. */
	async function sheetOf({ itemsOf }: Executed): Promise<string> {
		return (await n8n.fileOf(itemsOf('Convert to File')[0]?.binary?.data)).toString('utf8');
	}

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

const DAYS_TO_SAVE = [3, 2].map((days) => ({
	day: DateTime.utc().minus({ days }).toISODate(),
}));

function byOrderId(one: Record<string, unknown>, other: Record<string, unknown>): number {
	return String(one.order_id) < String(other.order_id) ? -1 : 1;
}

/** Each with a phone to notify. */
const STORES = itemsNode('Stores', [
	{ store: '003', phone: '+5511987650173' },
	{ store: '007', phone: '+5511987650174' },
]);

function exporting(output: 'items' | 'csvFile'): INode {
	return ours('Export', 'analytics', {
		resource: 'bulkExport',
		operation: 'run',
		queryName: 'commerce_summary_by_order',
		dateRange: 'yesterday',
		filters: { storeId: '={{ $json.store }}' },
		output,
	});
}

/** The stores that the rows of a CSV file of orders belong to. */
function storesIn(csv = ''): string[] {
	const [names = '', ...rows] = csv.trimEnd().split('\n');
	const column = names.split(',').indexOf('store_id');
	return [...new Set(rows.map((row) => row.split(',')[column] ?? ''))];
}

/** What Google Sheets can append. */
function isCell(value: unknown): boolean {
	return value === null || typeof value !== 'object';
}

/** Columns that are chosen by the names of the fields. */
const AUTOMATIC = { mappingMode: 'autoMapInputData', value: {}, matchingColumns: [], schema: [] };

function insertIntoDataTable(table: string): INode {
	const parameters = {
		resource: 'row',
		operation: 'insert',
		dataTableId: { __rl: true, mode: 'name', value: table },
		columns: AUTOMATIC,
	};
	return node('Data Table', 'n8n-nodes-base.dataTable', parameters, 1.1);
}

function insertIntoPostgres(table: string): INode {
	const parameters = {
		operation: 'insert',
		schema: { __rl: true, mode: 'list', value: 'public' },
		table: { __rl: true, mode: 'list', value: table },
		columns: AUTOMATIC,
		options: {},
	};
	return node('Postgres', 'n8n-nodes-base.postgres', parameters, 2.6);
}

const CONVERT = node(
	'Convert to File',
	'n8n-nodes-base.convertToFile',
	{ operation: 'xlsx', options: {} },
	1.1,
);

function writeInto(userFolder: string): INode {
	const fileName = `=${userFolder}/files/{{ $json.fileName }}`;
	const parameters = { operation: 'write', fileName, dataPropertyName: 'data', options: {} };
	return node('Write', 'n8n-nodes-base.readWriteFile', parameters, 1.1);
}

const SEND_EMAIL = node(
	'Send Email',
	'n8n-nodes-base.emailSend',
	{
		fromEmail: 'exports@example.com',
		toEmail: 'ops@example.com',
		subject: '={{ $json.phone }}',
		emailFormat: 'text',
		text: 'Your report',
		options: { appendAttribution: false, attachments: 'data' },
	},
	2.1,
);

/** Adds to each item what the CRM has of its phone. */
const MERGE = node(
	'Merge',
	'n8n-nodes-base.merge',
	{
		mode: 'combine',
		combineBy: 'combineByFields',
		fieldsToMatchString: 'phone',
		joinMode: 'enrichInput1',
		options: { multipleMatches: 'first' },
	},
	3,
);

/** Knows every phone of the rows, as the text that the service sends. */
const CRM_OF_EXPORT = node(
	'CRM',
	'n8n-nodes-base.code',
	{
		jsCode: `return $input.all().map(({ json: { phone } }) => {
  return { json: { phone: String(phone), segment: 'of ' + phone } };
});`,
	},
	2,
);

/** A chain whose last node leads to several others, each of which a chain may follow. */
function fanOut(first: INode[], ...branches: INode[][]): ExampleWorkflow {
	const { nodes, connections } = chain('Fan out', CLICK, ...first);
	const targets = branches.map(([next]) => ({ node: next!.name, type: 'main' as const, index: 0 }));
	connections[first.at(-1)!.name] = { main: [targets] };
	for (const branch of branches) {
		const followed = chain('Branch', ...branch);
		nodes.push(...followed.nodes);
		Object.assign(connections, followed.connections);
	}
	return { name: 'Fan out', nodes, connections };
}

/** Gives a node that follows another one to the second input of Merge. */
function withSecondInput(workflow: ExampleWorkflow, crm: INode, after: string): ExampleWorkflow {
	const { nodes, connections } = workflow;
	connections[after]?.main?.[0]?.push({ node: crm.name, type: 'main', index: 0 });
	connections[crm.name] = { main: [[{ node: MERGE.name, type: 'main', index: 1 }]] };
	return { ...workflow, nodes: [...nodes, crm] };
}

/** The fields of the item of a CSV file, with a value of the type that each has. */
const FIELDS_OF_FILE = {
	jobId: '',
	jobIds: '',
	queryName: '',
	startDate: '',
	endDate: '',
	timeZone: '',
	fileName: '',
	rows: 0,
	columns: '',
};

type ColumnType = 'string' | 'number' | 'boolean';

/** The columns of a table for these items. A field that is null everywhere may become a text. */
function columnsOf(results: IDataObject[]): Record<string, ColumnType> {
	const columns: Record<string, ColumnType> = {};
	for (const [name, value] of results.flatMap((result) => Object.entries(result))) {
		const type = typeof value;
		if (type === 'number' || type === 'boolean') columns[name] = type;
		else columns[name] ??= 'string';
	}
	return columns;
}

/** Sends the template without parameters, whoever executes the workflow. */
function notifying(phone: string): INode {
	return ours('Notify', 'notifications', {
		templateId: { __rl: true, mode: 'id', value: 'welcome' },
		phone,
		sendTo: 'everyone',
		options: { defaultCountry: 'BR' },
	});
}

/** The days from the first to the last one, as ISO dates. */
function daysFrom(first: string, last: string): string[] {
	const start = DateTime.fromISO(first, { zone: 'utc' });
	const end = DateTime.fromISO(last, { zone: 'utc' });
	const count = end.diff(start, 'days').days + 1;
	return Array.from({ length: count }, (_, index) => start.plus({ days: index }).toISODate()!);
}
