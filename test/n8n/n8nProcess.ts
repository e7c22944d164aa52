import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { unpackInto } from '../support/manifest';
import { type Child, start } from '../tools/childProcess';
import { freePort } from './freePort';
import { type Installation, OF_N8N } from './installation';
import { until } from './until';

export const PACKAGE = 'n8n-nodes-chat-commerce';

export interface N8nOptions {
	installation: Installation;
	/** Environment variables besides those that each n8n of these tests gets. */
	env?: NodeJS.ProcessEnv;
	port?: number;
	/** A user folder that an earlier n8n may have used, and that stays afterwards. */
	keptFolder?: string;
}

export interface N8nProcess {
	url: string;
	child: Child;
	userFolder: string;
	/** The environment of this n8n. Another process of the same n8n needs it too: a worker, or a command. */
	env: NodeJS.ProcessEnv;
	stop(): Promise<void>;
}

/** With these, n8n looks nothing up on the internet, and shows nothing but the editor. */
const QUIET = {
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	N8N_LOG_OUTPUT: 'console',
	DB_SQLITE_POOL_SIZE: '2',
};

/** Starts n8n with our packed nodes. Resolves once its API responds. */
export async function startN8n(options: N8nOptions): Promise<N8nProcess> {
	const { installation, keptFolder } = options;
	const userFolder = makeUserFolder(keptFolder);
	const port = options.port ?? (await freePort());
	const files = join(userFolder, 'files');
	mkdirSync(files, { recursive: true });
	const env: NodeJS.ProcessEnv = {
		...withoutVariablesOfN8n(process.env),
		...QUIET,
		N8N_USER_FOLDER: userFolder,
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_HOST: '127.0.0.1',
		N8N_PORT: String(port),
		N8N_RUNNERS_BROKER_PORT: String(await freePort()),
		N8N_SECURE_COOKIE: 'false',
		// Read/Write Files from Disk must not write into the home of whoever runs the tests.
		N8N_RESTRICT_FILE_ACCESS_TO: files,
		...options.env,
	};
	const url = `http://127.0.0.1:${port}`;
	const [program = '', ...args] = installation.command(env);
	const child = start(program, [...args, 'start'], env);
	const stop = async () => {
		await child.stop();
		if (!keptFolder) rmSync(userFolder, { recursive: true, force: true });
	};
	try {
		// 401 means that nobody is logged in, so the API is there. While n8n starts, it responds with 404 or 503.
		await untilAnswered(`${url}/rest/login`, 401, child);
	} catch (error) {
		await stop();
		throw error;
	}
	return { url, child, userFolder, env, stop };
}

/** A user folder of n8n in which our packed tarball is an installed community package. */
function makeUserFolder(keptFolder?: string): string {
	if (!existsSync('dist')) throw new Error('Run `npm run build` first');
	const folder = keptFolder ?? mkdtempSync(join(tmpdir(), 'chat-commerce-n8n-'));
	const nodes = join(folder, '.n8n/nodes');
	const target = join(nodes, 'node_modules', PACKAGE);
	rmSync(target, { recursive: true, force: true });
	mkdirSync(target, { recursive: true });
	const { version } = unpackInto(target);
	const manifest = {
		name: 'installed-nodes',
		private: true,
		dependencies: { [PACKAGE]: version },
	};
	writeFileSync(join(nodes, 'package.json'), JSON.stringify(manifest));
	return folder;
}

/** Waits until an address of n8n responds with a status. */
export async function untilAnswered(url: string, status: number, child: Child): Promise<void> {
	const isAnswered = async () => {
		const { statusCode, body } = await request(url);
		await body.dump();
		return statusCode === status;
	};
	await until(`n8n to answer ${status}`, isAnswered, { child });
}

function withoutVariablesOfN8n(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
	return Object.fromEntries(Object.entries(env).filter(([name]) => !OF_N8N.test(name)));
}
