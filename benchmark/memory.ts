import { existsSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OutputName } from '../nodes/Analytics/outputs/settings';
import { install, type Installation, NEWEST } from '../test/n8n/installation';
import { startWholeN8n, type WholeN8n } from '../test/n8n/wholeN8n';
import { chain, getResult } from './n8n/chains';
import { finishedExport, type FinishedExport } from './n8n/exportServer';
import { Table } from './table';

/*
 * npm run bench -- memory
 *
 * The least memory for all of n8n, its task runner included. It is found by bisection: each try starts a whole n8n in a
 * memory cgroup, from its first instruction on. It needs Linux and root.
 */

const STEP_MB = 64;
const MANY = 3_000_000;
const SOME = 100_000;

/** How many rows Bulk Export > Get Result has for each output. */
const ROWS_OF_OUTPUT: Record<OutputName, number> = {
	csvFile: MANY,
	gzipFile: MANY,
	items: SOME,
};

interface Case {
	what: 'n8n starts' | OutputName;
	rows: number;
}

const CASES: Case[] = [
	{ what: 'n8n starts', rows: 1 },
	...Object.entries(ROWS_OF_OUTPUT).map(([output, rows]) => ({
		what: output as OutputName,
		rows,
	})),
];

/** With too little memory, n8n becomes slow before it fails; a try that takes longer has failed. */
const LIMIT_SECONDS = '900';
/** When n8n answers for the first time, it has yet to load much, such as its task runner. */
const SETTLE_MS = 10_000;

const CGROUPS_V1 = {
	root: '/sys/fs/cgroup/memory',
	limit: 'memory.limit_in_bytes',
	events: 'memory.oom_control',
};
const CGROUPS_V2 = { root: '/sys/fs/cgroup', limit: 'memory.max', events: 'memory.events' };
const CGROUPS = existsSync(CGROUPS_V1.root) ? CGROUPS_V1 : CGROUPS_V2;

interface Try {
	what: Case['what'];
	file: FinishedExport;
	installation: Installation;
	limitMb: number;
	heapMb?: number;
}

export async function main(): Promise<void> {
	const installation = await install(NEWEST);
	const title = `The least memory for all of n8n ${NEWEST}, files on disk, in steps of ${STEP_MB} MB`;
	const table = new Table(title, ['what', 'rows', 'MB', 'heap, MB']);
	for (const { what, rows } of CASES) {
		const file = await finishedExport(rows);
		const given = { what, file, installation };
		const memory = await least(384, async (limitMb) => await fits({ ...given, limitMb }));
		const ofHeap = async (heapMb: number) => await fits({ ...given, limitMb: 2048, heapMb });
		table.add(what, rows, memory, what === 'items' ? await least(128, ofHeap) : '');
		await file.service.close();
	}
}

/** @param low MB that are taken for too little; it looks up to 8 steps beyond them */
async function least(low: number, isEnough: (mb: number) => Promise<boolean>): Promise<string> {
	const high = low + 8 * STEP_MB;
	let failed = low;
	let passed = high;
	while (passed - failed > STEP_MB) {
		const middle = (failed + passed) / 2;
		if (await isEnough(middle)) passed = middle;
		else failed = middle;
	}
	return passed === high ? `more than ${failed}` : String(passed);
}

async function fits({ installation, limitMb, heapMb, ...given }: Try): Promise<boolean> {
	const group = mkdtempSync(join(CGROUPS.root, 'chat-commerce-'));
	const read = (name: string) => readFileSync(join(group, name), 'utf8');
	writeFileSync(join(group, CGROUPS.limit), String(limitMb * 2 ** 20));
	const own = mkdtempSync(join(tmpdir(), 'chat-commerce-memory-'));
	// It gets a copy of Node: pages of a file that another process has read before are counted for that process.
	const enter = `echo $$ > ${group}/cgroup.procs && cp "$1" ${own}/node && shift
		PATH=${own}:$PATH exec timeout -s KILL ${LIMIT_SECONDS} node "$@"`;
	const command: Installation['command'] = (env) => {
		return ['sh', '-c', enter, 'sh', ...installation.command(env)];
	};
	const env: Record<string, string> = { N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' };
	if (heapMb !== undefined) env.NODE_OPTIONS = `--max-old-space-size=${heapMb}`;
	let n8n: WholeN8n | undefined;
	let isEnough = false;
	try {
		n8n = await startWholeN8n(given.file.service, {
			installation: { ...installation, command },
			env,
		});
		await sleep(SETTLE_MS);
		await execute(n8n, given);
		isEnough = /oom_kill 0/.test(read(CGROUPS.events));
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
	const workflow = chain(what, getResult(file, what, n8n.credentialId));
	await n8n.api.activate(await n8n.api.createWorkflow(workflow));
	const answer = await n8n.api.webhook(what, {});
	if (!/notification_template|"jobIds?"/.test(answer)) throw new Error(answer);
}
