import '../engine/isolateHome';
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { PassThrough } from '../engine/PassThrough';
import { type NodeRun, runNode } from '../engine/runNode';
import { bulkExport, runAnalytics } from '../support/analyticsNode';
import { type Addresses, addressesOf, credentialFor } from '../support/credential';
import { runNotifications, users } from '../support/notificationsNode';
import { panels } from '../support/panels';
import { forkProgram } from '../support/program';
import { startService } from '../service/service';

/*
 * `npx node test/run.mjs test/soak/soak.ts 1000`: whether a run leaves anything behind. With fewer runs, the figures of the heap tell little, as
 * caches still grow then.
 */

/** How many bytes of heap a run may keep beyond the control. A forgotten timer or listener takes more. */
const MAX_BYTES_PER_RUN = 200;
const USERS = users(5);
/** The limiter remembers so many calls; the first half of the runs makes as many. */
const credential = { callsPerMinute: 500 };
/** V8's compilers keep and drop code at their own times, which would hide what the nodes keep. */
const NO_COMPILER = ['--no-opt', '--no-maglev', '--no-sparkplug', '--no-flush-bytecode'];

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const ANALYTICS = panels.filter(({ parameters }) => parameters.operation === 'run');

/** All executions share these emitters, so a listener that is not removed stays for ever. */
const SHARED_EMITTERS = [
	process,
	http.globalAgent,
	https.globalAgent,
	process.stdout,
	process.stderr,
];

/** A node that does nothing: what its runs leave behind is n8n's. */
const CONTROL = 'control: a node that does nothing';
const CONTROL_NODE = new PassThrough('control');

const SOAK_RUNS: Record<string, (service: Addresses, index: number) => Promise<NodeRun>> = {
	[CONTROL]: async (service) =>
		await runNode({
			node: CONTROL_NODE,
			parameters: {},
			credential: credentialFor(service),
		}),

	async 'Query > Run, and Bulk Export > Run with all outputs in turn'(service, index) {
		const { parameters } = ANALYTICS[index % ANALYTICS.length]!;
		return await runAnalytics(service, bulkExport(parameters), { credential });
	},

	'Notification > Send, 5 users': async (service) =>
		await runNotifications(service, { sendOnce: 'always' }, { items: USERS }),
};

/** What the process holds. */
interface Sample {
	heapBytes: number;
	sockets: number;
	timers: number;
	listeners: number;
}

/** The service has a process of its own: it keeps every request, and its sockets would count as those of the nodes. */
async function serve(): Promise<void> {
	const service = await startService({ rows: 200, states: [] });
	process.on('message', () => service.reset());
	process.on('disconnect', () => void service.close());
	process.send?.(addressesOf(service));
}

export async function main(): Promise<void> {
	if (process.argv[2] === '--serve') return await serve();
	for (const flag of NO_COMPILER) setFlagsFromString(flag);
	const half = Number(process.argv[2] ?? 1_000) / 2;
	const service = forkProgram('test/soak/soak.ts', ['--serve']);
	const [addresses] = (await once(service, 'message')) as [Addresses];
	const passed: string[] = [];
	const failed: string[] = [];
	let bytesOfControl = 0;
	try {
		for (const [name, run] of Object.entries(SOAK_RUNS)) {
			const runHalf = async (): Promise<Sample> => {
				for (let at = 0; at < half; at++) {
					const { error, items } = await run(addresses, at);
					if (error) throw error;
					if (items.length === 0) throw new Error(`${name} gave nothing`);
				}
				service.send('reset');
				return await sample();
			};
			// What is opened or cached once (a connection pool, a module) is there after the first half.
			const early = await runHalf();
			const last = await runHalf();
			const bytesPerRun = (last.heapBytes - early.heapBytes) / half;
			console.log(`${name}: ${bytesPerRun.toFixed(0)} bytes of heap per run`, early, last);
			if (name === CONTROL) bytesOfControl = Math.max(0, bytesPerRun);
			const isFlat = bytesPerRun - bytesOfControl < MAX_BYTES_PER_RUN;
			(isFlat ? passed : failed).push(`${name}: heap is flat`);
			for (const kind of ['sockets', 'timers', 'listeners'] as const) {
				(last[kind] <= early[kind] ? passed : failed).push(`${name}: no more ${kind}`);
			}
		}
	} finally {
		service.disconnect();
	}
	for (const check of passed) console.log(`passed: ${check}`);
	for (const check of failed) console.log(`FAILED: ${check}`);
	console.log(`${passed.length} passed, ${failed.length} failed`);
	// n8n's engine leaves things open that would keep the process running.
	process.exit(failed.length > 0 ? 1 : 0);
}

/** Measures once everything that can be collected has been. */
async function sample(): Promise<Sample> {
	// What a run leaves to finalizers needs more than one collection.
	for (let round = 0; round < 4; round++) {
		await new Promise((resolve) => setTimeout(resolve, 20));
		collectGarbage();
	}
	const resources = process.getActiveResourcesInfo();
	const countOf = (kind: RegExp) => resources.filter((name) => kind.test(name)).length;
	const listeners = SHARED_EMITTERS.flatMap((emitter) => {
		return emitter.eventNames().flatMap((event) => emitter.rawListeners(event));
	});
	return {
		heapBytes: process.memoryUsage().heapUsed,
		sockets: countOf(/^TCP(Socket|Connect)Wrap$/),
		timers: countOf(/^(Timeout|Immediate)$/),
		listeners: listeners.length,
	};
}
