import '../test/engine/isolateHome';
import { once } from 'node:events';
import type { INodeExecutionData, INodeParameters, INodeType } from 'n8n-workflow';
import { Notifications } from '../nodes/Notifications/Notifications.node';
import { runNode } from '../test/engine/runNode';
import { type Addresses, credentialFor } from '../test/support/credential';
import { forkProgram } from '../test/support/program';
import type { Seen } from './sending/server';
import { Table } from './table';

/*
 * npm run bench -- sending
 *
 * How fast notifications are sent by n8n's engine, in real time, to a server in a process of its own. The node keeps to
 * 40 requests a second, so it takes ten minutes, and the least time of a case is what these need.
 */

const MB = 2 ** 20;
/** The node starts at most so many requests in a second, and has at most so many under way. */
const PER_SECOND = 40;
const AT_ONCE = 16;
const SAMPLE_MS = 100;

interface Case {
	users: number;
	/** How long the server takes for a response. */
	answerMs: number;
}

const CASES: Case[] = [
	{ users: 1_000, answerMs: 20 },
	{ users: 1_000, answerMs: 300 },
	{ users: 10_000, answerMs: 20 },
	{ users: 10_000, answerMs: 300 },
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
	// The engine loads some of its modules only when they are needed first.
	await run(new Notifications(), nowhere, 100, { sendTo: 'nobody' });
	const table = new Table('Notifications sent', [
		'users',
		'an answer takes, ms',
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
		const byRate = seen.requests / PER_SECOND;
		const byAnswers = (seen.requests * each.answerMs) / 1_000 / AT_ONCE;
		const least = Math.max(byRate, byAnswers);
		table.add(
			each.users,
			each.answerMs,
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

interface Sending {
	seconds: number;
	/** What the server has seen. */
	seen: Seen;
	/** Memory above that before the run, in MB. */
	peak: number;
}

async function sending({ users, answerMs }: Case): Promise<Sending> {
	const child = forkProgram('benchmark/sending/server.ts', [String(answerMs)]);
	try {
		const [addresses] = (await once(child, 'message')) as [Addresses];
		globalThis.gc?.();
		const idle = process.memoryUsage().rss;
		let peak = idle;
		const sampling = setInterval(() => {
			peak = Math.max(peak, process.memoryUsage().rss);
		}, SAMPLE_MS);
		const ms = await timed(async () => {
			expectAccepted(await run(new Notifications(), addresses, users, { sendTo: 'everyone' }));
		});
		clearInterval(sampling);
		const told = once(child, 'message') as Promise<[Seen]>;
		child.send('seen');
		const [seen] = await told;
		return { seconds: ms / 1_000, seen, peak: (peak - idle) / MB };
	} finally {
		child.disconnect();
	}
}

async function run(
	node: INodeType,
	addresses: Addresses,
	users: number,
	parameters: INodeParameters,
): Promise<INodeExecutionData[]> {
	const items = Array.from({ length: users }, (_, index) => ({
		json: { phone: `+55119${10_000_000 + index}`, name: `User ${index}` },
	}));
	const { items: output, error } = await runNode({
		node,
		parameters: { ...TWO_EXPRESSIONS, ...parameters },
		items,
		credential: credentialFor(addresses),
	});
	if (error) throw error;
	if (output.length !== users) throw new Error(`There are ${output.length} items`);
	return output;
}

/** A benchmark that does not do what it measures must not pass for a fast one. @throws if an item has another status */
function expectAccepted(items: INodeExecutionData[]): void {
	const other = items.find(({ json }) => json.status !== 'accepted');
	if (other) throw new Error(`An item is not accepted: ${JSON.stringify(other.json)}`);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
	const started = performance.now();
	await work();
	return performance.now() - started;
}
