import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { bulkExport, runAnalytics } from '../support/analyticsNode';
import { type Addresses, addressesOf } from '../support/credential';
import { forkProgram } from '../support/program';
import { compressedZeros } from '../service/faults';
import { startService } from '../service/service';

const BOMB_MB = 1024;

/**
 * A gzip bomb in a process of its own: `works`, or part of the error's message, and the MB that the process
 * may grow by, over what an ordinary export takes.
 */
export const memoryCases = [
	// As much as the longest field takes, which zeros are.
	{ output: 'items', expected: 'is not a CSV file', mostGrowth: 300 },
	{ output: 'csvFile', expected: 'is not a CSV file', mostGrowth: 300 },
	// A file that is whole is passed on as it is.
	{ output: 'gzipFile', expected: 'works', mostGrowth: 150 },
];

/** Runs a case, with the service here and the node in another process. */
export async function measure(memoryCase: (typeof memoryCases)[number]) {
	const { output, expected, mostGrowth } = memoryCase;
	const service = await startService();
	service.faults.add('download', { kind: 'delay', ms: 0 });
	service.faults.add('download', { kind: 'bomb', megabytes: BOMB_MB }, Infinity);
	// It takes seconds, for which the other process would wait.
	await compressedZeros(BOMB_MB);
	const asked = JSON.stringify({ output, addresses: addressesOf(service) });
	const child = forkProgram('test/faults/faults.ts', ['--measure', asked]);
	const ended = once(child, 'exit').then(() => [{ growth: 0, outcome: 'ended early' }]);
	try {
		const [message] = (await Promise.race([once(child, 'message'), ended])) as unknown[];
		const { growth, outcome } = message as { growth: number; outcome: string };
		const problems = outcome.includes(expected) ? [] : [outcome];
		if (growth > mostGrowth) problems.push(`grew by ${growth} MB`);
		return { ...memoryCase, name: `Memory, ${output}`, problems };
	} finally {
		child.kill();
		await service.close();
	}
}

/** The other process: one ordinary export, then the bomb. */
export async function measureHere(asked: string): Promise<void> {
	const { output, addresses } = JSON.parse(asked) as { output: string; addresses: Addresses };
	const run = async () => await runAnalytics(addresses, bulkExport({ output }));
	await run();
	const before = peakMegabytes();
	const { error, items } = await run();
	const good = items.length === 1 ? 'works' : `${items.length} items`;
	const growth = Math.round(peakMegabytes() - before);
	process.send?.({ growth, outcome: error?.message ?? good });
}

/** Linux counts the parent's memory in the maxRSS of a process, but not in this one. */
function peakMegabytes(): number {
	const status = '/proc/self/status';
	const peak = existsSync(status) && /VmHWM:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1];
	return (peak ? Number(peak) : process.resourceUsage().maxRSS) / 1024;
}
