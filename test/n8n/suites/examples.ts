import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DateTime } from 'luxon';
import type { INode, INodeParameters } from 'n8n-workflow';
import type { Fault } from '../../service/faults';
import { jsonRecords } from '../../service/records';
import type { Service } from '../../service/service';
import type { ExampleWorkflow } from '../api';
import {
	agentWithoutReview,
	example,
	exampleFiles,
	isNote,
	REVIEWED_AGENT,
	summaryOf,
} from '../exampleFiles';
import { OLDEST } from '../installation';
import { answerEmail, type Mailbox } from '../mailbox';
import type { ScriptedModel, ToolCall } from '../scriptedModel';
import type { ExampleChanges, WholeN8n } from '../wholeN8n';
import { withParameters } from '../workflows';
import type { Shared } from '../world';

/* Each example, imported into whole n8n and run there. Only the service and the model are simulated. */

const wholeDays = (first: string, last: string) => {
	return { startDate: `${first} 00:00:00`, endDate: `${last} 23:59:59` };
};

export function exampleFilesAreWhole(): void {
	it.each(exampleFiles())('%s can be imported, and is listed', (file) => {
		const { nodes, pinData } = example(file);
		expect(nodes.filter((node) => 'credentials' in node)).toEqual([]);
		// n8n's editor needs it, also where it is empty.
		expect(pinData).toBeDefined();
		const [notes, others] = [nodes.filter(isNote), nodes.filter((node) => !isNote(node))];
		const top = Math.min(...others.map(({ position: [, y] }) => y));
		for (const { position, parameters } of notes) {
			expect(position[1] + Number(parameters.height)).toBeLessThan(top);
		}
		const readme = readFileSync('examples/README.md', 'utf8');
		expect(readme).toContain(`(${file}) | ${summaryOf(example(file))} |`);
	});
}

