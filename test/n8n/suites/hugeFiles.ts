import { gzipSync } from 'node:zlib';
import { request } from 'undici';
import type { WholeN8n } from '../wholeN8n';
import { chain, CLICK, ours } from '../workflows';
import type { Service } from '../../service/service';
import type { Shared } from '../world';

/* Whatever the file, n8n answers others while it is read, and Stop works. */

/** Two seconds on a machine of its own. What this guards against blocks n8n for minutes. */
const MAX_SILENCE_MS = 10_000;
/** How long a file is read before Stop. */
const READING_MS = 3_000;

const MEMBER_BYTES = 2 ** 24;
/** Compressed data of any size costs nothing if it repeats a member. */
function repeated(text: string, bytes: number, start = ''): Buffer {
	const member = gzipSync(Buffer.alloc(MEMBER_BYTES, text));
	const times = Math.ceil(bytes / MEMBER_BYTES);
	return Buffer.concat([gzipSync(start), ...Array<Buffer>(times).fill(member)]);
}

const manyColumns = () => {
	const row = `${Array.from({ length: 1_000_000 }, (_, at) => at).join()}\n`;
	return gzipSync(`x\n${row.repeat(20)}`);
};
const GB = 2 ** 30;
const HEAD = `x\na,b\n${'1,2\n'.repeat(30)}`;

const FILES: Array<[name: string, output: string, make: () => Buffer]> = [
	['1,000,000 columns in 20 rows', 'csvFile', manyColumns],
	['2 GB of line ends', 'csvFile', () => repeated('\n', 2 * GB, HEAD)],
	['10 GB of zeros', 'gzipFile', () => repeated('0', 10 * GB, HEAD)],
	['10 GB of rows', 'csvFile', () => repeated('1,2\n', 10 * GB, HEAD)],
];

export function hugeFiles(shared: Shared): void {
	let service: Service;
	let n8n: WholeN8n;
	beforeAll(() => {
		({ service, n8n } = shared());
	});

	it.each(FILES)('%s, as %s', async (_, output, make) => {
		service.faults.add('download', { kind: 'file', bytes: make() }, 9);
		const huge = ours('Export', 'analytics', {
			resource: 'bulkExport',
			operation: 'run',
			output,
			dateRange: 'yesterday',
			options: { columnNames: 'secondRow' },
		});
		const workflow = await n8n.addExample(chain('Huge file', CLICK, huge));
		const execution = await n8n.api.run(workflow);
		const isAsked = () => service.requests.some(({ endpoint }) => endpoint === 'download');
		while (!isAsked()) await longestSilence(n8n.url, 100);
		expect(await longestSilence(n8n.url, READING_MS)).toBeLessThan(MAX_SILENCE_MS);
		// One that is over by now has nothing to stop.
		await n8n.api.call('POST', `/rest/executions/${execution}/stop`).catch(() => {});
		const { status } = await n8n.api.finished(execution);
		expect(['canceled', 'error']).toContain(status);
	});
}

/** Milliseconds of the longest answer of n8n itself, over some time. */
async function longestSilence(url: string, ms: number): Promise<number> {
	const until = performance.now() + ms;
	let longest = 0;
	while (performance.now() < until) {
		const asked = performance.now();
		const { body } = await request(`${url}/healthz`);
		await body.dump();
		longest = Math.max(longest, performance.now() - asked);
		await new Promise((resolve) => setTimeout(resolve, 50));
	}
	return longest;
}
