import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { unpackInto } from '../support/manifest';
import { type Child, freePort, start, until } from './childProcess';
import { type Installation, OF_N8N } from './installation';

export const PACKAGE = 'n8n-nodes-chat-commerce';

export type N8nProcess = Awaited<ReturnType<typeof startN8n>>;

export interface N8nOptions {
	installation: Installation;
	env?: NodeJS.ProcessEnv;
	port?: number;
	keptFolder?: string;
}

/** Nothing is looked up on the internet, and nothing is shown but the editor. */
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

export async function startN8n(options: N8nOptions) {
	const { installation, env = {}, port, keptFolder } = options;
	const userFolder = makeUserFolder(keptFolder);
	const own = port ?? (await freePort());
	/** Also for another process of the same n8n: a worker, or a command. */
	const variables: NodeJS.ProcessEnv = {
		...withoutVariablesOfN8n(process.env),
		...QUIET,
		N8N_USER_FOLDER: userFolder,
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_HOST: '127.0.0.1',
		N8N_PORT: String(own),
		N8N_RUNNERS_BROKER_PORT: String(await freePort()),
		N8N_SECURE_COOKIE: 'false',
		N8N_COMMUNITY_PACKAGES_ALLOW_TOOL_USAGE: 'true',
		...env,
	};
	const url = `http://127.0.0.1:${own}`;
	const [program = '', ...args] = installation.command(variables);
	const child = start(program, [...args, 'start'], variables);
	const stop = async () => {
		await child.stop();
		if (!keptFolder) rmSync(userFolder, { recursive: true, force: true });
	};
	try {
		// Not logged in: the API is there. Before that, 404 or 503.
		await untilAnswered(`${url}/rest/login`, 401, child);
	} catch (error) {
		await stop();
		throw error;
	}
	return { url, child, userFolder, env: variables, stop };
}

/** With our packed tarball as an installed community package. @param kept a folder of an earlier n8n */
function makeUserFolder(kept?: string): string {
	if (!existsSync('dist')) throw new Error('Run `npm run build` first');
	const folder = kept ?? mkdtempSync(join(tmpdir(), 'chat-commerce-n8n-'));
	const nodes = join(folder, '.n8n/nodes');
	const target = join(nodes, 'node_modules', PACKAGE);
	rmSync(target, { recursive: true, force: true });
	mkdirSync(target, { recursive: true });
	const { version } = unpackInto(target);
	const dependencies = { [PACKAGE]: version };
	const manifest = { name: 'installed-nodes', private: true, dependencies };
	writeFileSync(join(nodes, 'package.json'), JSON.stringify(manifest));
	return folder;
}

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
