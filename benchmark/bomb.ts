import '../test/engine/isolateHome';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { compressedZeros } from '../test/service/faults';
import { startService } from '../test/service/service';
import { bulkExport, runAnalytics } from '../test/support/analyticsNode';
import { type Addresses, addressesOf } from '../test/support/credential';
import { forkProgram } from '../test/support/program';

/* How many MB a process grows by that runs into a gzip bomb, over what an ordinary export takes. */

const BOMB_MB = 1024;

/** With the service here, and the node in another process. */
export async function bombGrowth(output: 'items' | 'csvFile'): Promise<number> {
	const service = await startService();
	service.faults.add('download', { kind: 'delay', ms: 0 });
	service.faults.add('download', { kind: 'bomb', megabytes: BOMB_MB }, Infinity);
	// It takes seconds, for which the other process would wait.
	await compressedZeros(BOMB_MB);
	const asked = JSON.stringify({ output, addresses: addressesOf(service) });
	const child = forkProgram('benchmark/bomb.ts', [asked]);
	const ended = once(child, 'exit').then(() => [Infinity]);
	try {
		const [growth] = (await Promise.race([once(child, 'message'), ended])) as [number];
		return growth;
	} finally {
		child.kill();
		await service.close();
	}
}

/** The other process: one ordinary export, then the bomb. */
export async function main(): Promise<void> {
	const { output, addresses } = JSON.parse(process.argv[2] ?? '') as {
		output: string;
		addresses: Addresses;
	};
	const run = async () => await runAnalytics(addresses, bulkExport({ output }));
	await run();
	const before = peakMegabytes();
	const { error } = await run();
	const isRight = /is not a CSV file/.test(error?.message ?? '');
	process.send?.(isRight ? Math.round(peakMegabytes() - before) : Infinity);
}

/** Linux counts the parent's memory in the maxRSS of a process, but not in this one. */
function peakMegabytes(): number {
	const status = '/proc/self/status';
	const peak = existsSync(status) && /VmHWM:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1];
	return (peak ? Number(peak) : process.resourceUsage().maxRSS) / 1024;
}
