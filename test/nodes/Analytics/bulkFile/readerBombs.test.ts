import { gzipSync } from 'node:zlib';
import { openFile, readRows } from '../../../../nodes/Analytics/bulkFile/reader';
import { asChunks } from '../../../support/chunks';

/** How many rows a file has whose second row has the names. */
async function rowsOf(bytes: Uint8Array, signal = new AbortController().signal): Promise<number> {
	const file = await openFile(asChunks(bytes));
	const decideNames = async () => ({ names: ['a', 'b'], rowsToSkip: 2 });
	let count = 0;
	for await (const { rows } of readRows(file, { signal, gives: 'cells', decideNames })) {
		count += rows.length;
	}
	return count;
}

const lineEnds = gzipSync(Buffer.alloc(6 << 20, '\n'));
const wide = gzipSync(`x\n${`${'a,'.repeat(1_000_000)}\n`.repeat(2)}`);
const values = Buffer.concat([Buffer.from('x\na,b\n'), Buffer.alloc(3 << 20, ',\n')]);

it.each<[string, Uint8Array, number | string]>([
	['line ends', lineEnds, 0],
	['empty values', gzipSync(values), 3 << 19],
	['zeros without an end', gzipSync(Buffer.alloc(24 << 20)), 0],
	['a million columns', wide, 'Row 2 of the file has more than 16,384 columns.'],
])('n8n goes on: %s are not read in one go', async (_, bytes, outcome) => {
	// The time that this process has worked, whatever else the machine does.
	const worked = () => process.cpuUsage().user / 1000;
	let longest = 0;
	const began = worked();
	let last = began;
	const look = () => {
		longest = Math.max(longest, worked() - last);
		last = worked();
	};
	const timer = setInterval(look, 5);
	const result = await rowsOf(bytes).catch(({ message }: Error) => message);
	clearInterval(timer);
	expect(result).toBe(outcome);
	look();
	// A short time may pass in one go.
	expect(longest).toBeLessThan(Math.max(500, (worked() - began) / 2));
});

it('the Stop button is heard', async () => {
	const stop = new AbortController();
	setTimeout(() => stop.abort(new Error('stopped')), 50);
	const many = Buffer.concat(Array<Uint8Array>(50).fill(lineEnds));
	await expect(rowsOf(many, stop.signal)).rejects.toThrow('stopped');
});
