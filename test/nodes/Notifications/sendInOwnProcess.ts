import '../../engine/isolateHome';
import type { Service } from '../../service/service';
import { runNotifications, users } from '../../support/notificationsNode';

/** Sends 60 notifications, two in a request, to the service whose addresses are given. */
export async function main(): Promise<void> {
	const service = JSON.parse(process.argv[2] ?? '') as Service;
	const { error } = await runNotifications(
		service,
		{ options: { batchSize: 2 } },
		{ items: users(60) },
	);
	// Older engines, seen up to 2.20, would keep the process alive.
	process.exit(error ? 1 : 0);
}
