import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { install, NEWEST, type Installation } from '../test/n8n/installation';
import { startWholeN8n } from '../test/n8n/wholeN8n';
import { chain, getResult } from './n8n/chains';
import { finishedExport } from './n8n/exportServer';
import { Table } from './table';

/*
 * npm run bench -- limit MB [output] [rows] [heap MB], as root on Linux
 *
 * Whether so many MB are enough for a bulk export in n8n, with all that n8n needs, its task runner included. n8n runs in
 * a memory cgroup from its first instruction on. If the limit is too low, the kernel ends n8n, and this program fails.
 */

const MB = 2 ** 20;

/** n8n starts its task runner for this node. */
const TASK = {
	name: 'Code',
	type: 'n8n-nodes-base.code',
	typeVersion: 2,
	parameters: { jsCode: 'return [{ json: {} }];' },
};

export async function main(): Promise<void> {
	const [limit = '', output = 'csvFile', rows = '3000000', heapMb] = process.argv.slice(2);
	const group = new MemoryGroup(Number(limit) * MB);
	const file = await finishedExport(Number(rows));
	try {
		const env: Record<string, string> = { N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' };
		if (heapMb !== undefined) env.NODE_OPTIONS = `--max-old-space-size=${heapMb}`;
		const installation = group.around(await install(NEWEST));
		const n8n = await startWholeN8n(file.service, { installation, env });
		try {
			const started = Math.round(group.peak() / MB);
			const workflow = chain('limit', [TASK, ...getResult(file, output, n8n.credentialId)]);
			// Unlike in other benchmarks, n8n saves the items of the execution, as it does by default.
			const settings = { executionOrder: 'v1' };
			await n8n.api.activate(await n8n.api.createWorkflow({ ...workflow, settings }));
			await n8n.api.webhook('limit', {});
			const columns = ['rows', 'output', 'n8n has started, peak MB', 'export, peak MB'];
			const title = `With ${limit} MB for all of n8n, and a heap of ${heapMb ?? 'its default'}`;
			new Table(title, columns).add(rows, output, started, Math.round(group.peak() / MB));
		} finally {
			await n8n.stop();
		}
	} finally {
		await file.service.close();
		group.remove();
	}
}

/** A memory cgroup of version 2, or of version 1 where Linux has that one. */
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

	/** @returns an n8n that joins the group before it runs */
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