export function examples(shared: Shared): void {
	let service: Service;
	let n8n: WholeN8n;
	let mailbox: Mailbox;
	let model: ScriptedModel;

	// n8n 1.x creates no tables, and has no person review the call of a tool.
	const itIfNew = shared.version === OLDEST ? it.skip : it;

	beforeAll(() => {
		({ service, n8n, mailbox, model } = shared());
	});

	it('An export is emailed every day as an Excel file, in which IDs and phones are text', async () => {
		service.options.rows = 5000;
		await n8n.run('03-email-yesterdays-report.json');
		const [email] = mailbox.emails;
		const [attachment] = email?.attachments ?? [];
		expect(email?.subject).toMatch(/^Notifications of \d{4}-\d\d-\d\d$/);
		expect(email?.text).toContain('with 5000 rows');
		expect(attachment?.filename).toMatch(/^notifications_\d{4}-\d\d-\d\d\.xlsx$/);
		// n8n writes its sheets without compression.
		const sheet = Buffer.from(attachment?.content as ArrayBuffer).toString('utf8');
		const texts = new Set([...sheet.matchAll(/ t="str"><v>([^<]*)</g)].map(([, text]) => text));
		const [job] = service.jobs.values();
		const values = [...jsonRecords(job!.request)].map((record) => Object.fromEntries(record));
		expect(values.filter(({ user_id }) => !texts.has(String(user_id)))).toEqual([]);
		expect(values.filter(({ phone }) => !texts.has(String(phone)))).toEqual([]);
		expect([...sheet.matchAll(/<row /g)]).toHaveLength(1 + 5000);
	});

	it('A long export is started, waited for and got in steps', async () => {
		Object.assign(service.options, { rows: 200, jobDurationMs: 3_000 });
		const change = withParameters({ Wait: { amount: 1, unit: 'seconds' } });
		const { itemsOf } = await n8n.run('08-long-export-in-steps.json', { change });
		expect(itemsOf('Get Result')).toMatchObject([{ json: { rows: 200 } }]);
	});

	itIfNew('An export gives the days that earlier runs have not, once', async () => {
		const file = '04-only-new-days.json';
		service.options.rows = 30;
		const errorMessage = 'The table is locked';
		const type = 'n8n-nodes-base.stopAndError';
		const stop = { type, typeVersion: 1, parameters: { errorMessage } };
		const change = (node: INode) => (node.name === 'Save Orders' ? { ...node, ...stop } : node);
		expect((await n8n.execute(file, { change })).error).toMatchObject({ message: errorMessage });
		// The days of a failed run are asked for again.
		service.reset();
		const { itemsOf } = await n8n.run(file);
		const { from, through } = itemsOf('From and Through')[0]!.json;
		expect(service.requests[0]?.body).toMatchObject(wholeDays(from as string, through as string));
		expect(itemsOf('Save Orders')).toHaveLength(30);
		const remembered = { json: { export: 'orders', last_day: through } };
		expect(itemsOf('Remember Last Day')).toMatchObject([remembered]);
		expect((await n8n.run(file)).itemsOf('Nothing New')).toHaveLength(1);
		expect(service.jobs.size).toBe(1);
	});

	it('An alert is sent of each day on which notifications bring few orders, once', async () => {
		const alert = '15-alert-on-few-orders.json';
		const { itemsOf } = await n8n.run(alert);
		await n8n.run(alert);
		const days = itemsOf('Impact of Last 7 Days').map(({ json }) => json);
		const few = days.filter(({ orders_after }) => Number(orders_after) < 100);
		expect([days.length, few.length]).toEqual([7, 1]);
		expect(service.ledger.entries).toMatchObject([{ params: { day: few[0]?.day } }]);
	});

	it('The button of a template gets its link, and a second run notifies nobody again', async () => {
		for (let time = 0; time < 2; time++) await n8n.run('17-template-with-a-button.json');
		const buttons = [{ sub_type: 'url', index: 0, parameters: [{ text: '/track/12345' }] }];
		expect(service.ledger.entries).toMatchObject([{ params: { name: 'Ana', buttons } }]);
	});

	describe('With an opt-out list and quiet hours', () => {
		const file = '11-opt-out-list-and-quiet-hours.json';

		it.each([
			['2026-11-20T12:00:00Z', 'Ana', 'João', ['Yuki', 'Haruto']],
			['2026-11-20T00:00:00Z', 'Yuki', 'Haruto', ['Ana', 'João']],
		])('notified by day, unless they opted out: %s', async (now, awake, out, asleep) => {
			const change = (node: INode) =>
				JSON.parse(JSON.stringify(node).replaceAll('$now', `DateTime.fromISO('${now}')`)) as INode;
			const { itemsOf } = await n8n.run(file, { change });
			const reason: unknown = expect.stringContaining('Do Not Send To');
			const [sent, skipped] = itemsOf('Notify Users').map(({ json }) => json);
			expect(sent).toMatchObject({ name: awake, status: 'accepted' });
			expect(skipped).toMatchObject({ name: out, status: 'skipped', reason });
			expect(itemsOf('In a Later Run').map(({ json }) => json.name)).toEqual(asleep);
			expect(service.ledger.entries).toMatchObject([{ params: { name: awake } }]);
		});
	});

	describe('A campaign', () => {
		const file = '12-campaign-with-approval.json';

		it('is sent when a person approves it, who then gets a summary', async () => {
			const meanwhile = async () => {
				const question = await answerEmail(mailbox, { answer: 'approve' });
				expect(question.html).toContain('3 customers would get this message');
				expect(service.ledger.entries).toEqual([]);
			};
			const { itemsOf } = await n8n.run(file, { meanwhile });
			expect(itemsOf('Bad Phones')).toMatchObject([{ json: { name: 'Nobody' } }]);
			const phones = service.ledger.entries.map(({ phone }) => phone).toSorted();
			expect(phones).toEqual(['+12025550171', '+12025550172', '+61491570158']);
			const summary = /^accepted: 3\s+skipped: 1\s+not a valid phone: 1\s*$/;
			expect(mailbox.emails.at(-1)?.text).toMatch(summary);
		});

		it('is not sent when a person refuses it', async () => {
			const meanwhile = async () => await answerEmail(mailbox, { answer: 'refuse' });
			const { itemsOf } = await n8n.run(file, { meanwhile });
			expect(itemsOf('Not Sent')).toHaveLength(1);
			expect(mailbox.emails).toHaveLength(1);
			expect(service.ledger.entries).toEqual([]);
		});
	});

	describe('A message is sent to nobody who got one in the last 7 days', () => {
		const file = '13-at-most-one-message-a-week.json';
		const rui = { Customers: [{ json: { phone: '+5511987650189', name: 'Rui' } }] };

		itIfNew.each<[string, ExampleChanges['pinData'], sent: number, Fault?]>([
			['also where the list has a phone twice', {}, 3],
			['also where the response was lost', rui, 1, { kind: 'status', status: 200 }],
		])('%s', async (_, pinned, sent, ...[fault]) => {
			const pinData = { ...example(file).pinData, ...pinned };
			if (fault) service.faults.add('notifications', fault);
			const first = await n8n.run(file, { pinData });
			const statuses = first.itemsOf('Write Status Back').map(({ json }) => json.status);
			expect(statuses).toEqual(Array(sent).fill('sent'));
			// As if it were another day for the service, too.
			service.reset();
			const second = await n8n.run(file, { pinData });
			expect(second.itemsOf('Each Phone Once')).toHaveLength(sent);
			expect(second.itemsOf('Not in the Last 7 Days')).toEqual([]);
			expect(service.ledger.entries).toEqual([]);
		});
	});

	describe('Who did not read a message', () => {
		const run = async (changed: Record<string, INodeParameters> = {}) => {
			const change = withParameters({ Wait: { amount: 1 }, ...changed });
			return await n8n.run('14-who-did-not-read-it.json', { change });
		};

		it.each([false, true])('is listed: phones are numbers: %p', async (numericPhones) => {
			service.options.numericPhones = numericPhones;
			const { itemsOf } = await run();
			const statuses = itemsOf('Customers and Statuses').map(({ json }) => json.last_status);
			expect(statuses).toEqual(['Delivered', 'Read', 'Delivered', 'Read', 'Read']);
			expect(itemsOf('Did Not Read')).toMatchObject([
				{ json: { name: 'Ana', phone: '+12025550161', last_status: 'Delivered' } },
				{ json: { name: 'Zoë', phone: '+12025550163', last_status: 'Delivered' } },
			]);
			expect(service.ledger.entries).toHaveLength(5);
		});
	});

	describe('An AI agent', () => {
		const day = (daysAgo: number) => DateTime.now().minus({ days: daysAgo }).toISODate();
		const notify = (Phone: string): ToolCall => {
			return { tool: 'Notify_a_User', args: { Phone, Name: 'Ana', Order_ID: 'A-9' } };
		};

		const ask = async (
			call: ToolCall,
			agent: string | ExampleWorkflow,
			changes: Parameters<typeof n8n.execute>[1] = {},
		) => {
			const chatInput = JSON.stringify(call);
			const message = { sessionId: chatInput, action: 'sendMessage', chatInput };
			const pinData = { 'When Chat Message Received': [{ json: message }] };
			const { error, itemsOf } = await n8n.execute(agent, { ...changes, pinData });
			return error?.message ?? (itemsOf('AI Agent')[0]?.json.output as string);
		};

		const askReviewed = async (answer: 'approve' | 'refuse') => {
			const meanwhile = async () => {
				const question = await answerEmail(mailbox, { answer });
				expect(question.html).toContain('+55 11 98765-0009');
				expect(service.ledger.entries).toEqual([]);
			};
			return await ask(notify('+55 11 98765-0009'), REVIEWED_AGENT, { meanwhile });
		};

		itIfNew('notifies when a person approves it', async () => {
			expect(await askReviewed('approve')).toContain('accepted');
			const message = { phone: '+5511987650009', params: { name: 'Ana', order_id: 'A-9' } };
			expect(service.ledger.entries).toMatchObject([message]);
		});

		itIfNew('does not notify when a person refuses it', async () => {
			expect(await askReviewed('refuse')).toContain('The tool returned');
			expect(service.ledger.entries).toEqual([]);
		});

		it('queries what it chooses, of the days that it chooses, and knows what there is', async () => {
			const Query_Name = 'usage_by_day_notification_impact';
			const args = { Query_Name, Start_Date: day(5), End_Date: day(3) };
			const answer = await ask({ tool: 'Query_Analytics', args }, agentWithoutReview());
			expect(answer.match(/"orders_after":\d/g)).toHaveLength(3);
			const sent = { queryName: Query_Name, ...wholeDays(day(5), day(3)) };
			expect(service.requests.at(-1)?.body).toMatchObject(sent);
			expect([...model.offered.keys()].toSorted()).toEqual(['Notify_a_User', 'Query_Analytics']);
			expect(model.offered.get('Query_Analytics')).toContain('Messages: messages_by_day,');
		});

		it.each([2.2, 3])('of version %d is told why nobody was notified', async (typeVersion) => {
			const change = (node: INode) => (node.name === 'AI Agent' ? { ...node, typeVersion } : node);
			const answer = await ask(notify('12'), agentWithoutReview(), { change });
			expect(answer).toContain('[{"error":"Phone is not a valid number: 12. Begin it with +');
			expect(service.ledger.entries).toEqual([]);
		});

		it('defines the query and the dates of a tool that was just added', async () => {
			const args = { Query_Name: 'usage_by_user', Start_Date: day(2), End_Date: day(2) };
			// With its defaults, as n8n saves it when it is added.
			const change = (node: INode) =>
				node.name === 'Query Analytics' ? { ...node, parameters: {} } : node;
			await ask({ tool: 'Query_Analytics', args }, agentWithoutReview(), { change });
			const sent = { queryName: 'usage_by_user', ...wholeDays(day(2), day(2)) };
			expect(service.requests.at(-1)?.body).toMatchObject(sent);
		});
	});
}

/** Of what the suites before it have left. */
export function tokenIsNowhere(shared: Shared): void {
	it('leaves the token readable nowhere: not in logs, nor in what n8n saves', () => {
		const { n8n, processes, service } = shared();
		for (const { output } of processes) expect(output()).not.toContain(service.token);
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
