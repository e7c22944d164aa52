import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DateTime } from 'luxon';
import type { INode, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { parse, unparse } from 'papaparse';
import readXlsxFile from 'read-excel-file/node';
import { csvText } from '../service/bulkFile';
import { type Service, startService } from '../service/service';
import { until } from './childProcess';
import { BETWEEN, install, INSTALL_LIMIT_MS, NEWEST, OLDEST } from './installation';
import { type Mailbox, startMailbox } from './mailbox';
import { type ScriptedModel, startScriptedModel, type ToolCall } from './scriptedModel';
import { summaryOf } from './note';
import {
	example,
	type ExampleChanges,
	exampleFiles,
	startWholeN8n,
	type WholeN8n,
} from './wholeN8n';

/* Each example, imported into whole n8n and run there. Only the service and the model are simulated. */

describe.each(exampleFiles())('The file %s', (file) => {
	it('names no credential, and has data to pin, if only none', () => {
		const { nodes, pinData } = example(file);
		expect(nodes.filter((node) => 'credentials' in node)).toEqual([]);
		// n8n's editor needs it, also where it is empty.
		expect(pinData).toBeDefined();
	});

	it('is listed with what its note says', () => {
		const readme = readFileSync(join(process.cwd(), 'examples/README.md'), 'utf8');
		expect(readme).toContain(`(${file}) | ${summaryOf(example(file))} |`);
	});
});

describe.each([NEWEST, BETWEEN, OLDEST])('n8n %s', (version) => {
	let service: Service;
	let n8n: WholeN8n;
	let mailbox: Mailbox;
	let model: ScriptedModel;

	beforeAll(async () => {
		service = await startService();
		mailbox = await startMailbox();
		model = await startScriptedModel();
		n8n = await startWholeN8n(service, { installation: install(version), mailbox, model });
	}, INSTALL_LIMIT_MS);

	afterAll(async () => {
		await n8n?.stop();
		await model?.close();
		await mailbox?.close();
		await service?.close();
	});

	beforeEach(() => {
		service.options.rows = undefined;
	});

	/** Runs an example from its trigger. @returns the items of each node by name, of its last run */
	async function run(
		file: string,
		trigger: string,
		{ limitMs, ...changes }: ExampleChanges & { limitMs?: number } = {},
	) {
		const workflow = await n8n.addExample(file, changes);
		const executionId = await n8n.api.run(workflow, trigger);
		const { status, data } = await n8n.api.finished(executionId, limitMs);
		const { error, runData } = data.resultData;
		if (error) throw error;
		const itemsOf = (node: string, output = 0) => runData[node]?.at(-1)?.data?.main?.[output] ?? [];
		return { status, itemsOf };
	}

	describe('Bulk Export', () => {
		it('gives rows as items', async () => {
			service.options.rows = 40;
			const { status, itemsOf } = await run(
				'01-bulk-export-to-items.json',
				'When Clicking Execute',
			);
			expect(status).toBe('success');
			expect(itemsOf('Bulk Export')).toHaveLength(40);
			expect(itemsOf('Bulk Export')[0]?.json).toMatchObject({ hour_block: 0, flow: '001' });
		});

		it('gives a file as n8n stores it', async () => {
			service.options.rows = 1000;
			const { itemsOf } = await run('02-bulk-export-to-file.json', 'When Clicking Execute');
			const [item] = itemsOf('Bulk Export');
			const file = await n8n.fileOf(item?.binary?.data);
			expect(file.toString('utf8').split('\n')[0]).toMatch(/^created_at,user_id,phone,/);
			expect(item?.json).toMatchObject({ rows: 1000 });
		});

		it('is emailed every day as a file for Excel, and arrives byte for byte', async () => {
			service.options.rows = 5000;
			service.reset();
			const { status } = await run('06-daily-export-by-email.json', 'Every Day at Seven');
			expect(status).toBe('success');

			const [email] = mailbox.emails;
			const [attachment] = email?.attachments ?? [];
			const [job] = service.jobs.values();
			const [, ...rows] = parse<string[]>(
				[...csvText(service.options, job!.request)].join('').trim(),
			).data;
			expect(email?.subject).toMatch(/^Notifications of \d{4}-\d\d-\d\d$/);
			expect(email?.text).toContain('with 5000 rows');
			expect(attachment?.filename).toMatch(/^notifications_by_user_\d{4}-\d\d-\d\d\.csv$/);
			const file = Buffer.from(attachment?.content as ArrayBuffer).toString('utf8');
			expect(file).toBe(`\uFEFF${unparse(rows, { delimiter: ';', newline: '\r\n' })}\r\n`);
		});

		it('becomes a spreadsheet with the same values', async () => {
			service.options.rows = 300;
			const { itemsOf } = await run('07-bulk-export-to-spreadsheet.json', 'When Clicking Execute');
			const file = await n8n.fileOf(itemsOf('Spreadsheet')[0]?.binary?.data);
			const [sheet] = await readXlsxFile(file);
			const [names, ...rows] = sheet!.data;
			const items = itemsOf('Bulk Export');
			expect(rows).toHaveLength(300);
			expect(rows.map((row) => row.map((cell) => cell ?? ''))).toEqual(
				items.map(({ json }) => names!.map((name) => json[String(name)])),
			);
			const [first] = rows.map((row) =>
				Object.fromEntries(row.map((cell, at) => [String(names![at]), cell])),
			);
			expect(first).toMatchObject({
				order_id: expect.stringMatching(/^\d{20}$/) as string,
				phone: expect.stringMatching(/^\+55/) as string,
				items: expect.any(Number) as number,
				total_amount: expect.any(Number) as number,
			});
		});

		// n8n takes an execution out of memory when it waits for longer than 65 s.
		it('is started, waited for outside of memory, and got', async () => {
			service.options.rows = 200;
			service.options.jobDurationMs = 60_000;
			const { itemsOf } = await run(
				'08-long-export-start-wait-result.json',
				'When Clicking Execute',
				{
					change: (node) =>
						node.name === 'Wait'
							? { ...node, parameters: { ...node.parameters, amount: 66, unit: 'seconds' } }
							: node,
					limitMs: 180_000,
				},
			).finally(() => (service.options.jobDurationMs = 0));
			expect(itemsOf('Get Result')[0]?.json).toMatchObject({ rows: 200 });
		}, 200_000);
	});

	it('Query > Run gives records', async () => {
		const { itemsOf } = await run('03-query.json', 'When Clicking Execute');
		expect(itemsOf('Query')).toHaveLength(7);
	});

	describe('Notification > Send', () => {
		beforeEach(() => service.reset());

		it('is sent once for an event that the CRM reports twice', async () => {
			const workflow = await n8n.addExample('04-crm-webhook-to-notification.json');
			await n8n.api.activate(workflow);
			const event = { event_id: 'evt-1', phone: '+5511987650001', name: 'Zoë', order_id: 'A-7' };
			for (let time = 0; time < 2; time++) await n8n.api.webhook('crm-order-shipped', event);
			await until('both executions', async () => {
				const executions = await n8n.api.executions(workflow);
				return executions.filter(({ status }) => status === 'success').length === 2;
			});
			expect(service.ledger.entries).toMatchObject([
				{ phone: '+5511987650001', params: { name: 'Zoë', order_id: 'A-7' } },
			]);
		});

		it('is tried with the pinned sample of an event', async () => {
			const { itemsOf } = await run('04-crm-webhook-to-notification.json', 'CRM Event');
			expect(itemsOf('Notify User')).toHaveLength(1);
			expect(service.ledger.entries).toMatchObject([{ params: { name: 'Zoë', order_id: 'A-7' } }]);
		});

		it('hands failed items to the error branch', async () => {
			const { itemsOf } = await run(
				'05-rows-to-notifications-with-error-branch.json',
				'When Clicking Execute',
			);
			expect(itemsOf('Notified').map(({ json }) => json.status)).toEqual([
				'accepted',
				'accepted',
				'skipped',
			]);
			expect(itemsOf('Not Notified')).toMatchObject([{ json: { name: 'Nobody' } }]);
			expect(service.ledger.entries).toHaveLength(2);
		});

		it('alerts of each day on which notifications bring few orders, once', async () => {
			const alert = '09-notification-impact-alert.json';
			const { itemsOf } = await run(alert, 'Every Day at Eight');
			await run(alert, 'Every Day at Eight');
			const days = itemsOf('Impact of Last 7 Days').map(({ json }) => json);
			const few = days.filter(({ orders_after }) => Number(orders_after) < 100);
			expect(days).toHaveLength(7);
			expect(few).toHaveLength(1);
			expect(service.ledger.entries).toMatchObject([{ params: { day: few[0]?.day } }]);
		});

		describe('with an opt-out list and quiet hours', () => {
			const file = '14-opt-out-list-and-quiet-hours.json';
			const namesOf = (items: INodeExecutionData[]) => items.map(({ json }) => json.name);

			it.each([
				['2026-11-20T11:00:00Z', 'Ana', 'João', ['Yuki', 'Haruto']],
				['2026-11-20T22:59:59Z', 'Ana', 'João', ['Yuki', 'Haruto']],
				['2026-11-20T23:00:00Z', 'Yuki', 'Haruto', ['Ana', 'João']],
				['2026-11-21T10:59:59Z', 'Yuki', 'Haruto', ['Ana', 'João']],
			])('notifies by day only, and nobody who opted out: %s', async (now, awake, out, asleep) => {
				const change = (node: INode) =>
					JSON.parse(
						JSON.stringify(node).replaceAll('$now', `DateTime.fromISO('${now}')`),
					) as INode;
				const { itemsOf } = await run(file, 'Every Hour', { change });
				expect(itemsOf('Notify Users')).toMatchObject([
					{ json: { name: awake, status: 'accepted' } },
					{ json: { name: out, status: 'skipped' } },
				]);
				expect(itemsOf('Notify Users')[1]?.json.reason).toContain('Do Not Send To');
				expect(namesOf(itemsOf('In a Later Run'))).toEqual(asleep);
				expect(service.ledger.entries).toMatchObject([{ params: { name: awake } }]);
			});

			it('notifies one customer at any hour, and once', async () => {
				for (let time = 0; time < 2; time++) {
					const { itemsOf } = await run(file, 'Every Hour');
					expect(itemsOf('Notify Users')).toHaveLength(2);
				}
				expect(service.ledger.entries).toHaveLength(1);
			});

			it('notifies where nobody has opted out', async () => {
				// What n8n makes of an empty list, by Always Output Data.
				const pinData = { ...example(file).pinData, 'Opt-Out List': [{ json: {} }] };
				const { itemsOf } = await run(file, 'Every Hour', { pinData });
				expect(itemsOf('Notify Users').map(({ json }) => json.status)).toEqual([
					'accepted',
					'accepted',
				]);
			});
		});

		describe('and what became of it', () => {
			afterEach(() => (service.options.readings = {}));
			const runWith = async (changes: Record<string, INodeParameters> = {}) => {
				const given: Record<string, INodeParameters> = { Wait: { amount: 1 }, ...changes };
				return await run('15-what-became-of-it.json', 'When Clicking Execute', {
					change: ({ parameters, ...node }) => ({
						...node,
						parameters: { ...parameters, ...given[node.name] },
					}),
				});
			};

			it.each([undefined, 'digits', 'number', 'spaced'] as const)(
				'lists who did not read it, where the query writes phones as %s',
				async (phones) => {
					service.options.readings = { records: phones ? { phones } : {} };
					const { itemsOf } = await runWith();
					const statuses = itemsOf('Customers and Statuses').map(({ json }) => json.last_status);
					expect(statuses).toEqual(['delivered', 'read', 'delivered', 'read', 'read']);
					expect(itemsOf('Did Not Read')).toMatchObject([
						{ json: { name: 'Ana', phone: '+5511987650161', last_status: 'delivered' } },
						{ json: { name: 'Zoë', phone: '+5511987650163', last_status: 'delivered' } },
					]);
					expect(service.ledger.entries).toHaveLength(5);
				},
			);

			it.each([0, 30])('lists who is not in the query, which has %p others', async (rows) => {
				service.options.rows = rows;
				const { itemsOf } = await runWith({
					'Notifications by User': { filters: { lastStatus: 'sent' } },
				});
				expect(itemsOf('Notifications by User').length > 0).toBe(rows > 0);
				expect(itemsOf('Did Not Read')).toHaveLength(5);
			});
		});
	});

	describe('An AI agent', () => {
		const ask = async (call: ToolCall): Promise<string> => {
			const answer = await n8n.api.webhook('chat-commerce-agent/chat', {
				action: 'sendMessage',
				sessionId: 'test',
				chatInput: JSON.stringify(call),
			});
			return (JSON.parse(answer) as { output: string }).output;
		};

		beforeAll(async () => {
			service.reset();
			const workflow = await n8n.addExample('10-ai-agent-with-both-nodes.json');
			await n8n.api.activate(workflow);
		});

		it('answers the pinned sample of a question', async () => {
			const { itemsOf } = await run(
				'10-ai-agent-with-both-nodes.json',
				'When Chat Message Received',
			);
			const [answer] = itemsOf('AI Agent');
			expect(answer?.json.output).toMatch(/^Notifications brought 1952 orders in 7 days/);
		});

		it('queries what it chooses, of the days that it chooses', async () => {
			const day = (daysAgo: number) => DateTime.now().minus({ days: daysAgo }).toISODate();
			const days = { startDate: day(5), endDate: day(3) };
			const answer = await ask({
				tool: 'Query_Analytics',
				args: {
					Query_Name: 'usage_by_day_notification_impact',
					Start_Date: days.startDate,
					End_Date: days.endDate,
				},
			});
			expect(answer).toMatch(/orders in 3 days/);
			expect(service.requests.at(-1)?.body).toMatchObject(days);
			expect([...model.offered.keys()].toSorted()).toEqual(['Notify_a_User', 'Query_Analytics']);
		});

		it('is told which queries there are', () => {
			const description = model.offered.get('Query_Analytics');
			expect(description).toContain('Messages: messages_by_day, messages_by_hour_block');
		});

		it('notifies', async () => {
			const answer = await ask({
				tool: 'Notify_a_User',
				args: { Phone: '+55 11 98765-0009', Name: 'Ana', Order_ID: 'A-9' },
			});
			expect(answer).toContain('accepted');
			expect(service.ledger.entries).toMatchObject([{ phone: '+5511987650009' }]);
		});

		it('is told what is wrong', async () => {
			const answer = await ask({
				tool: 'Notify_a_User',
				args: { Phone: '12', Name: 'Ana', Order_ID: 'A-9' },
			}).catch((error: Error) => error.message);
			// The agent of n8n ends with any tool that fails, seen up to 2.20.
			expect(answer).toContain(
				version === NEWEST ? 'Phone is not a possible number' : 'Error in workflow',
			);
		});
	});

	it('leaves the token readable nowhere: not in logs, nor in what n8n saves', () => {
		expect(n8n.child.output()).not.toContain(service.token);
		const files = readdirSync(n8n.userFolder, { recursive: true, withFileTypes: true }).filter(
			(entry) => entry.isFile() && !entry.parentPath.includes('node_modules'),
		);
		expect(files.map(({ name }) => name)).toContain('database.sqlite');
		const withToken = files.filter(({ parentPath, name }) =>
			readFileSync(join(parentPath, name)).includes(service.token),
		);
		expect(withToken).toEqual([]);
	});
});
