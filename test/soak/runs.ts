import { ChatCommerceApi } from '../../credentials/ChatCommerceApi.credentials';
import { PassThrough } from '../engine/PassThrough';
import { type NodeRun, runNode } from '../engine/runNode';
import { bulkExport, runAnalytics } from '../support/analyticsNode';
import { type Addresses, credentialFor } from '../support/credential';
import { phone, runNotifications } from '../support/notificationsNode';
import { ROWS } from './service';

/** What is run over and over, and how many items must come out. */
export interface SoakRun {
	name: string;
	once(service: Addresses, index: number): Promise<NodeRun>;
	expected(index: number): number;
}

const OUTPUTS = ['items', 'csvFile', 'gzipFile'];
const outputOf = (index: number) => OUTPUTS[index % OUTPUTS.length] ?? 'items';
const USERS = 5;

/** Shows what the engine itself keeps of a run. */
export const control: SoakRun = {
	name: 'control: a node that does nothing',
	once: async (service) =>
		await runNode({
			node: new PassThrough('control'),
			parameters: {},
			credentialType: new ChatCommerceApi(),
			credential: credentialFor(service),
		}),
	expected: () => 1,
};

export const soakRuns: SoakRun[] = [
	{
		name: 'Bulk Export > Run, the three outputs in turn',
		once: async (service, index) =>
			await runAnalytics(service, bulkExport({ output: outputOf(index) })),
		expected: (index) => (outputOf(index) === 'items' ? ROWS : 1),
	},
	{
		name: `Notification > Send, ${USERS} users`,
		// One expression for all runs, since n8n keeps every expression that it has compiled.
		once: async (service, index) => {
			const items = Array.from({ length: USERS }, (_, user) => ({
				json: { phone: phone(index * USERS + user) },
			}));
			return await runNotifications(service, {}, { items });
		},
		expected: () => USERS,
	},
];
