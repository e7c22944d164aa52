import { existsSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { install, type Installation, NEWEST } from '../test/n8n/installation';
import { startWholeN8n, type WholeN8n } from '../test/n8n/wholeN8n';
import { activate, emptySubWorkflow, inBatches } from './batches';
import { chain, getResult } from './n8n/chains';
import { finishedExport, type FinishedExport } from './n8n/exportServer';
import { Table } from './table';

/*
 * node test/run.mjs benchmark/memory.ts
 *
 * The least memory for all of n8n, task runner included: by bisection, each try a whole n8n that is in a memory
 * cgroup from its first instruction. Needs Linux and root.
 */

const STEP_MB = 64;
const MANY = 3_000_000;
const SOME = 100_000;
const CASES = [
	['n8n starts', 1],
	['csvFile', MANY],
	['gzipFile', MANY],
	['subWorkflow', MANY],
	['items', SOME],
] as const;

/** What takes longer, for want of memory, has failed. */
const LIMIT_SECONDS = '900';
/** Once n8n answers, it still loads much, its task runner among it. */
const SETTLE_MS = 10_000;

const V1 = '/sys/fs/cgroup/memory';
const [ROOT, LIMIT, EVENTS] = existsSync(V1)
	? [V1, 'memory.limit_in_bytes', 'memory.oom_control']
	: ['/sys/fs/cgroup', 'memory.max', 'memory.events'];

interface Try {
	what: (typeof CASES)[number][0];
	file: FinishedExport;
	installation: Installation;
	limitMb: number;
	heapMb?: number;
}

export async function main(): Promise<void> {
	const installation = install(NEWEST, console.error);
	const title = `The least memory for all of n8n ${NEWEST}, files on disk, in steps of ${STEP_MB} MB`;
	const table = new Table(title, ['what', 'rows', 'MB', 'heap, MB']);
	for (const [what, rows] of CASES) {
		const file = await finishedExport(rows);
		const given = { what, file, installation };
		const memory = await least(384, async (limitMb) => await fits({ ...given, limitMb }));
		const ofHeap = async (heapMb: number) => await fits({ ...given, limitMb: 2048, heapMb });
		table.add(what, rows, memory, what === 'items' ? await least(128, ofHeap) : '');
		await file.service.close();
	}
}

/** @param low taken for too little; looks up to 8 steps beyond it */
async function least(low: number, isEnough: (mb: number) => Promise<boolean>): Promise<string> {
	const high = low + 8 * STEP_MB;
	let [failed, passed] = [low, high];
	while (passed - failed > STEP_MB) {
		const middle = (failed + passed) / 2;
		if (await isEnough(middle)) passed = middle;
		else failed = middle;
	}
	return passed === high ? `more than ${failed}` : String(passed);
}

async function fits({ installation, limitMb, heapMb, ...given }: Try): Promise<boolean> {
	const group = mkdtempSync(join(ROOT, 'chat-commerce-'));
	const read = (name: string) => readFileSync(join(group, name), 'utf8');
	writeFileSync(join(group, LIMIT), String(limitMb * 2 ** 20));
	const own = mkdtempSync(join(tmpdir(), 'chat-commerce-memory-'));
	// A Node of its own: pages that another process has read before would be counted there.
	const enter = `echo $$ > ${group}/cgroup.procs && cp "$1" ${own}/node && shift
		PATH=${own}:$PATH exec timeout -s KILL ${LIMIT_SECONDS} node "$@"`;
	const command: Installation['command'] = (env) => {
		return ['sh', '-c', enter, 'sh', ...installation.command(env)];
	};
	const heap = heapMb && { NODE_OPTIONS: `--max-old-space-size=${heapMb}` };
	const env = { N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem', ...heap };
	let n8n: WholeN8n | undefined;
	let isEnough = false;
	try {
		n8n = await startWholeN8n(given.file.service, {
			installation: { ...installation, command },
			env,
		});
		await sleep(SETTLE_MS);
		await execute(n8n, given);
		isEnough = /oom_kill 0/.test(read(EVENTS));
	} catch (error) {
		console.error(String(error).slice(-300));
	}
	await n8n?.stop();
	while (read('cgroup.procs') !== '') await sleep(100);
	rmdirSync(group);
	rmSync(own, { recursive: true });
	console.error(given.what, { limitMb, heapMb, isEnough });
	return isEnough;
}

async function execute(n8n: WholeN8n, { what, file }: Pick<Try, 'what' | 'file'>): Promise<void> {
	if (what === 'n8n starts') return;
	const steps =
		what === 'subWorkflow'
			? inBatches(file, n8n, await emptySubWorkflow(n8n))
			: getResult(file, what, n8n.credentialId);
	await activate(n8n, chain(what, steps));
	const answer = await n8n.api.webhook(what, {});
	if (!/notification_template|"jobIds?"/.test(answer)) throw new Error(answer);
}
