import type { Readings } from '../service/readings';
import { type Service, startService } from '../service/service';
import { type Editor, openEditor } from './browser';
import { credentialOf, NEEDS_SETTINGS } from './credentials';
import { install } from './installation';
import { type Mailbox, startMailbox } from './mailbox';
import { type Postgres, postgresPrograms, startPostgres } from './postgres';
import { type ScriptedModel, startScriptedModel } from './scriptedModel';
import { type Sheets, startSheets } from './sheets';
import { startWholeN8n, type WholeN8n, type WholeN8nOptions } from './wholeN8n';

/** Whole n8n, and everything that workflows reach from there. */
export interface World {
	service: Service;
	/** Reads the specification otherwise, which a credential of its own is for. */
	needsSettings: Service;
	mailbox: Mailbox;
	model: ScriptedModel;
	sheets: Sheets;
	/** Undefined if it is not installed on this computer. */
	postgres: Postgres | undefined;
	n8n: WholeN8n;
	/** Forgets what happened outside of n8n. */
	reset(): void;
	close(): Promise<void>;
}

const CALLS_PER_MINUTE = 5;
const OTHERWISE: Readings = {
	request: { endDate: 'excluded', dates: 'withTime' },
	statusRecord: { done: 'EXPORTED' },
};

export interface WorldOptions {
	jobDurationMs?: number;
	servicePorts?: { port?: number; notificationsPort?: number };
}

export async function startWorld({
	jobDurationMs = 0,
	servicePorts = {},
	...options
}: WholeN8nOptions & WorldOptions): Promise<World> {
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
		const needsSettings = opened(await startService({ jobDurationMs, readings: OTHERWISE }));
		const mailbox = opened(await startMailbox());
		const model = opened(await startScriptedModel());
		const sheets = opened(await startSheets());
		const postgres = postgresPrograms() ? opened(await startPostgres()) : undefined;
		const n8n = await startWholeN8n(service, { ...options, mailbox, model, sheets, postgres });
		closers.push(n8n.stop);
		const credential = credentialOf(needsSettings, CALLS_PER_MINUTE);
		await n8n.api.saveCredential(NEEDS_SETTINGS, 'chatCommerceApi', credential);
		const original = { ...service.options };
		const reset = () => {
			service.reset();
			needsSettings.reset();
			Object.assign(service.options, original);
			mailbox.emails.length = 0;
			sheets.reset();
		};
		return { service, needsSettings, mailbox, model, sheets, postgres, n8n, reset, close };
	} catch (error) {
		await close();
		throw error;
	}
}

/** What suites are given: the world that their tests share, once it is there. */
export type Shared = (() => World & { editor: Editor }) & { version: string };

/** One n8n, and if wanted one browser, for all tests of a file. */
export function sharedWorld(
	version: string,
	{ browser, env = {} }: { browser: boolean; env?: NodeJS.ProcessEnv },
): Shared {
	let world: World;
	let editor: Editor | undefined;
	beforeAll(async () => {
		world = await startWorld({ installation: install(version), env });
		if (browser) editor = await openEditor(world.n8n);
	});
	afterAll(async () => {
		await editor?.close();
		await world?.close();
	});
	beforeEach(() => world.reset());
	const shared = () => {
		if (!world) throw new Error('The world is there from beforeAll on');
		return {
			...world,
			get editor() {
				if (!editor) throw new Error('There is no browser');
				return editor;
			},
		};
	};
	return Object.assign(shared, { version });
}
