import type { INode, INodeParameters } from 'n8n-workflow';
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

const NODES = {
	Analytics: { run: runAnalytics, usual: query() },
	Notifications: { run: runNotifications, usual: {} },
};

type Wrong = { credential?: object; parameters?: INodeParameters };
type Row = [what: string, wrong: Wrong, message: RegExp];
const BOTH: Row[] = [
	['an empty token', { credential: { apiToken: '' } }, /API Token .* is empty/],
	['a timeout of 0', { credential: { requestTimeout: 0 } }, /Request Timeout .* is not valid/],
	['a limit of 0 calls', { credential: { callsPerMinute: 0 } }, /Calls per Minute is not valid/],
	['an unknown operation', { parameters: { operation: 'none' } }, /no operation "none"/],
];
const SEND: Row[] = [
	['no address', { credential: { notificationsBaseUrl: '' } }, /Base URL .* is empty/],
	[
		'a batch size of 0',
		{ parameters: { options: { batchSize: 0 } } },
		/Options > Batch Size is not valid/,
	],
];
const cases = [
	...BOTH.flatMap(([...row]) => [
		['Analytics', ...row] as const,
		['Notifications', ...row] as const,
	]),
	...SEND.map((row) => ['Notifications', ...row] as const),
];

it.each(cases)('%s with %s: an error of each item', async (name, _, wrong, message) => {
	const { run, usual } = NODES[name];
	const outputs = async (onError: INode['onError'] & string) => {
		const { items, errorItems, error } = await run(
			service,
			{ ...usual, ...wrong.parameters },
			{
				items: users(3),
				onError,
				credential: { ...credentialFor(service), ...wrong.credential },
			},
		);
		return { items, errorItems, error };
	};
	const each = [0, 1, 2].map((item) => ({
		json: { error: expect.stringMatching(message) as string },
		pairedItem: { item },
	}));
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
