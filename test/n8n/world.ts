import type { ServiceOptions } from '../service/options';
import { type Service, startService } from '../service/service';
import { lazily } from '../support/lazily';
import { type Editor, openEditor } from './browser';
import { example, exampleFiles } from './exampleFiles';
import { startInbox } from './inbox';
import { install, type Installation } from './installation';
import { type Mailbox, startMailbox } from './mailbox';
import { type Postgres, postgresPrograms, startPostgres } from './postgres';
import { startQueuedN8n } from './queue';
import { startScriptedModel } from './scriptedModel';
import { type ExampleChanges, startWholeN8n, type WholeN8nOptions } from './wholeN8n';

export interface World {
	service: Service;
	mailbox: Mailbox;
	inbox: Awaited<ReturnType<typeof startInbox>>;
	/** Undefined if it is not installed on this computer. */
	postgres: Postgres | undefined;
	n8n: Awaited<ReturnType<typeof startWholeN8n>>;
	/** n8n itself, and its workers. */
	processes: Array<Awaited<ReturnType<typeof startWholeN8n>>['child']>;
	/** Forgets what a test has left in the service and in the mailbox. */
	reset(): void;
	close(): Promise<void>;
}

type WorldOptions = WholeN8nOptions & {
	jobs?: Partial<Pick<ServiceOptions, 'jobDurationMs' | 'states'>>;
	servicePorts?: { port?: number; notificationsPort?: number };
	inboxPort?: number;
	workers?: number;
};

export async function startWorld(given: WorldOptions): Promise<World> {
	const { jobs, servicePorts, inboxPort, workers = 0, ...options } = given;
	const closers: Array<() => Promise<void>> = [];
	const close = async () => {
		for (const closer of closers.splice(0).reverse()) await closer();
	};
	const opened = <T extends { close(): Promise<void> }>(one: T): T => {
		closers.push(one.close);
		return one;
	};
	try {
		const service = opened(await startService({ ...jobs, ...servicePorts }));
		const mailbox = opened(await startMailbox());
		const model = opened(await startScriptedModel());
		const { ledger } = service;
		const inbox = opened(await startInbox({ ledger, mailbox }, inboxPort));
		// Undefined if it is not installed on this computer.
		const postgres = postgresPrograms() ? opened(await startPostgres()) : undefined;
		const simulated = { mailbox, model, postgres };
		const whole = { ...options, ...simulated };
		const queue = workers > 0 ? await startQueuedN8n(service, workers, whole) : undefined;
		const n8n = queue?.n8n ?? (await startWholeN8n(service, whole));
		closers.push(queue?.stop ?? n8n.stop);
		const processes = [n8n.child, ...(queue?.workers ?? [])];
		const original = { ...service.options };
		const reset = () => {
			service.reset();
			Object.assign(service.options, original);
			mailbox.emails.length = 0;
		};
		return { service, mailbox, inbox, postgres, n8n, processes, reset, close };
	} catch (error) {
		await close();
		throw error;
	}
}

/** Examples for which all that they need is here; those of an earlier run stay. @returns their ids by file */
export async function addExamples(
	{ n8n, postgres }: World,
	changes: ExampleChanges = {},
): Promise<Map<string, string>> {
	const workflows = new Map<string, string>();
	for (const file of exampleFiles().reverse()) {
		const { name, nodes } = example(file);
		const needsPostgres = nodes.some(({ type }) => type === 'n8n-nodes-base.postgres');
		if (needsPostgres && !postgres) continue;
		const kept = await n8n.api.idOf('workflows', name);
		workflows.set(file, kept ?? (await n8n.addExample(file, changes)));
	}
	return workflows;
}

/** The world of the tests of a file, whose parts are there once the tests run, and its version, which is there before. */
export interface Shared extends Pick<World, 'service' | 'mailbox' | 'n8n'> {
	version: string;
	editor: Editor;
	/** All of it. */
	world: World;
}

interface SharedOptions extends WorldOptions {
	browser?: boolean;
	installing?: () => Promise<Installation>;
}

/** A job is done at the first look. With one state more, each export of the tests would take 6 to 15 seconds longer. */
const DONE_AT_ONCE: Partial<ServiceOptions> = { states: [] };

/** One n8n, and if wanted one browser, for all tests of a file. */
export function sharedWorld(
	version: string,
	{
		browser = false,
		installing = async () => await install(version),
		...options
	}: SharedOptions = {},
): Shared {
	let world: World;
	let editor: Editor;
	beforeAll(async () => {
		world = await startWorld({
			jobs: DONE_AT_ONCE,
			...options,
			installation: await installing(),
		});
		if (browser) editor = await openEditor(world.n8n);
	});
	afterAll(async () => {
		await editor?.close();
		await world?.close();
	});
	beforeEach(() => world.reset());
	return {
		version,
		service: lazily(() => world.service),
		mailbox: lazily(() => world.mailbox),
		n8n: lazily(() => world.n8n),
		editor: lazily(() => editor),
		world: lazily(() => world),
	};
}
