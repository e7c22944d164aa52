import { startNotifications } from '../../test/nodes/Notifications/server';

/** What the server has seen so far. */
export interface Seen {
	requests: number;
	/** The most requests in any one second. */
	most: number;
	/** How many users were notified. */
	notified: number;
	/** How many notifications went to a user who had already had one. */
	twice: number;
}

/** The notifications endpoint, in a process of its own. Its argument is how many milliseconds an answer takes. */
export async function main(): Promise<void> {
	const server = await startNotifications();
	const times: number[] = [];
	const waitMs = Number(process.argv[2]);
	server.answer = () => {
		times.push(performance.now());
		return { waitMs };
	};
	process.on('message', () => {
		let most = 0;
		// The first request in the second that ends with the current one.
		let from = 0;
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
