import '../test/engine/isolateHome';
import { ChatCommerceApi } from '../credentials/ChatCommerceApi.credentials';
import { Notifications } from '../nodes/Notifications/Notifications.node';
import { runNode } from '../test/engine/runNode';
import { median } from './median';
import { customers } from './notifications/shapes';
import { startInstantService } from './notifications/startInstantService';
import { Table } from './table';

/*
 * node test/run.mjs benchmark/doNotSendTo.ts [items]
 *
 * Options > Do Not Send To with a list as long as the items, from an expression and in another
 * writing, against no list, alternating. Processor time, since machines are shared.
 */

const ROUNDS = 3;

const LISTS: Record<string, string> = {
	'no list': '',
	'a list of others': `={{ $('Input').all().map((item) => item.json.phone.replace('+55119', '+55 (21) 9')) }}`,
	'a list of all': `={{ $('Input').all().map((item) => item.json.phone.replace('+5511', '+55 (11) ')) }}`,
};

export async function main(): Promise<Table> {
	const count = Number(process.argv[2] ?? 100_000);
	const service = await startInstantService();
	const items = customers(count);
	const table = new Table(`Do Not Send To: ${count} items and as many phones`, [
		'list',
		'processor time, s',
		'times',
	]);

	const secondsWith = async (doNotSendTo: string): Promise<number> => {
		const start = process.cpuUsage();
		const { error } = await runNode({
			node: new Notifications(),
			parameters: {
				templateId: 'welcome',
				phone: '={{ $json.phone }}',
				options: { maxPerRun: count, doNotSendTo },
			},
			items,
			credentialType: new ChatCommerceApi(),
			credential: service.credential,
		});
		if (error) throw error;
		const { user, system } = process.cpuUsage(start);
		return (user + system) / 1e6;
	};

	try {
		await secondsWith('');
		const seconds = new Map(Object.keys(LISTS).map((name) => [name, [] as number[]]));
		for (let round = 0; round < ROUNDS; round++) {
			for (const [name, list] of Object.entries(LISTS)) {
				seconds.get(name)?.push(await secondsWith(list));
			}
		}
		const [first = 0] = [...seconds.values()].map(median);
		for (const [name, ofList] of seconds) {
			table.add(name, median(ofList).toFixed(1), (median(ofList) / first).toFixed(2));
		}
	} finally {
		service.close();
	}
	return table;
}
