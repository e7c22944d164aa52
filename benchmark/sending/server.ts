import { startNotifications } from '../../test/nodes/Notifications/server';

/** What the server has seen so far. */
export interface Seen {
	requests: number;
	/** In any one second. */
	most: number;
	notified: number;
	twice: number;
}

/** A notifications endpoint in a process of its own; it takes as many milliseconds as it is told for each answer. */
export async function main(): Promise<void> {
	const server = await startNotifications();
	const times: number[] = [];
	const waitMs = Number(process.argv[2]);
	server.answer = () => {
		times.push(performance.now());
		return { waitMs };
	};
	process.on('message', () => {
		let [most, from] = [0, 0];
		for (const [at, time] of times.entries()) {
			while (times[from]! <= time - 1_000) from += 1;
			most = Math.max(most, at - from + 1);
		}
		const notified = new Set(server.notified).size;
		const twice = server.notified.length - notified;
		process.send?.({ requests: times.length, most, notified, twice } satisfies Seen);
	});
	process.on('disconnect', () => process.exit());
	const { token, accountId, flowId, baseUrl, notificationsUrl } = server;
	process.send?.({ token, accountId, flowId, baseUrl, notificationsUrl });
}
