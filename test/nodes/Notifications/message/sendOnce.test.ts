import type { INodeParameters } from 'n8n-workflow';
import type { RunOptions } from '../../../support/nodeRuns';
import { phone, users } from '../../../support/notificationsNode';
import { column, goOn, sendsTo, statuses, to } from '../send';
import { refusal } from '../../../service/notificationsEndpoint';
import { ACCEPTS_ALL } from '../../../service/options';
import { serviceForEach } from '../../../support/serviceForEach';

const service = serviceForEach(ACCEPTS_ALL);
const send = sendsTo(service);

/** All but the date, which Jest would fake too. */
const doNotFake: FakeableAPI[] = [
	...(['hrtime', 'nextTick', 'performance', 'queueMicrotask'] as const),
	...(['setImmediate', 'clearImmediate', 'setInterval', 'clearInterval'] as const),
	...(['setTimeout', 'clearTimeout'] as const),
];
const EVENING = '2026-11-21T22:30:00Z';

interface Sent {
	parameters?: INodeParameters;
	json?: object;
	run?: RunOptions;
	at?: string;
}

const IDS_OF_ITEM = { accountId: '={{ $json.account }}', flowId: '={{ $json.flow }}' };

async function nonceOf({ parameters = {}, json = {}, run = {}, at = EVENING }: Sent) {
	jest.useFakeTimers({ now: Date.parse(at), doNotFake });
	const options = IDS_OF_ITEM;
	const usual = { account: 'A', flow: 'F', phone: phone(0), name: 'Ana', id: 'order-1' };
	const own = { paramsMode: 'json', paramsJson: '={{ ({ name: $json.name }) }}', options };
	const all = { ...own, nonce: '={{ $json.id }}', ...parameters };
	const how = { timeZone: 'America/Sao_Paulo', ...run };
	const { error } = await send(all, [{ json: { ...usual, ...json } }], how);
	jest.useRealTimers();
	if (error) throw error;
	return service.notifications.requests.at(-1)!.users[0]!.nonce;
}

const label = (value: string): Sent => ({
	parameters: { options: { ...IDS_OF_ITEM, labels: { values: [{ key: 'source', value }] } } },
});
const ofJson = (params: object): Sent => ({
	parameters: { paramsMode: 'json', paramsJson: JSON.stringify(params) },
});
const INNER = { c: 1, d: 2 };
const TURNED = { d: 2, c: 1 };
const NIGHT = '2026-11-22T02:00:00Z';
const IDS = { accountId: 'A', flowId: 'F' };

/** What changes a nonce, through the node: with perDay, ever and perId. */
it.each<[string, Sent, Sent, changes: string]>([
	['the account', {}, { json: { account: 'B' } }, 'perDay ever perId'],
	['the flow', {}, { json: { flow: 'G' } }, 'perDay ever perId'],
	['the template', {}, { parameters: { templateId: 'other' } }, 'perDay ever perId'],
	['the phone', {}, { json: { phone: phone(1) } }, 'perDay ever perId'],
	['its writing', {}, { json: { phone: '+55 (11) 91000-0000' } }, ''],
	['its chat address', {}, { json: { phone: '551110000000@c.us' } }, ''],
	['a parameter', {}, { json: { name: 'Zoe' } }, 'perDay ever'],
	['another parameter', {}, ofJson({ name: 'Ana', x: 1 }), 'perDay ever'],
	['a number for its text', ofJson({ name: 7 }), ofJson({ name: '7' }), 'perDay ever'],
	['the order of parameters', ofJson({ a: 1, b: INNER }), ofJson({ b: TURNED, a: 1 }), ''],
	['the order of a list', ofJson({ a: [1, 2] }), ofJson({ a: [2, 1] }), 'perDay ever'],
	['null', {}, ofJson({ name: 'Ana', x: null }), ''],
	['a label', {}, label('crm'), 'perDay ever'],
	['the value of a label', label('crm'), label('shop'), 'perDay ever'],
	['the ID', {}, { json: { id: 'order-2' } }, 'perId'],
	["the day of the workflow's time zone", {}, { at: '2026-11-22T03:00:01Z' }, 'perDay'],
	['the day of UTC alone', {}, { at: '2026-11-22T02:59:59Z' }, ''],
	['the time zone', { at: NIGHT }, { at: NIGHT, run: { timeZone: 'UTC' } }, 'perDay'],
	['Users per Request', {}, { parameters: { options: { ...IDS, batchSize: 9 } } }, ''],
])('%s', async (_, one, other, changes) => {
	for (const sendOnce of ['perDay', 'ever', 'perId']) {
		const withIt = (sent: Sent) => ({ ...sent, parameters: { sendOnce, ...sent.parameters } });
		const first = await nonceOf(withIt(one));
		const second = await nonceOf(withIt(other));
		expect(first).toMatch(/^[0-9a-f]{64}$/);
		expect([sendOnce, first !== second]).toEqual([sendOnce, changes.split(' ').includes(sendOnce)]);
	}
});

const AS_IT_IS = Object.entries({ nonce: 'order-1', always: '' });
it.each(AS_IT_IS)('%s sends the nonce "%s"', async (sendOnce, nonce) => {
	expect(await nonceOf({ parameters: { sendOnce } })).toBe(nonce);
});

it('perDay in a time zone that does not exist is an error, as the day is not known', async () => {
	const { error } = await send({}, users(2), { timeZone: 'GMT+2' });
	expect(error?.message).toBe('The time zone of the workflow is unknown: GMT+2');
});

describe('two items with the same nonce', () => {
	it('are one notification, also of two phones of one person', async () => {
		const [one, other] = to('+5531987654321', '553187654321@c.us');
		expect(statuses((await send({}, [one!, other!])).items)).toEqual(['accepted', 'skipped']);
		await send({}, [other!]);
		expect(service.ledger.phones).toHaveLength(1);
	});

	it('get the same result: one that may have been sent does not say that it was not', async () => {
		service.notifications.answer = () => ({ body: 'what?' });
		const { items } = await send({}, [...users(1), ...users(1)], goOn);
		expect(statuses(items)).toEqual(['failed', 'failed']);
		expect(column(items, 'mayHaveBeenSent')).toEqual([true, true]);
		expect(items[1]?.json.error).toBe('Not sent, because item 0 with the same nonce failed');
	});

	it.each([
		['everyone', { templateId: '={{ $itemIndex }}' }],
		['testPhone', { options: { accountId: '={{ $itemIndex }}' } }],
		['nobody', { options: { flowId: '={{ $itemIndex }}' } }],
	])('and two phones are an error: %s; so is %j', async (sendTo, other) => {
		const own = { sendTo, testPhone: phone(9), sendOnce: 'nonce', nonce: 'order-1' };
		const message =
			'The nonce "order-1" is also used by item 0 with a different phone, template, account or flow';
		const { items } = await send(own, [...users(2), ...users(1)], goOn);
		expect([items[1]?.json.error, items[2]?.json.status]).toEqual([message, 'skipped']);
		const same = { ...own, phone: phone(0), sendTo: 'everyone' };
		const stopped = await send({ ...same, ...other }, users(2));
		expect(stopped.error?.message).toBe(message);
	});
});

it('Already Sent Words are those of the credential', async () => {
	service.notifications.answer = () => refusal('Must be UNIQUE!');
	expect(statuses((await send({}, users(1), goOn)).items)).toEqual(['failed']);
	const credential = { alreadySentWords: 'must_be_unique' };
	const { items } = await send({}, users(1), { credential });
	const reason = 'The service already has a notification with this nonce';
	expect(items[0]?.json).toMatchObject({ status: 'alreadySent', reason });
});
