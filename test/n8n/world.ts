import type { Readings } from '../service/readings';
import { startService } from '../service/service';
import { type Editor, openEditor } from './browser';
import { example, exampleFiles } from './exampleFiles';
import { startInbox } from './inbox';
import { install } from './installation';
import { startMailbox } from './mailbox';
import { postgresPrograms, startPostgres } from './postgres';
import { startScriptedModel } from './scriptedModel';
import { startWholeN8n, type WholeN8nOptions } from './wholeN8n';

/** Whole n8n, and everything that workflows reach from there. */
export type World = Awaited<ReturnType<typeof startWorld>>;

type WorldOptions = WholeN8nOptions & {
	jobDurationMs?: number;
	servicePorts?: { port?: number; notificationsPort?: number };
	inboxPort?: number;
};

export async function startWorld(given: WorldOptions) {
	const { jobDurationMs = 0, servicePorts, inboxPort, ...options } = given;
	const closers: Array<() => Promise<void>> = [];
	const close = async () => {
		for (const closer of closers.splice(0).reverse()) await closer();
	};
	const opened = <T extends { close(): Promise<void> }>(one: T): T => {
		closers.push(one.close);
		return one;
	};
	try {
		const service = opened(await startService({ jobDurationMs, ...servicePorts }));
		const readings: Readings = {
			request: { endDate: 'excluded', dates: 'withTime' },
			statusRecord: { done: 'EXPORTED' },
		};
		const needsSettings = opened(await startService({ jobDurationMs, readings }));
		const mailbox = opened(await startMailbox());
		const model = opened(await startScriptedModel());
		const { ledger } = service;
		const inbox = opened(await startInbox({ ledger, mailbox }, inboxPort));
		// Undefined if it is not installed on this computer.
		const postgres = postgresPrograms() ? opened(await startPostgres()) : undefined;
		const simulated = { needsSettings, mailbox, model, postgres };
		const n8n = await startWholeN8n(service, { ...options, ...simulated });
		closers.push(n8n.stop);
		const original = { ...service.options };
		/** Forgets what happened outside of n8n. */
		const reset = () => {
			service.reset();
			needsSettings.reset();
			Object.assign(service.options, original);
			mailbox.emails.length = 0;
		};
		return { service, needsSettings, mailbox, model, inbox, postgres, n8n, reset, close };
	} catch (error) {
		await close();
		throw error;
	}
}

/**
 * Adds the examples for which all that they need is here. Those of an earlier run stay as they are.
 * @returns their ids by file
 */
export async function addExamples({ n8n, postgres }: World): Promise<Map<string, string>> {
	const workflows = new Map<string, string>();
	// The editor lists the newest first.
	for (const file of exampleFiles().reverse()) {
		const { name, nodes } = example(file);
		const needsPostgres = nodes.some(({ type }) => type === 'n8n-nodes-base.postgres');
		if (needsPostgres && !postgres) continue;
		const kept = await n8n.api.idOf('workflows', name);
		workflows.set(file, kept ?? (await n8n.addExample(file)));
	}
	return workflows;
}

/** What suites are given: the world that their tests share, once it is there. */
export type Shared = ReturnType<typeof sharedWorld>;

/** One n8n, and if wanted one browser, for all tests of a file. */
export function sharedWorld(
	version: string,
	{ browser = false, env = {} }: { browser?: boolean; env?: NodeJS.ProcessEnv } = {},
) {
	let world: World;
	let editor: Editor;
	beforeAll(async () => {
		world = await startWorld({ installation: install(version), env });
		if (browser) editor = await openEditor(world.n8n);
	});
	afterAll(async () => {
		await editor?.close();
		await world?.close();
	});
	beforeEach(() => world.reset());
	return Object.assign(() => ({ ...world, editor }), { version });
}
