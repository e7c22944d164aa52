import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { ChatCommerceApi } from '../../credentials/ChatCommerceApi.credentials';
import { Analytics } from '../../nodes/Analytics/Analytics.node';
import { type NodeRun, runNode } from '../engine/runNode';
import { bulkExport } from '../support/analyticsNode';
import { credentialFor } from '../support/credential';
import { forkProgram } from '../support/program';
import { compressedZeros } from '../service/faults';
import { startService } from '../service/service';

/** A gzip bomb in a process of its own, whose memory is measured. Expectations are written by hand. */
export interface MemoryCase {
	output: 'items' | 'csvFile' | 'gzipFile';
	/** The file that 1 GB of zeros becomes, or part of the error's message. */
	expected: string;
	/** MB that the process may grow by, over what an ordinary export takes. */
	mostGrowth: number;
}

export interface MemoryResult extends MemoryCase {
	growth: number;
	problems: string[];
}

interface Measured {
	growth: number;
	outcome: string;
}

type Credential = ReturnType<typeof credentialFor>;

const BOMB_MB = 1024;
/** In KB. */
const MB = 1024;

export const memoryCases: MemoryCase[] = [
	// As much as the longest field may take, which zeros are.
	{ output: 'items', expected: 'error: is damaged', mostGrowth: 800 },
	{ output: 'csvFile', expected: 'error: is damaged', mostGrowth: 800 },
	// A file that is whole is passed on as it is.
	{ output: 'gzipFile', expected: 'works', mostGrowth: 150 },
];

/** Runs a case, with the service here and the node in another process. */
export async function measure(memoryCase: MemoryCase): Promise<MemoryResult> {
	const service = await startService();
	// It takes seconds, for which the other process would wait.
	await compressedZeros(BOMB_MB);
	try {
		const child = forkProgram('test/faults/faults.ts', ['--measure', JSON.stringify(memoryCase)]);
		const ended = once(child, 'exit').then(() => {
			throw new Error('The process that was measured ended early');
		});
		child.send(credentialFor(service));
		await Promise.race([once(child, 'message'), ended]);
		service.faults.add('download', { kind: 'bomb', megabytes: BOMB_MB }, Infinity);
		child.send('go');
		const [measured] = (await Promise.race([once(child, 'message'), ended])) as [Measured];
		ended.catch(() => {});
		child.disconnect();
		return { ...memoryCase, growth: measured.growth, problems: problemsOf(memoryCase, measured) };
	} finally {
		await service.close();
	}
}

function problemsOf({ expected, mostGrowth }: MemoryCase, { growth, outcome }: Measured): string[] {
	return [
		...(isAsExpected(outcome, expected) ? [] : [outcome]),
		...(growth <= mostGrowth ? [] : [`grew by ${growth} MB`]),
	];
}

function isAsExpected(outcome: string, expected: string): boolean {
	const [kind = '', words = ''] = expected.split(': ');
	return outcome.startsWith(kind) && outcome.includes(words);
}

/** The other process: one ordinary export, then the bomb. */
export async function measureHere(text: string): Promise<void> {
	const { output } = JSON.parse(text) as MemoryCase;
	const parameters = bulkExport({ output });
	const [credential] = (await once(process, 'message')) as [Credential];
	const credentialType = new ChatCommerceApi();
	const run = async () =>
		await runNode({ node: new Analytics(), parameters, credentialType, credential });

	await run();
	process.send?.('ready');
	await once(process, 'message');
	const before = peakMemory();
	const outcome = outcomeOf(await run());
	const growth = Math.round((peakMemory() - before) / MB);
	process.send?.({ growth, outcome } satisfies Measured);
}

/** In KB. Linux counts the parent's memory in the maxRSS of a process, but not in this one. */
function peakMemory(): number {
	const status = '/proc/self/status';
	const peak = existsSync(status)
		? /VmHWM:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1]
		: undefined;
	return peak === undefined ? process.resourceUsage().maxRSS : Number(peak);
}

function outcomeOf({ error, items }: NodeRun): string {
	if (error) return `error: ${error.message}`;
	return items.length === 1 ? 'works' : `${items.length} items`;
}
