import type { INodeParameters, INodeType } from 'n8n-workflow';
import { ChatCommerceApi } from '../../credentials/ChatCommerceApi.credentials';
import { Analytics } from '../../nodes/Analytics/Analytics.node';
import { Notifications } from '../../nodes/Notifications/Notifications.node';
import { PassThrough } from '../engine/PassThrough';
import { type NodeRunOptions, runNode } from '../engine/runNode';
import { ROWS } from './rows';
import type { Addresses } from './serviceProcess';

/** What is run over and over. Each throws if it did not do its work. */
export interface SoakRun {
	name: string;
	once(index: number): Promise<void>;
}

const OUTPUTS = ['items', 'csvFile', 'gzipFile'];
const USERS = 5;

/** Shows what the engine itself keeps of a run. */
export function controlRun(addresses: Addresses): SoakRun {
	const node = new PassThrough('control');
	return {
		name: 'control: a node that does nothing',
		once: async () => await run(node, addresses, { expected: 1 }),
	};
}

export function bulkExportRun(addresses: Addresses): SoakRun {
	const node = new Analytics();
	return {
		name: 'Bulk Export > Run, the three outputs in turn',
		async once(index) {
			const output = OUTPUTS[Math.abs(index) % OUTPUTS.length] ?? 'items';
			const parameters = {
				resource: 'bulkExport',
				operation: 'run',
				queryName: 'messages_by_hour_block',
				dateRange: 'yesterday',
				output,
				options: {},
			};
			await run(node, addresses, { parameters, expected: output === 'items' ? ROWS : 1 });
		},
	};
}

export function notificationsRun(addresses: Addresses): SoakRun {
	const node = new Notifications();
	// One expression for all runs, since n8n keeps every expression that it has compiled.
	const parameters = { templateId: 'welcome', phone: '={{ $json.phone }}', options: {} };
	return {
		name: `Notification > Send, ${USERS} users`,
		async once(index) {
			const items = Array.from({ length: USERS }, (_, user) => ({
				json: { phone: `+55119${10_000_000 + Math.abs(index) * USERS + user}` },
			}));
			await run(node, addresses, { parameters, items, expected: USERS });
		},
	};
}

interface RunOptions {
	parameters?: INodeParameters;
	items?: NonNullable<NodeRunOptions['items']>;
	/** Items that must come out. */
	expected: number;
}

async function run(
	node: INodeType,
	addresses: Addresses,
	{ parameters = {}, items = [{ json: {} }], expected }: RunOptions,
): Promise<void> {
	const { token: apiToken, baseUrl: analyticsBaseUrl, ...rest } = addresses;
	const result = await runNode({
		node,
		parameters,
		items,
		credentialType: new ChatCommerceApi(),
		credential: {
			apiToken,
			analyticsBaseUrl,
			notificationsBaseUrl: rest.notificationsUrl,
			accountId: rest.accountId,
			flowId: rest.flowId,
			serviceDetails: true,
			callsPerMinute: 1_000_000,
		},
	});
	if (result.error) throw result.error;
	const { length } = result.items;
	if (length !== expected) throw new Error(`${length} items instead of ${expected}`);
}
