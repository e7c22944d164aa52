import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DateTime } from 'luxon';
import type { INode, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { parse, unparse } from 'papaparse';
import readXlsxFile from 'read-excel-file/node';
import { csvText } from '../../service/bulkFile';
import { type Service, startService } from '../../service/service';
import { agentWithoutReview, REVIEWED_AGENT } from '../agent';
import type { ExampleWorkflow } from '../api';
import { NEWEST } from '../installation';
import { answerEmail, type Mailbox } from '../mailbox';
import { summaryOf } from '../note';
import type { ScriptedModel, ToolCall } from '../scriptedModel';
import { credentialOf, example, exampleFiles, type WholeN8n, withCredential } from '../wholeN8n';
import { chain, CLICK, node, ours } from '../workflows';
import type { Shared } from '../world';

/* Each example, imported into whole n8n and run there. Only the service and the model are simulated. */

/** Of the files alone. */
export function exampleFilesAreWhole(): void {
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
}

export function examples(shared: Shared): void {
	let service: Service;
	let n8n: WholeN8n;
	let mailbox: Mailbox;
	let model: ScriptedModel;

	beforeAll(() => {
		({ service, n8n, mailbox, model } = shared());
	});

	describe('Bulk Export', () => {
		it('is emailed every day as a file for Excel, and arrives byte for byte', async () => {
			service.options.rows = 5000;
			const { status } = await n8n.run('03-email-yesterdays-report.json');
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
			const { itemsOf } = await n8n.run(intoSpreadsheet());
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
	});

	it('Bulk Export > Run gives the days that earlier runs have not, once', async () => {
		const file = '04-only-new-days.json';
		service.options.rows = 30;
		const first = await n8n.run(file);
		expect(first.itemsOf('Save Orders')).toHaveLength(30);
		expect(first.itemsOf('Nothing New')).toEqual([]);
		const [days] = first.itemsOf('From and Through').map(({ json }) => json);
		expect(service.requests[0]?.body).toMatchObject({
			startDate: days?.from,
			endDate: days?.through,
		});
		expect(first.itemsOf('Remember Last Day')).toMatchObject([
			{ json: { export: 'orders', last_day: days?.through } },
		]);

		const second = await n8n.run(file);
		expect(second.itemsOf('Nothing New')).toHaveLength(1);
		expect(service.jobs.size).toBe(1);
	});

	it('Query > Run gives records', async () => {
		const { itemsOf } = await n8n.run('02-get-rows-or-a-file.json');
		expect(itemsOf('Records at Once')).toHaveLength(7);
	});

	describe('Notification > Send', () => {
		it('is tried with the pinned sample of an event', async () => {
			const { itemsOf } = await n8n.run('09-tell-customers-of-shipped-orders.json');
			expect(itemsOf('Notify User')).toHaveLength(1);
			expect(service.ledger.entries).toMatchObject([{ params: { name: 'Zoë', order_id: 'A-7' } }]);
		});

		it('alerts of each day on which notifications bring few orders, once', async () => {
			const alert = '15-alert-on-few-orders.json';
			const { itemsOf } = await n8n.run(alert);
			await n8n.run(alert);
			const days = itemsOf('Impact of Last 7 Days').map(({ json }) => json);
			const few = days.filter(({ orders_after }) => Number(orders_after) < 100);
			expect(days).toHaveLength(7);
			expect(few).toHaveLength(1);
			expect(service.ledger.entries).toMatchObject([{ params: { day: few[0]?.day } }]);
		});

		describe('with an opt-out list and quiet hours', () => {
			const file = '11-opt-out-list-and-quiet-hours.json';
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
				const { itemsOf } = await n8n.run(file, { change });
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
					const { itemsOf } = await n8n.run(file);
					expect(itemsOf('Notify Users')).toHaveLength(2);
				}
				expect(service.ledger.entries).toHaveLength(1);
			});

			it('notifies where nobody has opted out', async () => {
				// What n8n makes of an empty list, by Always Output Data.
				const pinData = { ...example(file).pinData, 'Opt-Out List': [{ json: {} }] };
				const { itemsOf } = await n8n.run(file, { pinData });
				expect(itemsOf('Notify Users').map(({ json }) => json.status)).toEqual([
					'accepted',
					'accepted',
				]);
			});
		});

		describe('in a campaign', () => {
			const file = '12-campaign-with-approval.json';
			const phones = ['+5511987650171', '+5511987650172', '+919876543217'];

			it('is sent when a person approves it, who then gets a summary', async () => {
				const { itemsOf } = await n8n.run(file, {
					meanwhile: async () => {
						const question = await answerEmail(mailbox, { answer: 'approve' });
						expect(question.html).toContain('3 customers would get this message');
						expect(service.ledger.entries).toEqual([]);
					},
				});
				expect(itemsOf('Bad Phones')).toMatchObject([{ json: { name: 'Nobody' } }]);
				expect(service.ledger.entries.map(({ phone }) => phone).toSorted()).toEqual(phones);
				expect(mailbox.emails.at(-1)?.text).toMatch(/^accepted: 3\s+not a valid phone: 1\s*$/);
			});

			it('is not sent when a person refuses it', async () => {
				const { itemsOf } = await n8n.run(file, {
					meanwhile: async () => await answerEmail(mailbox, { answer: 'refuse' }),
				});
				expect(itemsOf('Not Sent')).toHaveLength(1);
				expect(mailbox.emails).toHaveLength(1);
				expect(service.ledger.entries).toEqual([]);
			});
		});

		it('is sent to nobody who got one in the last 7 days', async () => {
			const file = '13-at-most-one-message-a-week.json';
			const first = await n8n.run(file);
			expect(first.itemsOf('Write Status Back').map(({ json }) => json.status)).toEqual([
				'sent',
				'sent',
				'sent',
			]);
			// As if it were another day for the service, too.
			service.reset();
			const second = await n8n.run(file);
			expect(second.itemsOf('Phones in One Form')).toHaveLength(3);
			expect(second.itemsOf('Not in the Last 7 Days')).toEqual([]);
			expect(service.ledger.entries).toEqual([]);
		});

		describe('and what became of it', () => {
			const runWith = async (changes: Record<string, INodeParameters> = {}) => {
				const given: Record<string, INodeParameters> = { Wait: { amount: 1 }, ...changes };
				return await n8n.run('14-who-did-not-read-it.json', {
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

	describe('An AI agent that asks first', () => {
		const call: ToolCall = {
			tool: 'Notify_a_User',
			args: { Phone: '+55 11 98765-0009', Name: 'Ana', Order_ID: 'A-9' },
		};
		const ask = async (answer: 'approve' | 'refuse') =>
			await n8n.run(REVIEWED_AGENT, {
				pinData: {
					'When Chat Message Received': [
						{
							json: {
								sessionId: answer,
								action: 'sendMessage',
								chatInput: JSON.stringify(call),
							},
						},
					],
				},
				meanwhile: async () => {
					const question = await answerEmail(mailbox, { answer });
					expect(question.html).toContain('+55 11 98765-0009');
					expect(service.ledger.entries).toEqual([]);
				},
			});

		it('notifies when a person approves it', async () => {
			const { itemsOf } = await ask('approve');
			expect(itemsOf('AI Agent')[0]?.json.output).toContain('accepted');
			expect(service.ledger.entries).toMatchObject([
				{ phone: '+5511987650009', params: { name: 'Ana', order_id: 'A-9' } },
			]);
		});

		it('does not notify when a person refuses it', async () => {
			const { itemsOf } = await ask('refuse');
			expect(itemsOf('AI Agent')).toHaveLength(1);
			expect(service.ledger.entries).toEqual([]);
		});
	});

	describe('An AI agent', () => {
		const ask = async (call: ToolCall): Promise<string> => {
			const answer = await n8n.api.webhook('chat-without-review/chat', {
				action: 'sendMessage',
				sessionId: 'test',
				chatInput: JSON.stringify(call),
			});
			return (JSON.parse(answer) as { output: string }).output;
		};

		beforeAll(async () => {
			const workflow = await n8n.addExample(agentWithoutReview());
			await n8n.api.activate(workflow);
		});

		it('answers the pinned sample of a question', async () => {
			const { itemsOf } = await n8n.run(REVIEWED_AGENT);
			const [answer] = itemsOf('AI Agent');
			expect(answer?.json.output).toMatch(/^Notifications brought 1599 orders in 7 days/);
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
				shared.version === NEWEST ? 'Phone is not a valid number' : 'Error in workflow',
			);
		});
	});
}

/** Rows that become a file of Excel. */
function intoSpreadsheet(): ExampleWorkflow {
	const rows = ours('Bulk Export', 'analytics', {
		resource: 'bulkExport',
		operation: 'run',
		queryName: 'commerce_summary_by_order',
		output: 'items',
	});
	const file = node('Spreadsheet', 'n8n-nodes-base.convertToFile', { operation: 'xlsx' });
	return chain('Into a spreadsheet', CLICK, rows, file);
}

/** n8n takes an execution out of memory when it waits for longer than 65 s. */
const WAIT_SECONDS = 66;

/**
 * A long export that is started, waited for outside of memory, and got: it begins with the suites, and is
 * looked at behind them, so that nobody waits for it.
 */
export function longExport(shared: Shared): () => void {
	let slow: Service;
	let execution: string;
	beforeAll(async () => {
		slow = await startService({ rows: 200, jobDurationMs: (WAIT_SECONDS - 6) * 1000 });
		const { api, addExample } = shared().n8n;
		const credential = await api.saveCredential('Slow', 'chatCommerceApi', credentialOf(slow, 600));
		const workflow = await addExample('08-long-export-in-steps.json', {
			change: (node) => {
				if (node.name !== 'Wait') return withCredential(node, credential);
				return {
					...node,
					parameters: { ...node.parameters, amount: WAIT_SECONDS, unit: 'seconds' },
				};
			},
		});
		execution = await api.run(workflow, await api.triggerOf(workflow));
	});
	afterAll(async () => await slow?.close());
	return () =>
		it('a long export is got behind a wait outside of memory', async () => {
			const { data } = await shared().n8n.api.finished(execution);
			const { error, runData } = data.resultData;
			expect(error).toBeUndefined();
			const [item] = runData['Get Result']?.at(-1)?.data?.main?.[0] ?? [];
			expect(item?.json).toMatchObject({ rows: 200 });
		});
}

/** Of what the suites before it have left. */
export function tokenIsNowhere(shared: Shared): void {
	it('leaves the token readable nowhere: not in logs, nor in what n8n saves', () => {
		const { n8n, service } = shared();
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
}
