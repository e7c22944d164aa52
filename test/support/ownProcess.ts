import { once } from 'node:events';
import type { INodeParameters } from 'n8n-workflow';
import { type Addresses, addressesOf } from './credential';
import { forkProgram } from './program';

const PROGRAM = 'test/nodes/Notifications/sendInOwnProcess.ts';

export interface Sending {
	/** Users to notify. */
	count: number;
	options: INodeParameters;
}

/** What a process that sent notifications tells at its end. */
export interface Ended {
	/** Why nothing more was sent. */
	error?: string;
	/** The highest that it had. */
	residentMegabytes: number;
}

/** A process that sends notifications, and may be killed at any time. */
export function sendInOwnProcess(service: Addresses, sending: Sending) {
	const args = [JSON.stringify(addressesOf(service)), JSON.stringify(sending)];
	const stdio: Array<'ignore' | 'ipc'> = ['ignore', 'ignore', 'ignore', 'ipc'];
	const child = forkProgram(PROGRAM, args, { stdio, detached: true, execArgv: [] });
	let last: Ended | undefined;
	child.on('message', (message) => (last = message as Ended));
	/** Resolves when it ends: to nothing if it was killed. */
	const ended = once(child, 'exit').then(() => last);
	return {
		/** Ends it as a crash would. */
		async kill() {
			process.kill(-(child.pid ?? 0), 'SIGKILL');
			await ended;
		},
		ended,
	};
}
