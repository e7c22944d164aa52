import { gunzipSync } from 'node:zlib';
import { inferSchema, initParser } from 'udsv';
import { request } from 'undici';
import { startWholeN8n } from '../test/n8n/wholeN8n';
import { median } from './median';
import { builtIn, chain, getResult } from './n8n/chains';
import { finishedExport } from './n8n/exportServer';
import { Table } from './table';

/*
 * npm run bench -- items [rows …]
 *
 * From a compressed file to items, in one real n8n process: this package against n8n's own nodes,
 * and against the floor, which is native gunzip and uDSV to objects in plain Node. The time is that
 * of the whole execution, less that of one that has nothing to do.
 */

const ROUNDS = 5;
const ROWS = [100_000, 500_000];

export async function main(): Promise<void> {
	const sizes = process.argv.slice(2).map(Number);
	const table = new Table('Download to items, with types, in one n8n process', [
		'rows',
		'HTTP Request > Compression > Extract From File, ms',
		'Bulk Export, ms',
		'times faster',
		'floor, ms',
		'times the floor',
	]);
	for (const rows of sizes.length > 0 ? sizes : ROWS) await measure(rows, table);
}

async function measure(rows: number, table: Table): Promise<void> {
	const file = await finishedExport(rows);
	const { service, fileUrl, authorization } = file;
	const n8n = await startWholeN8n(service, {
		env: {
			NODE_OPTIONS: '--max-old-space-size=12288',
			N8N_COMPRESSION_NODE_MAX_DECOMPRESSED_SIZE_BYTES: String(2 ** 32),
		},
	});
	try {
		const chains = {
			nothing: chain('nothing', []),
			builtIn: chain('built-in', builtIn(file)),
			ours: chain('ours', getResult(file, 'items', n8n.credentialId)),
		};
		for (const workflow of Object.values(chains)) {
			await n8n.api.activate(await n8n.api.createWorkflow(workflow));
		}
		const times = {
			nothing: [] as number[],
			builtIn: [] as number[],
			ours: [] as number[],
			floor: [] as number[],
		};
		// The first round loads what n8n loads late, and does not count.
		for (let round = 0; round <= ROUNDS; round += 1) {
			for (const way of ['nothing', 'builtIn', 'ours'] as const) {
				const started = performance.now();
				const answer = await n8n.api.webhook(chains[way].name, {});
				const time = performance.now() - started;
				if (way !== 'nothing' && !answer.includes('notification_template')) {
					throw new Error(`${way} gave no rows: ${answer.slice(0, 300)}`);
				}
				if (round > 0) times[way].push(time);
			}
			const time = await floor(fileUrl, authorization, rows);
			if (round > 0) times.floor.push(time);
		}
		const idle = median(times.nothing);
		const builtInNodes = median(times.builtIn) - idle;
		const ours = median(times.ours) - idle;
		const least = median(times.floor);
		table.add(
			rows,
			Math.round(builtInNodes),
			Math.round(ours),
			(builtInNodes / ours).toFixed(1),
			Math.round(least),
			(ours / least).toFixed(2),
		);
	} finally {
		await n8n.stop();
		await service.close();
	}
}

/** The fastest that plain Node can do. @returns milliseconds */
async function floor(url: string, authorization: string, rows: number): Promise<number> {
	const started = performance.now();
	const { body } = await request(url, { headers: { authorization } });
	const text = gunzipSync(Buffer.from(await body.arrayBuffer())).toString();
	const records = initParser(inferSchema(text)).stringObjs(text);
	const time = performance.now() - started;
	if (records.length !== rows) throw new Error(`The floor read ${records.length} rows`);
	return time;
}
