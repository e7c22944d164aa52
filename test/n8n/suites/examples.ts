import type { INode, INodeParameters } from 'n8n-workflow';
import type { Fault } from '../../service/faults';
import { recordObjects } from '../../service/records';
import { example } from '../exampleFiles';
import { OLDEST } from '../installation';
import { answerEmail } from '../mailbox';
import { wholeDays } from '../wholeDays';
import type { Executed, ExecuteOptions } from '../wholeN8n';
import { atTime, chain, CLICK, withParameters, withPath } from '../workflows';
import type { Shared } from '../world';
import { agent } from './agent';

/* Each example, imported into whole n8n and run there. Only the service and the model are simulated. */

export function examples(shared: Shared): void {
	const { service, n8n, mailbox } = shared;

	// n8n 1.x cannot create data tables.
	const itWithDataTables = shared.version === OLDEST ? it.skip : it;

	it('emails an export every day as an Excel file, in which IDs and phones are text', async () => {
		service.options.rows = 5000;
		service.options.states = ['PENDING', 'RUNNING'];
		await n8n.run('03-email-yesterdays-report.json');
		const [email] = mailbox.emails;
		const [attachment] = email?.attachments ?? [];
		expect(email?.subject).toMatch(/^Notifications of \d{4}-\d\d-\d\d$/);
		expect(email?.text).toContain('with 5000 rows');
		expect(attachment?.filename).toMatch(/^notifications_\d{4}-\d\d-\d\d\.xlsx$/);

		// n8n writes the sheets of an Excel file without compression, so they can be read as they are.
		const sheet = Buffer.from(attachment?.content as ArrayBuffer).toString('utf8');
		expect([...sheet.matchAll(/<row /g)]).toHaveLength(1 + 5000);
		const textCells = [...sheet.matchAll(/ t="str"><v>([^<]*)</g)];
		const texts = new Set(textCells.map(([, text]) => text));
		const [job] = service.jobs.values();
		const records = recordObjects(job!.request);
		expect(records.filter(({ user_id }) => !texts.has(String(user_id)))).toEqual([]);
		expect(records.filter(({ phone }) => !texts.has(String(phone)))).toEqual([]);
	});

	it('starts a long export, waits for it, and gets its result in separate steps', async () => {
		service.options.rows = 200;
		service.options.jobDurationMs = 3_000;
		const change = withParameters({ Wait: { amount: 1, unit: 'seconds' } });
		const { itemsOf } = await n8n.run('08-long-export-in-steps.json', { change });
		expect(itemsOf('Get Result')).toMatchObject([{ json: { rows: 200 } }]);
	});

	itWithDataTables('exports each day once, and the days of a failed run again', async () => {
		const file = '04-only-new-days.json';
		service.options.rows = 30;
		const failing: Partial<INode> = {
			type: 'n8n-nodes-base.stopAndError',
			typeVersion: 1,
			parameters: { errorMessage: 'The table is locked' },
		};
		const change = (node: INode) => (node.name === 'Save Orders' ? { ...node, ...failing } : node);
		const failed = await n8n.execute(file, { change });
		expect(failed.error).toMatchObject({ message: 'The table is locked' });

		service.reset();
		const second = await n8n.run(file);
		const { from, through } = second.itemsOf('From and Through')[0]!.json;
		expect(service.requests[0]?.body).toMatchObject(wholeDays(from as string, through as string));
		expect(second.itemsOf('Save Orders')).toHaveLength(30);
		expect(second.itemsOf('Remember Last Day')).toMatchObject([
			{ json: { export: 'orders', last_day: through } },
		]);

		const third = await n8n.run(file);
		expect(third.itemsOf('Nothing New')).toHaveLength(1);
		expect(service.jobs.size).toBe(1);
	});

	it('sends one alert for each day on which notifications bring few orders', async () => {
		const file = '15-alert-on-few-orders.json';
		const { itemsOf } = await n8n.run(file);
		await n8n.run(file);
		const days = itemsOf('Impact of Last 7 Days').map(({ json }) => json);
		expect(days).toHaveLength(7);
		const daysWithFewOrders = days.filter(({ orders_after }) => Number(orders_after) < 100);
		expect(daysWithFewOrders).toHaveLength(1);
		const [{ day } = {}] = daysWithFewOrders;
		expect(service.ledger.entries).toMatchObject([{ params: { day } }]);
	});

	it('ends with an error if an alert on few orders cannot be sent', async () => {
		service.faults.add('notifications', { kind: 'refusal', status: 400 });
		const { error } = await n8n.execute('15-alert-on-few-orders.json');
		expect(error?.message).toMatch(/^The alert for \d{4}-\d\d-\d\d was not sent: ./);
		expect(service.ledger.entries).toEqual([]);
	});

	it('a CRM gets the reason if an event cannot be sent, and a customer without a name a fallback', async () => {
		const path = 'crm-with-gaps';
		const change = (node: INode) => (node.name === 'CRM Event' ? withPath(node, path) : node);
		await n8n.publish('09-tell-customers-of-shipped-orders.json', { change });
		const event = { event_id: 'evt-2', phone: '+12025550109', order_id: 'A-8' };
		await n8n.api.webhook(path, event);
		expect(service.ledger.entries).toMatchObject([{ params: { name: 'customer' } }]);
		await expect(n8n.api.webhook(path, { ...event, phone: '12' })).rejects.toThrow(
			/500 \{"event_id":"evt-2","status":"failed","error":".*phone/i,
		);
		expect(service.ledger.entries).toHaveLength(1);
	});

	it("fills in the link of a template's button, and notifies nobody again in a second run", async () => {
		await n8n.run('17-template-with-a-button.json');
		await n8n.run('17-template-with-a-button.json');
		const buttons = [{ sub_type: 'url', index: 0, parameters: [{ text: '/track/12345' }] }];
		expect(service.ledger.entries).toMatchObject([{ params: { name: 'Ana', buttons } }]);
	});

	describe('With an opt-out list and quiet hours', () => {
		const file = '11-opt-out-list-and-quiet-hours.json';

		/** Runs the example as if it were that time, whenever the test runs. */
		const runAt = async (now: string, options: ExecuteOptions = {}): Promise<Executed> => {
			return await n8n.run(file, { ...options, change: atTime(now) });
		};

		it.each([
			{
				now: '2026-11-20T12:00:00Z',
				place: 'Puerto Rico',
				notified: 'Ana',
				optedOut: 'João',
				asleep: ['Yuki', 'Haruto'],
			},
			{
				now: '2026-11-20T00:00:00Z',
				place: 'Perth',
				notified: 'Yuki',
				optedOut: 'Haruto',
				asleep: ['Ana', 'João'],
			},
		])(
			'notifies those for whom it is day, unless they opted out: at $now, it is day in $place',
			async ({ now, notified, optedOut, asleep }) => {
				const { itemsOf } = await runAt(now);
				const [first, second] = itemsOf('Notify Users').map(({ json }) => json);
				expect(first).toMatchObject({ name: notified, status: 'accepted' });
				expect(second).toMatchObject({
					name: optedOut,
					status: 'skipped',
					note: expect.stringContaining('Do Not Send To') as string,
				});
				expect(itemsOf('In a Later Run').map(({ json }) => json.name)).toEqual(asleep);
				expect(itemsOf('Time Zone Not Known').map(({ json }) => json.name)).toEqual(['Rosa']);
				expect(service.ledger.entries).toMatchObject([{ params: { name: notified } }]);
			},
		);

		it('collects the customers whose time zone is not known, and those who cannot be notified', async () => {
			const customers = [
				{ name: 'Ana', phone: '+17875550151', time_zone: 'America/Puerto_Rico' },
				{ name: 'Bia', phone: '12', time_zone: 'America/Puerto_Rico' },
				{ name: 'Without', phone: '+17875550154' },
				{ name: 'Empty', phone: '+17875550155', time_zone: '' },
				{ name: 'Misspelt', phone: '+17875550156', time_zone: 'America/São_Paulo' },
				{ name: 'Offset', phone: '+17875550157', time_zone: -4 },
				{ name: 'Place', phone: '+17875550158', time_zone: 'Puerto Rico' },
			];
			const pinData = { ...example(file).pinData, Customers: customers.map((json) => ({ json })) };
			const { itemsOf } = await runAt('2026-11-20T16:00:00Z', { pinData });
			const namesOf = (node: string) => itemsOf(node).map(({ json }) => json.name);
			expect(namesOf('Notify Users')).toEqual(['Ana']);
			expect(namesOf('Not Notified')).toEqual(['Bia']);
			expect(namesOf('Time Zone Not Known')).toEqual([
				'Without',
				'Empty',
				'Misspelt',
				'Offset',
				'Place',
			]);
			expect(namesOf('In a Later Run')).toEqual([]);
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
			expect(itemsOf('Not Usable')).toMatchObject([{ json: { name: 'Nobody' } }]);
			const phones = service.ledger.phones.toSorted();
			expect(phones).toEqual(['+12025550171', '+12025550172', '+61491570158']);
			const summary = /^accepted: 3\s+skipped: 1\s+not usable: 1\s*$/;
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

	describe('At most one message a week', () => {
		const file = '13-at-most-one-message-a-week.json';

		interface Week {
			name: string;
			customers?: ExecuteOptions['pinData'];
			fault?: Fault;
			notified: number;
		}

		const weeks: Week[] = [
			{ name: 'if the list has a phone twice', notified: 3 },
			{
				name: 'if the response to the first message was lost',
				customers: { Customers: [{ json: { phone: '+5511987650189', name: 'Rui' } }] },
				// A response without a body does not say whether the service has sent the message, so it may have.
				fault: { kind: 'status', status: 200 },
				notified: 1,
			},
		];

		itWithDataTables.each(weeks)(
			'nobody is notified again within 7 days, also $name',
			async ({ customers, fault, notified }) => {
				const pinData = { ...example(file).pinData, ...customers };
				if (fault) service.faults.add('notifications', fault);
				const first = await n8n.run(file, { pinData });
				const statuses = first.itemsOf('Write Status Back').map(({ json }) => json.status);
				expect(statuses).toEqual(Array(notified).fill('sent'));

				// The service forgets what it was sent, as if it were another day for its nonces.
				service.reset();
				const second = await n8n.run(file, { pinData });
				expect(second.itemsOf('Each Phone Once')).toHaveLength(notified);
				expect(second.itemsOf('Not in the Last 7 Days')).toEqual([]);
				expect(service.ledger.entries).toEqual([]);
			},
		);
	});

	itWithDataTables('sends again to those who failed once a person has reviewed them', async () => {
		const file = '18-send-again-to-those-who-failed.json';
		/** Does what the person does in the data table. */
		const review = async (phone: string, corrected: string) => {
			const values = { phone: corrected, send_again: true };
			const columns = {
				mappingMode: 'defineBelow',
				value: values,
				matchingColumns: [],
				schema: [],
			};
			const keep = example(file).nodes.find(({ name }) => name === 'Keep for Review')!;
			const conditions = [{ keyName: 'listed_phone', condition: 'eq', keyValue: phone }];
			const parameters = {
				...keep.parameters,
				operation: 'update',
				filters: { conditions },
				columns,
			};
			await n8n.run(chain('Review', CLICK, { ...keep, parameters }));
		};
		// The service sends the message that comes first, which may be any, and its response is lost.
		service.faults.add('notifications', { kind: 'status', status: 200, apply: true });

		const first = await n8n.run(file);
		const kept = first.itemsOf('Keep for Review').map(({ json }) => json);
		const lost = kept.find(({ name }) => name !== 'João');
		expect(kept).toHaveLength(2);
		expect(lost).toMatchObject({ status: 'failed', may_have_been_sent: true });
		expect(kept).toContainEqual(
			expect.objectContaining({ name: 'João', status: 'failed', may_have_been_sent: false }),
		);
		const second = await n8n.run(file);
		expect(second.itemsOf('Reviewed Rows')).toEqual([]);

		const phoneOfLost = lost!.listed_phone as string;
		await review(phoneOfLost, phoneOfLost);
		await review('12', '+1 202 555-0192');
		const third = await n8n.run(file);
		const saved = third.itemsOf('Save the Result').map(({ json }) => json);
		expect(saved.map(({ name }) => name).toSorted()).toEqual([lost!.name, 'João'].toSorted());
		for (const row of saved) {
			expect(row).toMatchObject({ status: 'accepted', send_again: false, note: '' });
		}
		const fourth = await n8n.run(file);
		expect(fourth.itemsOf('Reviewed Rows')).toEqual([]);
		expect(service.ledger.phones.toSorted()).toEqual([
			'+12025550191',
			'+12025550192',
			'+12025550193',
		]);
	});

	describe('Who did not read a message', () => {
		const run = async (changed: Record<string, INodeParameters> = {}): Promise<Executed> => {
			const change = withParameters({ Wait: { amount: 1 }, ...changed });
			return await n8n.run('14-who-did-not-read-it.json', { change });
		};

		it.each([
			{ numericPhones: false, how: 'as text' },
			{ numericPhones: true, how: 'as numbers' },
		])('is listed if the query gives phones $how', async ({ numericPhones }) => {
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

	describe('An AI agent', () => void agent(shared));
}
