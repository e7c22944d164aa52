import './calls/fastClock';
import '../test/engine/isolateHome';
import { credentialFor } from '../test/support/credential';
import { startService } from '../test/service/service';
import { oracleMs } from './calls/oracle';
import { median } from './median';
import { runAnalytics } from './runAnalytics';
import { Table } from './table';

/*
 * npm run bench -- calls
 *
 * Bulk exports in n8n's engine, as many jobs as the table says, against the simulated service, which
 * allows 5 calls a minute. Times are the minutes and seconds that a user would wait.
 */

const LIMITS = { callsPerWindow: 5, windowMs: 60_000 };

interface Case {
	jobs: number;
	/** How long each job takes. */
	seconds: number;
}

const CASES: Case[] = [
	{ jobs: 1, seconds: 20 },
	{ jobs: 1, seconds: 100 },
	{ jobs: 1, seconds: 330 },
	{ jobs: 3, seconds: 20 },
	{ jobs: 3, seconds: 100 },
	{ jobs: 3, seconds: 330 },
	{ jobs: 20, seconds: 20 },
	{ jobs: 20, seconds: 100 },
	{ jobs: 20, seconds: 330 },
];

export async function main(): Promise<void> {
	// Loads what n8n loads late.
	await measure({ jobs: 1, seconds: 0 });
	const table = new Table('Calls: 5 a minute', [
		'jobs',
		'a job takes, s',
		'calls',
		'needed',
		'429',
		'time, s',
		'oracle, s',
		'times',
		'noticed after, s (median)',
		'(longest)',
	]);
	for (const { jobs, seconds } of CASES) {
		// One after the other: a second is but 50 ms here, and must not be spent waiting for a processor.
		const { calls, refused, time, noticed } = await measure({ jobs, seconds });
		const oracle = oracleMs(jobs, seconds * 1000, LIMITS);
		table.add(
			jobs,
			seconds,
			calls,
			jobs * 3,
			refused,
			inSeconds(time),
			inSeconds(oracle),
			(time / oracle).toFixed(2),
			inSeconds(median(noticed)),
			inSeconds(Math.max(...noticed)),
		);
	}
}

interface Measurement {
	/** How many calls the node made, and how many of them were refused with 429. */
	calls: number;
	refused: number;
	/** How long the node ran, in milliseconds. */
	time: number;
	/** For each job, how long after its end the node looked at it for the first time, in milliseconds. */
	noticed: number[];
}

async function measure({ jobs, seconds }: Case): Promise<Measurement> {
	const service = await startService();
	try {
		Object.assign(service.options, {
			callsPerMinute: LIMITS.callsPerWindow,
			windowMs: LIMITS.windowMs,
			jobDurationMs: seconds * 1000,
			rows: 1,
		});
		const start = performance.now();
		const { error } = await runAnalytics(
			service,
			{
				resource: 'bulkExport',
				operation: 'run',
				queryName: 'messages_by_hour_block',
				dateRange: 'yesterday',
				filters: { userId: '={{ $json.user }}' },
				output: 'items',
				options: { columnNames: 'secondRow', maxWait: 7200 },
			},
			{
				items: Array.from({ length: jobs }, (_, user) => ({ json: { user: `${user}` } })),
				credential: { ...credentialFor(service), callsPerMinute: LIMITS.callsPerWindow },
			},
		);
		const time = performance.now() - start;
		if (error) throw error;

		const noticed = [...service.jobs.values()].map(({ jobId, createdAt }) => {
			const doneAt = createdAt + seconds * 1000;
			const looks = service.requests.filter(({ endpoint, url, time: lookedAt }) => {
				return endpoint === 'status' && url.endsWith(jobId) && lookedAt >= doneAt;
			});
			return (looks[0]?.time ?? Infinity) - doneAt;
		});
		const refused = service.requests.filter(({ status }) => status === 429).length;
		return { calls: service.requests.length, refused, time, noticed };
	} finally {
		await service.close();
	}
}

function inSeconds(ms: number): string {
	return (ms / 1000).toFixed(1);
}
