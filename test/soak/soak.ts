import '../engine/isolateHome';
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { setFlagsFromString } from 'node:v8';
import { ChatCommerceApi } from '../../credentials/ChatCommerceApi.credentials';
import { PassThrough } from '../engine/PassThrough';
import { type NodeRun, runNode } from '../engine/runNode';
import { bulkExport, runAnalytics } from '../support/analyticsNode';
import { type Addresses, addressesOf, credentialFor } from '../support/credential';
import { runNotifications, users } from '../support/notificationsNode';
import { panels } from '../support/panels';
import { forkProgram } from '../support/program';
import { SubWorkflow, WORKFLOW_ID } from '../support/subWorkflow';
import { startService } from '../service/service';

/* `npm run soak -- 1000`: is anything left behind? Fewer runs tell little of the heap, as caches still grow then. */

/** Bytes of heap a run may keep beyond the control: less than a forgotten timer or listener costs. */
const MAX_BYTES_PER_RUN = 200;
const USERS = users(5);
/** So many the limiter keeps; a first half reaches them. */
const credential = { callsPerMinute: 500 };
/** What V8 compiles, and drops again, would hide what the nodes keep. */
const NO_COMPILER = ['--no-opt', '--no-maglev', '--no-sparkplug', '--no-flush-bytecode'];

const ANALYTICS = panels.filter(({ parameters }) => parameters.operation === 'run');

/** Shared by all executions, so that a listener too many would stay for ever. */
const SHARED = [process, http.globalAgent, https.globalAgent, process.stdout, process.stderr];

const idle = { node: new PassThrough('control'), parameters: {} };
const CONTROL = { ...idle, credentialType: new ChatCommerceApi() };
const RUNS: Record<string, (service: Addresses, index: number) => Promise<NodeRun>> = {
	'control: a node that does nothing': async (service) =>
		await runNode({ ...CONTROL, credential: credentialFor(service) }),
	'Query > Run, and Bulk Export > Run with all outputs in turn': async (service, index) => {
		const { parameters } = ANALYTICS[index % ANALYTICS.length]!;
		const { execute } = new SubWorkflow();
		const given = bulkExport({ ...parameters, workflowId: WORKFLOW_ID });
		return await runAnalytics(service, given, { credential, executeWorkflow: execute });
	},
	'Notification > Send, 5 users': async (service) =>
		await runNotifications(service, { sendOnce: 'always' }, { items: USERS }),
};

/** It keeps every request, and its sockets would count as those of the nodes, so it has a process of its own. */
async function serve(): Promise<void> {
	const service = await startService({ rows: 200, refusesOneIn: 0, states: [] });
	process.on('message', () => service.reset());
	process.on('disconnect', () => void service.close());
	process.send?.(addressesOf(service));
}

export async function main(): Promise<void> {
	if (process.argv[2] === '--serve') return await serve();
	for (const flag of NO_COMPILER) setFlagsFromString(flag);
	const runs = Number(process.argv[2] ?? 1_000);
	const service = forkProgram('test/soak/soak.ts', ['--serve']);
	const [addresses] = (await once(service, 'message')) as [Addresses];
	const checks: Array<[string, boolean]> = [];
	let ofControl: number | undefined;
	try {
		for (const [name, run] of Object.entries(RUNS)) {
			const soak = async () => {
				for (let at = 0; at < runs / 2; at++) {
					const { error, items } = await run(addresses, at);
					if (error ?? items.length === 0) throw error ?? new Error(`${name} gave nothing`);
				}
				service.send('reset');
				return await sample();
			};
			// What is opened or cached once (a connection pool, a module) is there after the first half.
			const [early, last] = [await soak(), await soak()];
			const bytes = (last.heapBytes - early.heapBytes) / (runs / 2);
			console.log(`${name}: ${bytes.toFixed(0)} bytes of heap per run`, early, last);
			ofControl ??= Math.max(0, bytes);
			checks.push([`${name}: heap is flat`, bytes - ofControl < MAX_BYTES_PER_RUN]);
			for (const of of ['sockets', 'timers', 'listeners'] as const) {
				checks.push([`${name}: no more ${of}`, last[of] <= early[of]]);
			}
		}
	} finally {
		service.disconnect();
	}
	for (const [name, passed] of checks) console.log(`${passed ? 'passed' : 'FAILED'}: ${name}`);
	const failed = checks.filter(([, passed]) => !passed).length;
	console.log(`${checks.length - failed} passed, ${failed} failed`);
	// What the engine has left open would keep the process for as long.
	process.exit(failed > 0 ? 1 : 0);
}

/** What the process holds, once everything that can be collected has been. */
async function sample() {
	if (!globalThis.gc) throw new Error('Run it with --expose-gc');
	// What a run leaves to finalizers needs more than one collection.
	for (let round = 0; round < 4; round++) {
		await new Promise((resolve) => setTimeout(resolve, 20));
		globalThis.gc();
	}
	const resources = process.getActiveResourcesInfo();
	const countOf = (kind: RegExp) => resources.filter((name) => kind.test(name)).length;
	const listeners = SHARED.flatMap((emitter) =>
		emitter.eventNames().map((name) => emitter.listenerCount(name)),
	);
	return {
		heapBytes: process.memoryUsage().heapUsed,
		sockets: countOf(/^TCP(Socket|Connect)Wrap$/),
		timers: countOf(/^(Timeout|Immediate)$/),
		listeners: listeners.reduce((sum, count) => sum + count, 0),
	};
}
