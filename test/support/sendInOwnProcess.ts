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

/** Sends notifications to the service at the addresses. */
export async function main(): Promise<void> {
	const { addresses, count, options } = JSON.parse(process.argv[2] ?? '') as Given;
	await runNotifications(addresses, { options }, { items: users(count) });
	// The engines of n8n up to 2.20 would keep the process alive.
	process.exit();
}
