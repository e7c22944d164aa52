import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { INodeParameters } from 'n8n-workflow';
import type { Service } from '../service/service';
import { forkProgram } from './program';

const PROGRAM = 'test/nodes/Notifications/sendInOwnProcess.ts';

export interface Sending {
	/** Users to notify. */
	count: number;
	options: INodeParameters;
}

export interface OwnProcess {
	/** Ends it as a crash would. */
	kill(): Promise<void>;
	/** Resolves when it ends: to nothing if it was killed. */
	ended: Promise<Ended | undefined>;
}

/** A process that sends notifications, and may be killed at any time. */
export function sendInOwnProcess(service: Service, sending: Sending): OwnProcess {
	const { baseUrl, notificationsUrl, notificationsUrlIndia, token, accountId, flowId } = service;
	const addresses = { baseUrl, notificationsUrl, notificationsUrlIndia, token, accountId, flowId };
	const args = [JSON.stringify(addresses), JSON.stringify(sending)];
	const stdio: Array<'ignore' | 'ipc'> = ['ignore', 'ignore', 'ignore', 'ipc'];
	const child = forkProgram(PROGRAM, args, { stdio, detached: true, execArgv: [] });
	const ended = endOf(child);
	return {
		async kill() {
			process.kill(-(child.pid ?? 0), 'SIGKILL');
			await ended;
		},
		ended,
	};
}

/** What a process that sent notifications tells at its end. */
export interface Ended {
	/** Why nothing more was sent. */
	error?: string;
	/** The highest that it had. */
	residentMegabytes: number;
}

async function endOf(child: ChildProcess): Promise<Ended | undefined> {
	let ended: Ended | undefined;
	child.on('message', (message) => (ended = message as Ended));
	await once(child, 'exit');
	return ended;
}
