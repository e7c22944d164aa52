import type { INode } from 'n8n-workflow';
import { query, runAnalytics } from '../../support/analyticsNode';
import { runNotifications, users } from '../../support/notificationsNode';
import { serviceForEach } from '../../support/serviceForEach';

/* n8n would pass on the input items unmarked if all failed: what is wrong for all is an error of each. */

const service = serviceForEach();

const RUNS = { Analytics: runAnalytics, Notifications: runNotifications };

it.each([
	['Analytics', query({ operation: 'none' }), {}, /no operation "none"/],
	['Analytics', query(), { apiToken: '' }, /API Token .* is empty/],
	['Analytics', query(), { analyticsBaseUrl: '' }, /Base URL .* is empty/],
	['Notifications', { operation: 'none' }, {}, /no operation "none"/],
	['Notifications', {}, { apiToken: '' }, /API Token .* is empty/],
	['Notifications', {}, { notificationsBaseUrl: '' }, /Base URL .* is empty/],
	['Notifications', { options: { batchSize: 0 } }, {}, /Options > Users per Request is not valid/],
	['Notifications', { options: { maxPerRun: 2 } }, {}, /^There are 3 notifications to send/],
	['Notifications', { sendTo: 'testPhone', testPhone: '12' }, {}, /^Test Phone is .* number: 12$/],
] as const)('%s, %j, %j', async (node, parameters, credential, message) => {
	const outputs = async (onError: INode['onError'] & string) => {
		const options = { items: users(3), onError, credential };
		const { items, errorItems, error } = await RUNS[node](service, parameters, options);
		return { items, errorItems, error };
	};
	const json = { error: expect.stringMatching(message) as string };
	const each = [0, 1, 2].map((item) => ({ json, pairedItem: { item } }));
	const nothing = { items: [], errorItems: [], error: undefined };
	expect(await outputs('continueRegularOutput')).toMatchObject({ ...nothing, items: each });
	expect(await outputs('continueErrorOutput')).toMatchObject({ ...nothing, errorItems: each });

	const { error, ...others } = await outputs('stopWorkflow');
	expect(others).toEqual({ items: [], errorItems: [] });
	expect(error?.message).toMatch(message);
	// No item is at fault.
	expect(error?.context.itemIndex).toBeUndefined();
	expect(service.requests).toEqual([]);
});
