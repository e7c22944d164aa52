import '../../engine/isolateHome';
import type { Service } from '../../service/service';
import { runNotifications, users } from '../../support/notificationsNode';
import type { Ended, Sending } from '../../support/ownProcess';

/** Sends notifications to the service whose addresses are given. */
export async function main(): Promise<void> {
	const service = JSON.parse(process.argv[2] ?? '') as Service;
	const { count, options } = JSON.parse(process.argv[3] ?? '') as Sending;
	const { error } = await runNotifications(service, { options }, { items: users(count) });
	const ended: Ended = {
		...(error ? { error: error.message } : {}),
		residentMegabytes: Math.round(process.resourceUsage().maxRSS / 1024),
	};
	// Older engines, seen up to 2.20, would keep the process alive.
	process.send?.(ended, () => process.exit());
}
