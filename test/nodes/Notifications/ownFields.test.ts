import type { INodeExecutionData } from 'n8n-workflow';
import { isEarlierResult, OWN_FIELDS, passedOn } from '../../../nodes/Notifications/ownFields';
import { phone, users } from '../../support/notificationsNode';
import { CONTINUE } from '../../support/onError';
import { sendFunction, statusesOf } from '../../support/sendNotifications';
import { refusedAnswer } from '../../service/notificationsEndpoint';
import { ACCEPTS_ALL } from '../../service/options';
import { serviceForEach } from '../../support/serviceForEach';

/** An item of a workflow that sends notifications about products. */
const PRODUCT = {
	phone: phone(0),
	description: 'A red chair',
	kind: 'chair',
	user: { name: 'Ana' },
	details: { color: 'red' },
	status: 'new',
	template: 'x',
	nonce: 'y',
};

it('the fields of a product are passed on, although the node uses the same names', () => {
	expect(isEarlierResult(PRODUCT)).toBe(false);
	expect(passedOn(PRODUCT)).toEqual(PRODUCT);
});

it('what only this node writes is not passed on, wherever it comes from', () => {
	const results = {
		test: true,
		sentTo: phone(1),
		notificationId: 'n',
		messageIds: ['m'],
		reason: 'Options > Do Not Send To contains this phone',
		response: { queued: 1 },
		preview: 'Hello',
		warnings: ['…'],
		request: {},
		mayHaveBeenSent: true,
		error: 'No',
	};
	expect(passedOn({ ...PRODUCT, ...results })).toEqual(PRODUCT);
});

it('of an item of an earlier Notifications node, only the fields that this node writes again stay', () => {
	const ownFields = Object.fromEntries(OWN_FIELDS.map((name) => [name, 'x']));
	const item = { ...ownFields, status: 'failed', mayHaveBeenSent: false, name: 'Ana' };
	expect(passedOn(item)).toEqual({ status: 'failed', template: 'x', nonce: 'x', name: 'Ana' });
});

it('the details that n8n adds to a failed item on the error output are not passed on', () => {
	const details = { status: 'failed', mayHaveBeenSent: false };
	expect(passedOn({ name: 'Ana', error: 'No', details })).toEqual({ name: 'Ana' });
});

describe('in a second node, an item', () => {
	const service = serviceForEach(ACCEPTS_ALL);
	const send = sendFunction(service);

	/** Of an item that is accepted. */
	const FIELDS = ['status', 'phone', 'template', 'nonce', 'name'];

	/** Sends the items of the first node, as its output passes them on. */
	async function sendAgain(items: INodeExecutionData[]): Promise<INodeExecutionData[]> {
		const input = items.map(({ json }) => ({ json }));
		const run = await send({ sendOnce: 'always' }, input);
		return run.items;
	}

	it('that failed before and is accepted now has nothing of the failure', async () => {
		service.notifications.answer = ({ index }) =>
			index === 0 ? refusedAnswer({ error: 'E7' }) : undefined;
		const first = await send({}, users(1), CONTINUE);
		expect(statusesOf(first.items)).toEqual(['failed']);
		const [item] = await sendAgain(first.items);
		expect(item?.json.status).toBe('accepted');
		expect(Object.keys(item?.json ?? {})).toEqual(FIELDS);
	});

	it('of the error output has nothing of the failure', async () => {
		service.notifications.answer = ({ index }) => (index === 0 ? refusedAnswer('No') : undefined);
		const first = await send({}, users(1), { onError: 'continueErrorOutput' });
		expect(first.errorItems).toHaveLength(1);
		const [item] = await sendAgain(first.errorItems);
		expect(item?.json.status).toBe('accepted');
		expect(Object.keys(item?.json ?? {})).toEqual(FIELDS);
	});

	it('of a preview has nothing of the preview', async () => {
		const first = await send({ sendTo: 'nobody' }, users(1));
		expect(statusesOf(first.items)).toEqual(['preview']);
		const [item] = await sendAgain(first.items);
		expect(item?.json.status).toBe('accepted');
		expect(Object.keys(item?.json ?? {})).toEqual(FIELDS);
	});
});

describe('a test with Send To > Test Phone', () => {
	const service = serviceForEach(ACCEPTS_ALL);
	const send = sendFunction(service);

	it('keeps the phone of the user, even if it fails', async () => {
		service.notifications.answer = () => refusedAnswer('No');
		const parameters = { sendTo: 'testPhone', testPhone: phone(9) };
		const { items } = await send(parameters, users(1), CONTINUE);
		expect(items[0]?.json).toMatchObject({
			status: 'failed',
			phone: phone(0),
			sentTo: phone(9),
			test: true,
		});
	});
});
