import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { install, NEWEST, type Installation } from '../test/n8n/installation';
import { startWholeN8n } from '../test/n8n/wholeN8n';
import { chain, getResult } from './n8n/chains';
import { finishedExport } from './n8n/exportServer';
import { Table } from './table';

/*
 * node test/run.mjs benchmark/limit.ts MB [output] [rows] [heap MB], as root on Linux
 *
 * Whether a bulk export ends in n8n with so many MB in all, its task runner included: in a memory cgroup, from n8n's
 * first instruction on. A limit that is too low ends n8n, so this fails then.
 */

const MB = 2 ** 20;

/** Starts the task runner. */
const TASK = {
	name: 'Code',
	type: 'n8n-nodes-base.code',
	typeVersion: 2,
	parameters: { jsCode: 'return [{ json: {} }];' },
};

export async function main(): Promise<void> {
	const [, , limit = '', output = 'csvFile', rows = '3000000', heap] = process.argv;
	const group = new MemoryGroup(Number(limit) * MB);
	const file = await finishedExport(Number(rows));
	try {
		const n8n = await startWholeN8n(file.service, {
			installation: group.around(install(NEWEST)),
			env: {
				N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem',
				...(heap === undefined ? {} : { NODE_OPTIONS: `--max-old-space-size=${heap}` }),
			},
		});
		try {
			const started = Math.round(group.peak() / MB);
			const workflow = chain('limit', [TASK, ...getResult(file, output, n8n.credentialId)]);
			// As n8n does by default, it saves the items of the execution.
			const settings = { executionOrder: 'v1' };
			await n8n.api.activate(await n8n.api.createWorkflow({ ...workflow, settings }));
			await n8n.api.webhook('limit', {});
			const columns = ['rows', 'output', 'n8n has started, peak MB', 'export, peak MB'];
			const title = `With ${limit} MB for all of n8n, and a heap of ${heap ?? 'its default'}`;
			new Table(title, columns).add(rows, output, started, Math.round(group.peak() / MB));
		} finally {
			await n8n.stop();
		}
	} finally {
		await file.service.close();
		group.remove();
	}
}

/** Of version 2, or 1. */
class MemoryGroup {
	readonly #path: string;
	readonly #peakFile: string;

	constructor(bytes: number) {
		const isOld = existsSync('/sys/fs/cgroup/memory');
		const root = isOld ? '/sys/fs/cgroup/memory' : '/sys/fs/cgroup';
		this.#path = join(root, `chat-commerce-limit-${process.pid}`);
		this.#peakFile = isOld ? 'memory.max_usage_in_bytes' : 'memory.peak';
		mkdirSync(this.#path);
		const limitFile = isOld ? 'memory.limit_in_bytes' : 'memory.max';
		writeFileSync(join(this.#path, limitFile), String(bytes));
	}

	/** The same n8n, which joins the group before it runs. */
	around(installation: Installation): Installation {
		const join = 'echo $$ > "$0/cgroup.procs" && exec "$@"';
		const command: Installation['command'] = (env) => {
			return ['sh', '-c', join, this.#path, ...installation.command(env)];
		};
		return { ...installation, command };
	}

	peak(): number {
		return Number(readFileSync(join(this.#path, this.#peakFile), 'utf8'));
	}

	remove(): void {
		rmdirSync(this.#path);
	}
}
