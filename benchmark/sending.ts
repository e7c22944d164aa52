import '../test/engine/isolateHome';
import { once } from 'node:events';
import type { IExecuteFunctions, INodeParameters, INodeType } from 'n8n-workflow';
import { ChatCommerceApi } from '../credentials/ChatCommerceApi.credentials';
import { Notifications } from '../nodes/Notifications/Notifications.node';
import { runNode } from '../test/engine/runNode';
import { type Addresses, credentialFor } from '../test/support/credential';
import { forkProgram } from '../test/support/program';
import { median } from './median';
import type { Seen } from './sending/server';
import { Table } from './table';

/*
 * node --expose-gc test/run.mjs benchmark/sending.ts
 *
 * Notifications in n8n's engine, in real time, to a server in a process of its own. It takes ten minutes: the
 * least is what 40 requests a second need.
 */

const MB = 2 ** 20;
const PER_SECOND = 40;
const SAMPLE_MS = 100;

interface Case {
	users: number;
	answerMs: number;
	perRequest: number;
}

const CASES: Case[] = [
	{ users: 1_000, answerMs: 20, perRequest: 1 },
	{ users: 1_000, answerMs: 300, perRequest: 1 },
	{ users: 10_000, answerMs: 20, perRequest: 1 },
	{ users: 10_000, answerMs: 300, perRequest: 1 },
	{ users: 10_000, answerMs: 300, perRequest: 100 },
];

const TWO_EXPRESSIONS = {
	templateId: 'welcome',
	phone: '={{ $json.phone }}',
	paramAssignments: {
		assignments: [{ id: '1', name: 'name', type: 'string', value: '={{ $json.name }}' }],
	},
};

export async function main(): Promise<void> {
	const nowhere: Addresses = {
		baseUrl: 'http://127.0.0.1:9',
		notificationsUrl: 'http://127.0.0.1:9',
		token: 'token-of-a-benchmark',
		accountId: 'a',
		flowId: 'f',
	};
	// Loads what n8n loads late.
	await preview(nowhere, 100);
	await mapping(nowhere);
	const table = new Table('Notifications sent', [
		'users',
		'an answer takes, ms',
		'users a request',
		'requests',
		's',
		'least, s',
		'times',
		'most in one second',
		'notified',
		'twice',
		'peak memory above idle, MB',
	]);
	for (const each of CASES) {
		const { seconds, seen, peak } = await sending(each);
		const least = Math.max(seen.requests / PER_SECOND, (seen.requests * each.answerMs) / 16_000);
		table.add(
			each.users,
			each.answerMs,
			each.perRequest,
			seen.requests,
			seconds.toFixed(1),
			least.toFixed(1),
			(seconds / least).toFixed(2),
			seen.most,
			seen.notified,
			seen.twice,
			Math.round(peak),
		);
	}
}

/** How long it takes to read the fields of all items, against n8n's own work for their two expressions. */
async function mapping(addresses: Addresses): Promise<void> {
	const users = 10_000;
	const table = new Table(`Two expressions of ${users} items`, [
		'previewed, ms',
		"n8n's own work for them, ms",
		'times',
	]);
	const ours: number[] = [];
	const floor: number[] = [];
	for (let round = 0; round < 5; round += 1) {
		ours.push(await timed(async () => await preview(addresses, users)));
		floor.push(await timed(async () => await send(addresses, users, {}, new Reader())));
	}
	const own = median(ours);
	const n8n = median(floor);
	table.add(Math.round(own), Math.round(n8n), (own / n8n).toFixed(2));
}

const preview = async (addresses: Addresses, users: number) =>
	await send(addresses, users, { sendTo: 'nobody' });

/** A node that asks n8n for both values of each item, and does nothing else. */
class Reader implements INodeType {
	description = new Notifications().description;

	async execute(this: IExecuteFunctions) {
		const items = this.getInputData();
		for (const itemIndex of items.keys()) {
			this.getNodeParameter('phone', itemIndex);
			this.getNodeParameter('paramAssignments', itemIndex);
		}
		return [items];
	}
}

async function sending({ users, answerMs, perRequest }: Case) {
	const child = forkProgram('benchmark/sending/server.ts', [String(answerMs)]);
	try {
		const [addresses] = (await once(child, 'message')) as [Addresses];
		globalThis.gc?.();
		const idle = process.memoryUsage().rss;
		let peak = idle;
		const sampling = setInterval(() => {
			peak = Math.max(peak, process.memoryUsage().rss);
		}, SAMPLE_MS);
		const options = { batchSize: perRequest };
		const ms = await timed(async () => await send(addresses, users, { options }));
		clearInterval(sampling);
		const told = once(child, 'message') as Promise<[Seen]>;
		child.send('seen');
		const [seen] = await told;
		return { seconds: ms / 1_000, seen, peak: (peak - idle) / MB };
	} finally {
		child.disconnect();
	}
}

async function send(
	addresses: Addresses,
	users: number,
	parameters: INodeParameters,
	node: INodeType = new Notifications(),
) {
	const items = Array.from({ length: users }, (_, index) => ({
		json: { phone: `+55119${10_000_000 + index}`, name: `User ${index}` },
	}));
	const run = await runNode({
		node,
		parameters: { ...TWO_EXPRESSIONS, ...parameters },
		items,
		credentialType: new ChatCommerceApi(),
		credential: credentialFor(addresses),
	});
	if (run.error) throw run.error;
	const failed = run.items.filter(({ json }) => json.status === 'failed');
	if (run.items.length !== users || failed.length > 0) throw new Error('Not all were sent');
}

async function timed(work: () => Promise<unknown>): Promise<number> {
	const started = performance.now();
	await work();
	return performance.now() - started;
}
