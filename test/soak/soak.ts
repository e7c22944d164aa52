import { heapSlope, type Sample, takeSample } from './sample';
import { realSeconds } from '../support/quickWaits';
import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import { table } from '../demo/table';
import { control, type SoakRun, soakRuns } from './runs';
import { startServiceProcess } from './service';

/*
 * Thousands of runs of the nodes in one process of n8n's engine, to see whether anything is left
 * behind: `npm run soak -- 2000`. A control with a node that does nothing shows what the engine
 * itself keeps. Fewer than a thousand runs tell little of the heap, as caches still grow then.
 */

const SAMPLES = 20;
/** Bytes of heap a run may keep beyond the control: less than a forgotten timer or listener costs. */
const MAX_BYTES_PER_RUN = 200;
/** For each of the three kinds of run. */
const MAX_SECONDS = 4 * 60;

type ServiceProcess = Awaited<ReturnType<typeof startServiceProcess>>;
let executions = 0;

async function runOnce(run: SoakRun, index: number, { addresses }: ServiceProcess) {
	executions += 1;
	const { error, items } = await run.once(addresses, index);
	if (error) throw error;
	const expected = run.expected(index);
	if (items.length !== expected) throw new Error(`${items.length} items instead of ${expected}`);
}

async function soak(run: SoakRun, runs: number, service: ServiceProcess): Promise<Sample[]> {
	const started = realSeconds();
	const samples: Sample[] = [];
	const between = Math.max(1, Math.round(runs / SAMPLES));
	let index = 0;
	for (; index <= runs && realSeconds() - started < MAX_SECONDS; index++) {
		if (index % between === 0) {
			service.reset();
			await forgetExecutions();
			samples.push(await takeSample(index));
		}
		if (index === runs) break;
		await runOnce(run, index, service);
	}
	const ms = (1000 * (realSeconds() - started)) / Math.max(1, index);
	console.log(`\n${run.name}: ${index} runs, ${ms.toFixed(0)} ms each`);
	const rows = samples.map(({ runs, heapBytes, residentBytes, ...counts }) => ({
		runs,
		'heap kB': Math.round(heapBytes / 1024),
		'resident MB': Math.round(residentBytes / 2 ** 20),
		...counts,
	}));
	console.log(table(rows));
	console.log(`heap, second half: ${heapSlope(samples).toFixed(0)} bytes per run`);
	return samples;
}

/** Output files belong to n8n, which deletes them with their executions. */
async function forgetExecutions(): Promise<void> {
	const locations = Array.from({ length: executions }, (_, index) => ({
		type: 'execution' as const,
		workflowId: 'engine',
		executionId: String(index + 1),
	}));
	await Container.get(BinaryDataService).deleteMany(locations);
}

export async function main(): Promise<void> {
	const runs = Number(process.argv[2] ?? 2_000);
	const service = await startServiceProcess();
	const checks: Array<[string, boolean]> = [];
	try {
		// Makes the folders and loads the modules of n8n before the first sample.
		for (const run of [control, ...soakRuns]) {
			for (let index = 0; index < 3; index++) await runOnce(run, index, service);
		}
		const controlSlope = Math.max(0, heapSlope(await soak(control, runs, service)));
		for (const run of soakRuns) {
			const samples = await soak(run, runs, service);
			const isFlat = heapSlope(samples) - controlSlope < MAX_BYTES_PER_RUN;
			checks.push([`${run.name}: heap is flat`, isFlat]);
			// What is opened once and kept (a connection pool, a module) is there after the first sample.
			const [early, last] = [samples[1], samples.at(-1)];
			for (const of of ['sockets', 'timers', 'listeners', 'files'] as const) {
				checks.push([`${run.name}: no more ${of}`, !!early && !!last && last[of] <= early[of]]);
			}
		}
	} finally {
		await service.close();
	}
	console.log('');
	for (const [name, passed] of checks) console.log(`${passed ? 'passed' : 'FAILED'}: ${name}`);
	const failed = checks.filter(([, passed]) => !passed).length;
	console.log(`${checks.length - failed} passed, ${failed} failed`);
	process.exitCode = failed > 0 ? 1 : 0;
}
