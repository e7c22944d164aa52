import type { INodeExecutionData } from 'n8n-workflow';
import { OUTPUT_FIELDS } from '../../../nodes/Notifications/outputItem';
import { phone, users } from '../../support/notificationsNode';
import { CONTINUE } from '../../support/onError';
import { itemsOf, sendingForEach } from '../../support/sendNotifications';
import { refusedAnswer } from '../../service/notificationsEndpoint';

const { service, send } = sendingForEach();

const ALL_NULL = Object.fromEntries(OUTPUT_FIELDS.map((name) => [name, null]));
const TEXT = expect.any(String) as string;

/** n8n's Code node (Run Once for All Items) refuses what it returns without `json` if it has one of these keys. */
const RESERVED = ['json', 'binary', 'pairedItem', 'error', 'index'];

it('no field has a name that n8n reserves', () => {
	expect(OUTPUT_FIELDS.filter((name) => RESERVED.includes(name))).toEqual([]);
});

it('an output item has all fields of the node, and then those of the input with other names', async () => {
	const [item] = (await send({}, [{ json: { name: 'Ana', phone: phone(0), status: 'new' } }]))
		.items;
	expect(Object.keys(item?.json ?? {})).toEqual([...OUTPUT_FIELDS, 'name']);
	expect(item?.json).toMatchObject({ phone: phone(0), status: 'accepted', name: 'Ana' });
});

it('an item that fails keeps what is known of it', async () => {
	const parameters = { paramsMode: 'json', paramsJson: '{}' };
	const credential = { templates: 'welcome: Hi {{name}}' };
	const run = await send(parameters, itemsOf('(11) 98765-4321', phone(0)), {
		...CONTINUE,
		credential,
	});
	expect(run.items[0]?.json).toMatchObject({ phone: '(11) 98765-4321', template: 'welcome' });
	expect(run.items[1]?.json).toEqual({
		...ALL_NULL,
		phone: phone(0),
		template: 'welcome',
		status: 'failed',
		errorMessage: TEXT,
		mayHaveBeenSent: false,
	});
	expect(run.items[1]?.json.errorMessage).toMatch(
		/^The template needs parameters.*"name"\. The node has/,
	);
});

it('an item keeps its phone if the credential cannot be used, so that it can be sent again', async () => {
	const parameters = { phone: '={{ $json.number }}' };
	const input = [{ json: { number: phone(0) } }, { json: { other: 1 } }];
	const run = await send(parameters, input, { ...CONTINUE, credential: { apiToken: '' } });
	expect(run.items.map(({ json }) => json.phone)).toEqual([phone(0), null]);
});

describe('in a second node, an item has nothing of its earlier result', () => {
	async function sendAgain(items: INodeExecutionData[]): Promise<INodeExecutionData[]> {
		const run = await send(
			{ sendOnce: 'always' },
			items.map(({ json }) => ({ json })),
		);
		return run.items;
	}

	/** An item that is accepted has nothing else. */
	const ACCEPTED = {
		...ALL_NULL,
		phone: phone(0),
		status: 'accepted',
		text: '',
		template: 'welcome',
		nonce: '',
		name: 'User 0',
	};

	it('of a failure', async () => {
		service.notifications.answer = ({ index }) => (index === 0 ? refusedAnswer('No') : undefined);
		const first = await send({}, users(1), { onError: 'continueErrorOutput' });
		expect(first.errorItems).toHaveLength(1);
		expect((await sendAgain(first.errorItems))[0]?.json).toEqual(ACCEPTED);
	});

	it('of a preview', async () => {
		const first = await send({ sendTo: 'nobody' }, users(1));
		expect(first.items[0]?.json.status).toBe('preview');
		expect((await sendAgain(first.items))[0]?.json).toEqual(ACCEPTED);
	});
});

describe('the text is what the customer reads', () => {
	const paramsJson = JSON.stringify({ name: 'Ana', order_id: 1042 });
	const json = { paramsMode: 'json', paramsJson };

	it.each([
		{ templates: 'welcome: Hi {{name}}, {{order_id}}!', text: 'Hi Ana, 1042!' },
		{ templates: '', text: 'name: Ana, order_id: 1042' },
	])('in a preview and after sending alike: $text', async ({ templates, text }) => {
		for (const sendTo of ['nobody', 'everyone']) {
			const { items } = await send({ ...json, sendTo }, users(1), { credential: { templates } });
			expect(items[0]?.json.text).toBe(text);
		}
	});

	it('with the end of the link of a button', async () => {
		const options = { buttons: { values: [{ position: 2, value: '/track/1042' }] } };
		const credential = { templates: 'welcome: Hi' };
		const { items } = await send({ sendTo: 'nobody', options }, users(1), { credential });
		expect(items[0]?.json.text).toBe('Hi\n[Button 2: …/track/1042]');
	});
});

it('a test keeps the phone of the user, and says where the message went', async () => {
	const { items } = await send({ sendTo: 'testPhone', testPhone: phone(9) }, users(1));
	expect(items[0]?.json).toMatchObject({ status: 'accepted', phone: phone(0) });
	expect(items[0]?.json.reason).toBe(`It went to the test phone, ${phone(9)}.`);
});

it('warnings are in the output of a preview and of a run', async () => {
	const parameters = { paramsMode: 'json', paramsJson: JSON.stringify({ note: 'a\nb' }) };
	for (const sendTo of ['nobody', 'everyone']) {
		const { items } = await send({ ...parameters, sendTo }, users(1));
		expect(items[0]?.json.warnings).toContain('"note" has a line break');
	}
});
