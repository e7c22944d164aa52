import type { INodeExecutionData } from 'n8n-workflow';
import {
	isResult,
	OUTPUT_FIELDS,
	OWN_FIELDS,
	SHARED_FIELDS,
	withInput,
} from '../../../nodes/Notifications/outputItem';
import { phone, users } from '../../support/notificationsNode';
import { CONTINUE } from '../../support/onError';
import { receivedUsers, sendingForEach, statusesOf } from '../../support/sendNotifications';
import { refusedAnswer } from '../../service/notificationsEndpoint';

const { service, send } = sendingForEach();

const OWN = { phone: phone(0), status: 'accepted', template: 'welcome', nonce: 'n' };
const ALL_NULL = Object.fromEntries(OUTPUT_FIELDS.map((name) => [name, null]));

/** An item of a workflow that sends notifications about products. */
const PRODUCT = { name: 'Chair', description: 'A red chair', user: { name: 'Ana' }, reason: 'new' };

it('an output item has all fields of the node, and then those of the input', () => {
	const json = withInput(OWN, { name: 'Ana', phone: '12' });
	expect(json).toEqual({ ...ALL_NULL, ...OWN, name: 'Ana' });
	expect(Object.keys(json)).toEqual([...OUTPUT_FIELDS, 'name']);
});

it('a field of the input is not lost because the node has one of the same name, but nothing to say in it', () => {
	expect(withInput(OWN, PRODUCT)).toEqual({ ...ALL_NULL, ...OWN, ...PRODUCT });
	expect(withInput({ ...OWN, description: 'Why.' }, PRODUCT).description).toBe('Why.');
});

it('of an item that is the result of an earlier Notifications node, no field of that node stays', () => {
	const earlier = Object.fromEntries(OUTPUT_FIELDS.map((name) => [name, 'x']));
	const json = withInput(OWN, { ...earlier, status: 'failed', name: 'Ana' });
	expect(json).toEqual({ ...ALL_NULL, ...OWN, name: 'Ana' });
});

it('an error of the input is not passed on, because n8n would take the item for one that failed', () => {
	expect(withInput(OWN, { error: 'earlier' }).error).toBeNull();
});

it.each([
	{ what: 'a whole result', json: { ...ALL_NULL, status: 'failed' }, is: true },
	{ what: 'a row of a table with parts of it', json: { status: 'accepted', nonce: 'n' }, is: true },
	{ what: 'an order', json: { status: 'shipped', nonce: 'n' }, is: false },
	{ what: 'a status alone', json: { status: 'failed', reason: 'No' }, is: false },
	{ what: 'no status', json: { nonce: 'n' }, is: false },
])('is known as a result of this node, or not: $what', ({ json, is }) => {
	expect(isResult(json)).toBe(is);
});

describe('All Fields of the Item', () => {
	const parameters = { paramsMode: 'allFields', excludeFields: 'phone' };

	const named = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 'x']));

	it('sends fields of another system with shared names, so that a new field of the output changes no nonce', async () => {
		await send(parameters, [{ json: { ...named(SHARED_FIELDS), phone: phone(0) } }]);
		expect(receivedUsers(service)[0]?.params).toEqual(named(SHARED_FIELDS));
	});

	it('never sends the fields of a result of this node', async () => {
		const result = { ...named(OUTPUT_FIELDS), status: 'failed', phone: phone(0) };
		await send(parameters, [{ json: { ...result, name: 'Ana' } }]);
		expect(receivedUsers(service)[0]?.params).toEqual({ name: 'Ana' });
	});

	it('never sends the fields that only this node has', async () => {
		await send(parameters, [{ json: { ...named(OWN_FIELDS), phone: phone(0), name: 'Ana' } }]);
		expect(receivedUsers(service)[0]?.params).toEqual({ name: 'Ana' });
	});
});

describe('in a second node, an item', () => {
	/** Sends the items of the first node, as its output passes them on. */
	async function sendAgain(items: INodeExecutionData[]): Promise<INodeExecutionData[]> {
		const input = items.map(({ json }) => ({ json }));
		const run = await send({ sendOnce: 'always' }, input);
		return run.items;
	}

	/** An item that is accepted has nothing else. */
	const ACCEPTED = {
		...ALL_NULL,
		phone: phone(0),
		status: 'accepted',
		template: 'welcome',
		nonce: '',
		name: 'User 0',
	};

	it('that failed before has nothing of the failure', async () => {
		service.notifications.answer = ({ index }) => (index === 0 ? refusedAnswer('No') : undefined);
		const first = await send({}, users(1), { onError: 'continueErrorOutput' });
		expect(first.errorItems).toHaveLength(1);
		const [item] = await sendAgain(first.errorItems);
		expect(item?.json).toEqual(ACCEPTED);
	});

	it('of a preview has nothing of the preview', async () => {
		const first = await send({ sendTo: 'nobody' }, users(1));
		expect(statusesOf(first.items)).toEqual(['preview']);
		const [item] = await sendAgain(first.items);
		expect(item?.json).toEqual(ACCEPTED);
	});
});

it('a test with Send To > Test Phone keeps the phone of the user, even if it fails', async () => {
	service.notifications.answer = () => refusedAnswer('No');
	const parameters = { sendTo: 'testPhone', testPhone: phone(9) };
	const { items } = await send(parameters, users(1), CONTINUE);
	expect(items[0]?.json).toMatchObject({ status: 'failed', phone: phone(0), sentTo: phone(9) });
});
