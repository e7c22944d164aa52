import '../../support/quickWaits';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import type { INodeParameters } from 'n8n-workflow';
import { Analytics } from '../../../nodes/Analytics/Analytics.node';
import { outputsWith } from '../../../nodes/Analytics/outputs/outputs';
import { bulkExport, runAnalytics } from '../../support/analyticsNode';
import { withContext } from '../../support/nodeWithContext';
import { serviceForEach } from '../../support/serviceForEach';

/*
 * A file goes through the node in pieces, whatever its size. What is still held shortly before its end is measured after a
 * garbage collection, so neither time nor other work on the machine matters.
 */

const MB = 2 ** 20;
const FILE_MB = 64;
/** Buffers of streams, which do not grow with the file. */
const MAX_HELD_MB = 16;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function heldBytes(): number {
	// The first one only makes the memory of buffers free to be swept.
	for (let times = 0; times < 2; times++) collectGarbage();
	const { heapUsed, external } = process.memoryUsage();
	return heapUsed + external;
}

const service = serviceForEach();

const LINE = `${'some text of a row,'.repeat(40)}1\n`;
const COLUMNS = Array.from({ length: 41 }, (_, at) => `c${at}`);
/** Not compressed, so that it is as large as what is in it. */
const FILE = gzipSync(`${COLUMNS.join()}\n${LINE.repeat((FILE_MB * MB) / LINE.length)}`, {
	level: 0,
});

/** Runs an export whose file n8n reads without keeping it. @returns how much is held when most of it has been read */
async function heldMb(parameters: INodeParameters): Promise<number | undefined> {
	service.faults.add('download', { kind: 'file', bytes: FILE });
	let held: number | undefined;
	async function readAll(stream: AsyncIterable<Uint8Array>) {
		const atStart = heldBytes();
		let bytes = 0;
		for await (const chunk of stream) {
			bytes += chunk.length;
			if (bytes > 0.9 * FILE_MB * MB) held ??= (heldBytes() - atStart) / MB;
		}
		return { data: '', mimeType: '' };
	}
	const node = withContext(new Analytics(), ({ helpers }) => ({
		helpers: { ...helpers, prepareBinaryData: readAll },
	}));
	const { error } = await runAnalytics(service, parameters, { node });
	expect(error).toBeUndefined();
	return held;
}

it.each([
	...outputsWith('hasFile').map((output) => ({
		what: `the output ${output}`,
		output,
		options: {},
	})),
	{
		what: 'a CSV file, written anew',
		output: 'csvFile',
		options: { outputColumns: COLUMNS.toReversed().join() },
	},
])('of $what, nothing is kept but the pieces under way', async ({ output, options }) => {
	const columns = { columnNames: 'firstRow', ...options };
	expect(await heldMb(bulkExport({ output, options: columns }))).toBeLessThan(MAX_HELD_MB);
});
