import type { INode } from 'n8n-workflow';
import { query } from '../../support/analyticsNode';
import { runEitherNode } from '../../support/eitherNode';
import { users } from '../../support/notificationsNode';
import { serviceForEach } from '../../support/serviceForEach';

/*
 * If a node threw one error for what is wrong with all items, n8n would pass on the input items as if they had succeeded.
 * So it is an error of each item, where the workflow continues after errors.
 */

const service = serviceForEach();
const NOTIFICATION = { resource: 'notification' };

it.each([
	{
		problem: 'an operation that Analytics does not have',
		parameters: query({ operation: 'none' }),
		message: /no operation "none"/,
	},
	{
		problem: 'a credential without an address for Analytics',
		parameters: query(),
		credential: { analyticsBaseUrl: '' },
		message: /Base URL .* is not a valid address/,
	},
	{
		problem: 'an operation that Notifications does not have',
		parameters: { ...NOTIFICATION, operation: 'none' },
		message: /no operation "none"/,
	},
	{
		problem: 'more notifications than may be sent',
		parameters: { ...NOTIFICATION, options: { maxPerRun: 2 } },
		message: /^There are 3 notifications to send/,
	},
	{
		problem: 'a test phone that is not valid',
		parameters: { ...NOTIFICATION, sendTo: 'testPhone', testPhone: '12' },
		message: /^Test Phone is .* number: 12/,
	},
])('$problem is an error of each item', async (row) => {
	const { parameters, credential = {}, message } = row;
	const outputs = async (onError: INode['onError'] & string) => {
		const options = { items: users(3), onError, credential };
		const { items, errorItems, error } = await runEitherNode(service, parameters, options);
		return { items, errorItems, error };
	};
	const field = parameters.resource === 'notification' ? 'note' : 'error';
	const json = { [field]: expect.stringMatching(message) as string };
	const failed = [0, 1, 2].map((item) => ({ json, pairedItem: { item } }));
	const regular = await outputs('continueRegularOutput');
	expect(regular).toMatchObject({ items: failed, errorItems: [], error: undefined });
	const separate = await outputs('continueErrorOutput');
	expect(separate).toMatchObject({ items: [], errorItems: failed, error: undefined });

	const { items, errorItems, error } = await outputs('stopWorkflow');
	expect(items).toEqual([]);
	expect(errorItems).toEqual([]);
	expect(error?.message).toMatch(message);
	// No item is at fault.
	expect(error?.context.itemIndex).toBeUndefined();
	expect(service.requests).toEqual([]);
});
