import './ownFolders';
import { realSeconds } from '../support/quickWaits';
import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import { table } from '../demo/table';
import { bulkExportRun, controlRun, notificationsRun, type SoakRun } from './runs';
import { heapSlope, type Sample, takeSample } from './sample';
import { type ServiceProcess, startServiceProcess } from './serviceProcess';

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

let executions = 0;

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
		executions += 1;
		await run.once(index);
	}
	const ms = (1000 * (realSeconds() - started)) / Math.max(1, index);
	console.log(`\n${run.name}: ${index} runs, ${ms.toFixed(0)} ms each`);
	console.log(table(samples.map(asRow)));
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

function asRow({ runs, heapBytes, residentBytes, ...counts }: Sample) {
	return {
		runs,
		'heap kB': Math.round(heapBytes / 1024),
		'resident MB': Math.round(residentBytes / 2 ** 20),
		...counts,
	};
}

interface Check {
	name: string;
	passed: boolean;
}

function checksOf({ name }: SoakRun, samples: Sample[], controlSlope: number): Check[] {
	const slope = heapSlope(samples);
	console.log(`heap, second half: ${slope.toFixed(0)} bytes per run`);
	// What is opened once and kept (a connection pool, a module) is there after the first sample.
	const early = samples[1];
	const last = samples.at(-1);
	const grew = (of: keyof Sample) => !early || !last || last[of] > early[of];
	return [
		{ name: `${name}: heap is flat`, passed: slope - controlSlope < MAX_BYTES_PER_RUN },
		...(['sockets', 'timers', 'listeners', 'files'] as const).map((of) => ({
			name: `${name}: no more ${of}`,
			passed: !grew(of),
		})),
	];
}

export async function main(): Promise<void> {
	const runs = Number(process.argv[2] ?? 2_000);
	const service = await startServiceProcess();
	const checks: Check[] = [];
	try {
		// Makes the folders and loads the modules of n8n before the first sample.
		for (const make of [controlRun, bulkExportRun, notificationsRun]) {
			for (let index = 0; index < 3; index++) {
				executions += 1;
				await make(service.addresses).once(-1 - index);
			}
		}
		const control = controlRun(service.addresses);
		const controlSlope = heapSlope(await soak(control, runs, service));
		console.log(`heap, second half: ${controlSlope.toFixed(0)} bytes per run`);
		for (const make of [bulkExportRun, notificationsRun]) {
			const run = make(service.addresses);
			checks.push(...checksOf(run, await soak(run, runs, service), Math.max(0, controlSlope)));
		}
	} finally {
		await service.close();
	}
	console.log('');
	for (const { name, passed } of checks) console.log(`${passed ? 'passed' : 'FAILED'}: ${name}`);
	const failed = checks.filter(({ passed }) => !passed).length;
	console.log(`${checks.length - failed} passed, ${failed} failed`);
	process.exitCode = failed > 0 ? 1 : 0;
}
