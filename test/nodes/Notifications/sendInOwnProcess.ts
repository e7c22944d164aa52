import '../../engine/isolateHome';
import type { INodeParameters } from 'n8n-workflow';
import type { Addresses } from '../../support/credential';
import { runNotifications, users } from '../../support/notificationsNode';

interface Given {
	addresses: Addresses;
	count: number;
	options: INodeParameters;
}

/** Sends notifications to the service whose addresses are given. Tells the error, and its most memory. */
export async function main(): Promise<void> {
	const { addresses, count, options } = JSON.parse(process.argv[2] ?? '') as Given;
	const { error } = await runNotifications(addresses, { options }, { items: users(count) });
	const residentMegabytes = Math.round(process.resourceUsage().maxRSS / 1024);
	// Older engines, seen up to 2.20, would keep the process alive.
	process.send?.({ error: error?.message, residentMegabytes }, () => process.exit());
}
