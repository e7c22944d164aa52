import type { INode } from 'n8n-workflow';
import { startService, type Service } from '../service/service';
import type { Installation } from './installation';
import { type Inbox, startInbox } from './inbox';
import { type Mailbox, startMailbox } from './mailbox';
import { withInboxLink } from './note';
import { type Postgres, postgresPrograms, startPostgres } from './postgres';
import { type ScriptedModel, startScriptedModel } from './scriptedModel';
import { type Sheets, startSheets } from './sheets';
import { example, exampleFiles, startWholeN8n, type WholeN8n } from './wholeN8n';

/** All that a newcomer tries: whole n8n with the examples, and everything that they reach. */
export interface FirstHour {
	service: Service;
	mailbox: Mailbox;
	model: ScriptedModel;
	sheets: Sheets;
	/** Undefined if it is not installed on this computer. */
	postgres: Postgres | undefined;
	inbox: Inbox;
	n8n: WholeN8n;
	/** Ids of the workflows by the example's file. Those that would need what is not installed are missing. */
	workflows: Map<string, string>;
	close(): Promise<void>;
}

export interface FirstHourOptions {
	installation: Installation;
	port?: number;
	jobDurationMs?: number;
	say?: (line: string) => void;
}

export async function startFirstHour(options: FirstHourOptions): Promise<FirstHour> {
	const { jobDurationMs = 0, ...given } = options;
	const closers: Array<() => Promise<void>> = [];
	const close = async () => {
		for (const closer of closers.splice(0).reverse()) await closer();
	};
	const opened = <T extends { close(): Promise<void> }>(one: T): T => {
		closers.push(one.close);
		return one;
	};
	try {
		const service = opened(await startService({ jobDurationMs }));
		const mailbox = opened(await startMailbox());
		const model = opened(await startScriptedModel());
		const sheets = opened(await startSheets());
		const postgres = postgresPrograms() ? opened(await startPostgres()) : undefined;
		const inbox = opened(await startInbox({ ledger: service.ledger, mailbox, sheets }));
		const n8n = await startWholeN8n(service, { ...given, mailbox, model, sheets, postgres });
		closers.push(n8n.stop);

		const workflows = new Map<string, string>();
		// The editor lists the newest first.
		for (const file of exampleFiles().reverse()) {
			if (!postgres && needsPostgres(file)) continue;
			const change = (node: INode) => withInboxLink(node, inbox.url);
			workflows.set(file, await n8n.addExample(file, { change }));
		}
		return { service, mailbox, model, sheets, postgres, inbox, n8n, workflows, close };
	} catch (error) {
		await close();
		throw error;
	}
}

function needsPostgres(file: string): boolean {
	return example(file).nodes.some(({ type }) => type === 'n8n-nodes-base.postgres');
}
