import type { INodeParameters } from 'n8n-workflow';
import type { NodeRun } from '../../engine/runNode';
import { startService, type Service } from '../../service/service';
import { query, runAnalytics } from '../../support/analyticsNode';
import { credentialFor } from '../../support/credential';
import { runNotifications, users } from '../../support/notificationsNode';

/*
 * Where an error is thrown outside of the items, n8n with "On Error: Continue" passes the input items
 * on unmarked, as if all had gone well. So whatever is wrong for all items is an error of each.
 */

let service: Service;
beforeAll(async () => {
	service = await startService();
});
afterAll(async () => await service.close());
beforeEach(() => service.reset());

type Wrong = [what: string, options: { parameters?: INodeParameters; credential?: object }, RegExp];
const credentialErrors: Wrong[] = [
	['an empty token', { credential: { apiToken: '' } }, /API Token .* is empty/],
	[
		'a timeout of 0',
		{ credential: { requestTimeout: 0 } },
		/Request Timeout \(Seconds\) is not valid/,
	],
	['a limit of 0 calls', { credential: { callsPerMinute: 0 } }, /Calls per Minute is not valid/],
];
const nodeErrors: Wrong[] = [
	['an unknown operation', { parameters: { operation: 'nonsense' } }, /no operation "nonsense"/],
];
const sendErrors: Wrong[] = [
	[
		'no address for notifications',
		{ credential: { notificationsBaseUrl: '' } },
		/Notifications Base URL .* is empty/,
	],
	[
		'a batch size of 0',
		{ parameters: { options: { batchSize: 0 } } },
		/Options > Batch Size is not valid/,
	],
];

const runs = {
	Analytics: runAnalytics,
	Notifications: runNotifications,
};
const cases = [
	...[...credentialErrors, ...nodeErrors].map((wrong) => ['Analytics', ...wrong] as const),
	...[...credentialErrors, ...nodeErrors, ...sendErrors].map(
		(wrong) => ['Notifications', ...wrong] as const,
	),
];

describe.each(cases)('%s with %s', (node, _, { parameters = {}, credential = {} }, message) => {
	const run = async (onError: 'continueRegularOutput' | 'continueErrorOutput' | 'stopWorkflow') =>
		await runs[node](service, node === 'Analytics' ? query(parameters) : parameters, {
			items: users(3),
			onError,
			credential: { ...credentialFor(service), ...credential },
		});
	const errorsOf = (items: NodeRun['items']) => items.map(({ json }) => json.error);
	const each = [0, 1, 2].map((): unknown => expect.stringMatching(message));

	it('Continue: every item comes out as failed', async () => {
		const { items, error } = await run('continueRegularOutput');
		expect(error).toBeUndefined();
		expect(errorsOf(items)).toEqual(each);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2].map((item) => ({ item })));
	});

	it('Continue (using error output): every item goes to the error output', async () => {
		const { items, errorItems } = await run('continueErrorOutput');
		expect(items).toEqual([]);
		expect(errorsOf(errorItems)).toEqual(each);
	});

	it('otherwise it is the error of the node, and nothing is sent', async () => {
		const { error } = await run('stopWorkflow');
		expect(error?.message).toMatch(message);
		expect(service.requests).toEqual([]);
	});
});

it.each(['Analytics', 'Notifications'] as const)(
	'%s puts an error of the credential on no item',
	async (node) => {
		const credential = { ...credentialFor(service), apiToken: '' };
		const parameters = node === 'Analytics' ? query() : {};
		const { error } = await runs[node](service, parameters, { items: users(1), credential });
		expect(error?.message).toContain('API Token');
		expect(error?.context.itemIndex).toBeUndefined();
	},
);
