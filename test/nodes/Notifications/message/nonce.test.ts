import { createHash } from 'node:crypto';
import { nonceOfContent, nonceOfId } from '../../../../nodes/Notifications/message/nonce';
import { phone } from '../../../support/notificationsNode';
import { CONTINUE } from '../../../support/onError';
import { itemsOf, sendingForEach } from '../../../support/sendNotifications';

/*
 * A nonce must be the same on every version of this package: if one changes, users are notified twice after an update.
 * So these hashes, and the texts that are hashed, must never change.
 */

const SENDER = {
	accountId: 'account-1',
	flowId: 'flow-1',
	template: 'order_shipped',
	recipientKey: '+1',
};

function sha256(text: string): string {
	return createHash('sha256').update(text).digest('hex');
}

it('the nonce of an ID never changes', () => {
	const nonce = nonceOfId(SENDER, 'o-1');
	expect(nonce).toBe('5ff359ad894e093cc47e03a31d09ad990475247c59725da26be1a44a640b0341');
	expect(nonce).toBe(sha256('["v1","id","account-1","flow-1","order_shipped","+1","o-1"]'));
});

describe('the nonce of a content never changes', () => {
	it('with names in any order, which are sorted by their UTF-16 codes', () => {
		const params = { b: 'b', a: 'a', B: 'B', aa: 'aa', 10: '10', 9: '9', é: 'é' };
		expect(nonceOfContent({ ...SENDER, labels: [], params }, 'content')).toBe(
			'4b5164bb4b520cdd9e6cdc8b4690936a506765c379f3387f49abc50b23d5b183',
		);
	});

	it('with lists and objects, whose names are sorted at any depth', () => {
		const params = { v: { b: [{ d: 1, c: 2 }, 3], a: null }, u: true };
		expect(nonceOfContent({ ...SENDER, labels: [], params }, 'content')).toBe(
			sha256(
				'["v1","content","account-1","flow-1","order_shipped","+1",[["u",true],["v",{"a":null,"b":[{"c":2,"d":1},3]}]],[]]',
			),
		);
	});
});

describe('two items of a run with the same nonce', () => {
	const { send } = sendingForEach();

	const itemsOfOrder = (...phones: string[]) =>
		itemsOf(...phones).map(({ json }) => ({ json: { ...json, order: 'order-1' } }));

	const OF_ANOTHER_MESSAGE =
		'The nonce "order-1" is also used by item 0 with a different phone, template, account or flow';

	it.each(['everyone', 'testPhone', 'nobody'])(
		'but two phones are an error of the second item, with Send To %s',
		async (sendTo) => {
			const { items } = await send(
				{ sendTo, testPhone: phone(9), sendOnce: 'nonce', nonce: '={{ $json.order }}' },
				itemsOfOrder(phone(0), phone(1), phone(0)),
				CONTINUE,
			);
			expect(items[1]?.json.note).toContain(OF_ANOTHER_MESSAGE);
			// The third item is the same notification as the first one.
			expect(items[2]?.json.status).toBe('skipped');
		},
	);

	it.each([
		{ difference: 'templates', parameters: { templateId: '={{ $itemIndex }}' } },
		{ difference: 'accounts', parameters: { options: { accountId: '={{ $itemIndex }}' } } },
		{ difference: 'flows', parameters: { options: { flowId: '={{ $itemIndex }}' } } },
	])('but two $difference are an error', async ({ parameters }) => {
		const { error } = await send(
			{ sendOnce: 'nonce', nonce: '={{ $json.order }}', ...parameters },
			itemsOfOrder(phone(0), phone(0)),
		);
		expect(error?.message).toBe(OF_ANOTHER_MESSAGE);
	});
});
