import { ACCEPTS_ALL } from '../../test/service/options';
import { startService } from '../../test/service/service';

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

/** The simulated service in a process of its own; it takes as many milliseconds as it is told for each answer. */
export async function main(): Promise<void> {
	const service = await startService(ACCEPTS_ALL);
	const times: number[] = [];
	const waitMs = Number(process.argv[2]);
	service.notifications.answer = () => {
		times.push(performance.now());
		return { waitMs };
	};
	process.on('message', () => {
		const { phones } = service.ledger;
		const notified = new Set(phones).size;
		const seen: Seen = {
			requests: times.length,
			most: mostInOneSecond(times),
			notified,
			twice: phones.length - notified,
		};
		process.send?.(seen);
	});
	process.on('disconnect', () => process.exit());
	const { token, accountId, flowId, baseUrl, notificationsUrl } = service;
	process.send?.({ token, accountId, flowId, baseUrl, notificationsUrl });
}

/** @param times in milliseconds, in ascending order */
function mostInOneSecond(times: number[]): number {
	let most = 0;
	let from = 0;
	for (const [at, time] of times.entries()) {
		while (times[from]! <= time - 1_000) from += 1;
		most = Math.max(most, at - from + 1);
	}
	return most;
}
