import { isEarlierResult, OWN_FIELDS, passedOn } from '../../../nodes/Notifications/ownFields';
import { phone, users } from '../../support/notificationsNode';
import { valuesOf, CONTINUE, sendFunction, statusesOf } from './send';
import { refusal } from '../../service/notificationsEndpoint';
import { ACCEPTS_ALL } from '../../service/options';
import { serviceForEach } from '../../support/serviceForEach';

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

it("a user's own fields are passed on", () => {
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

it('of an item of an earlier Notifications node, all that it wrote goes', () => {
	const result = Object.fromEntries(OWN_FIELDS.map((name) => [name, 'x']));
	const failed = { ...result, status: 'failed', mayHaveBeenSent: false };
	expect(passedOn({ ...failed, name: 'Ana' })).toEqual({
		status: 'failed',
		template: 'x',
		nonce: 'x',
		name: 'Ana',
	});
});

it('the details that the error output has of a failed item go', () => {
	const details = { status: 'failed', mayHaveBeenSent: false };
	expect(passedOn({ name: 'Ana', error: 'No', details })).toEqual({ name: 'Ana' });
});

describe('through two nodes', () => {
	const service = serviceForEach(ACCEPTS_ALL);
	const send = sendFunction(service);

	it('an item that failed before and is accepted now has nothing of the failure', async () => {
		service.notifications.answer = ({ index }) =>
			index === 0 ? refusal({ error: 'E7' }) : undefined;
		const before = await send({}, users(1), CONTINUE);
		expect(statusesOf(before.items)).toEqual(['failed']);
		const { items } = await send({}, [{ json: before.items[0]!.json }]);
		expect(Object.keys(items[0]?.json ?? {}).toSorted()).toEqual(
			['status', 'phone', 'template', 'nonce', 'name'].toSorted(),
		);
	});

	it('an item of a preview and of the error output has nothing of it', async () => {
		const preview = await send({ sendTo: 'nobody' }, users(1));
		service.notifications.answer = ({ index }) => (index === 0 ? refusal('No') : undefined);
		const failed = await send({ templateId: 'other' }, users(1), {
			onError: 'continueErrorOutput',
		});
		const given = [...preview.items, ...failed.errorItems].map(({ json }) => ({ json }));
		const { items } = await send({ sendOnce: 'always' }, given);
		for (const { json } of items) {
			expect(Object.keys(json).toSorted()).toEqual(
				['status', 'phone', 'template', 'nonce', 'name'].toSorted(),
			);
		}
	});

	it('a test keeps the phone of the user, also where it fails', async () => {
		service.notifications.answer = () => refusal('No');
		const test = { sendTo: 'testPhone', testPhone: phone(9) };
		const { items } = await send(test, users(1), CONTINUE);
		expect(items[0]?.json).toMatchObject({ status: 'failed', phone: phone(0), sentTo: phone(9) });
		expect(valuesOf(items, 'test')).toEqual([true]);
	});
});
