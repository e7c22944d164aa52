import '../engine/isolateHome';
import type { INodeParameters } from 'n8n-workflow';
import type { Addresses } from './credential';
import { runNotifications, users } from './notificationsNode';

/** The argument of the process, as JSON. */
interface Given {
	addresses: Addresses;
	count: number;
	options: INodeParameters;
}

/** Sends notifications to the service at the addresses, and then reports the error, if any, and the peak of its memory. */
export async function main(): Promise<void> {
	const { addresses, count, options } = JSON.parse(process.argv[2] ?? '') as Given;
	const { error } = await runNotifications(addresses, { options }, { items: users(count) });
	const residentMegabytes = Math.round(process.resourceUsage().maxRSS / 1024);
	// The engines of n8n up to 2.20 would keep the process alive.
	process.send?.({ error: error?.message, residentMegabytes }, () => process.exit());
}
