import '../test/engine/isolateHome';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import type { OutputName } from '../nodes/Analytics/outputs/settings';
import { compressedZeros } from '../test/service/faults';
import { startService } from '../test/service/service';
import { bulkExport, runAnalytics } from '../test/support/analyticsNode';
import { type Addresses, addressesOf } from '../test/support/credential';
import { forkProgram } from '../test/support/program';

/* By how many MB a gzip bomb makes a process grow, beyond what an ordinary export takes. */

const BOMB_MB = 1024;

/** Runs the service in this process, and the node in another one. @returns MB, or Infinity if the node has not refused the bomb */
export async function bombGrowth(output: OutputName): Promise<number> {
	const service = await startService();
	service.faults.add('download', { kind: 'delay', ms: 0 });
	service.faults.add('download', { kind: 'bomb', megabytes: BOMB_MB }, Infinity);
	// Making the bomb takes seconds, for which the other process would wait.
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

/** What the other process does: an ordinary export, and then one that is a bomb. */
export async function main(): Promise<void> {
	const { output, addresses } = JSON.parse(process.argv[2] ?? '') as {
		output: OutputName;
		addresses: Addresses;
	};
	const run = async () => await runAnalytics(addresses, bulkExport({ output }));
	await run();
	const before = peakMegabytes();
	const { error } = await run();
	const isRight = /is not a CSV file/.test(error?.message ?? '');
	process.send?.(isRight ? Math.round(peakMegabytes() - before) : Infinity);
}

/** On Linux, the maxRSS of a process includes the memory of its parent at the start, and VmHWM does not. */
function peakMegabytes(): number {
	const status = '/proc/self/status';
	const text = existsSync(status) ? readFileSync(status, 'utf8') : '';
	const [, kilobytes = process.resourceUsage().maxRSS] = /VmHWM:\s+(\d+)/.exec(text) ?? [];
	return Number(kilobytes) / 1024;
}
