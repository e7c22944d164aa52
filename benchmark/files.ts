import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { startWholeN8n } from '../test/n8n/wholeN8n';
import { median } from './median';
import { chain, getResult } from './n8n/chains';
import { finishedExport } from './n8n/exportServer';
import { askHealth } from './n8n/health';
import { peakBytes, residentBytes, resetPeak } from './n8n/processMemory';
import { Table } from './table';

/*
 * node test/run.mjs benchmark/files.ts [rows] [filesystem | database | default]
 *
 * A bulk export of 3 million rows as a file, in one real n8n process, against the same by command
 * line. Time and memory are those of the whole execution. Where n8n stores files is its own setting.
 */

const ROUNDS = 5;
const MB = 2 ** 20;

export async function main(): Promise<void> {
	const rows = Number(process.argv[2] ?? 3_000_000);
	const mode = process.argv[3] ?? 'filesystem';
	const file = await finishedExport(rows);
	const folder = mkdtempSync(join(tmpdir(), 'chat-commerce-files-'));
	const n8n = await startWholeN8n(file.service, { env: { N8N_DEFAULT_BINARY_DATA_MODE: mode } });
	const packed = join(folder, 'file.csv.gz');
	const unpacked = join(folder, 'file.csv');
	try {
		const headers = { authorization: file.authorization };
		const { body } = await request(file.fileUrl, { headers });
		writeFileSync(packed, Buffer.from(await body.arrayBuffer()));
		const unpack = () => shell('gunzip < "$0" | tail -n +2 > "$1"', packed, unpacked);
		const check = () => shell('gunzip -t < "$0" && cp "$0" "$1"', packed, unpacked);
		const cases: Case[] = [
			{ output: 'csvFile', peer: 'gunzip \\| tail', run: unpack },
			{ output: 'gzipFile', peer: 'gunzip -t && cp', run: check },
		];
		const size = mb(statSync(packed).size);
		const table = new Table(`A file of ${rows} rows (${size} MB) in one n8n process (${mode})`, [
			'output',
			'Bulk Export, ms',
			'command line',
			'ms',
			'ratio',
			'peak memory above idle, MB',
			'longest time without an answer, ms',
		]);
		for (const output of ['csvFile', 'gzipFile']) {
			const workflow = chain(output, getResult(file, output, n8n.credentialId));
			await n8n.api.activate(await n8n.api.createWorkflow(workflow));
			// Registers the webhook, and loads what n8n loads late.
			await n8n.api.webhook(output, {});
		}
		for (const { output, peer, run } of cases) {
			const times: number[] = [];
			const plain: number[] = [];
			const peaks: number[] = [];
			const waits: number[] = [];
			for (let round = 0; round < ROUNDS; round++) {
				const idle = residentBytes(n8n.child.pid);
				resetPeak(n8n.child.pid);
				const health = askHealth(n8n.url);
				const started = performance.now();
				const answer = await n8n.api.webhook(output, {});
				const ended = performance.now();
				waits.push(...(await health.stop()).map(({ from, to }) => to - from));
				const plainFrom = performance.now();
				if (!answer.includes(file.jobId)) throw new Error(answer.slice(0, 300));
				run();
				times.push(ended - started);
				plain.push(performance.now() - plainFrom);
				peaks.push(peakBytes(n8n.child.pid) - idle);
			}
			const [ours, least] = [median(times), median(plain)];
			const ratio = (ours / least).toFixed(2);
			const [peak, longest] = [mb(Math.max(...peaks)), Math.max(...waits)];
			table.add(output, Math.round(ours), peer, Math.round(least), ratio, peak, longest);
		}
	} finally {
		await n8n.stop();
		await file.service.close();
		rmSync(folder, { recursive: true });
	}
}

interface Case {
	output: string;
	peer: string;
	run(): void;
}

function shell(command: string, ...files: string[]): void {
	execFileSync('sh', ['-c', command, ...files]);
}

function mb(bytes: number): number {
	return Math.round(bytes / MB);
}
