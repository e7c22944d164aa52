import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { outputsWith } from '../nodes/Analytics/outputs/outputs';
import type { OutputName } from '../nodes/Analytics/outputs/settings';
import { startWholeN8n, type WholeN8n } from '../test/n8n/wholeN8n';
import { median } from './median';
import { chain, getResult } from './n8n/chains';
import { type FinishedExport, finishedExport } from './n8n/exportServer';
import { askHealth } from './n8n/health';
import { peakBytes, residentBytes, resetPeak } from './n8n/processMemory';
import { Table } from './table';

/*
 * npm run bench -- files [rows] [filesystem | database | default]
 *
 * A bulk export of 3 million rows as a file, in one real n8n process, against the same by command
 * line. Time and memory are those of the whole execution. Where n8n stores files is its own setting.
 */

const ROUNDS = 5;
const MB = 2 ** 20;

interface Case {
	output: OutputName;
	/** The same by command line. */
	command: string;
	/** As it stands in a table of Markdown. */
	shownCommand: string;
}

/** "$0" is the compressed file, and "$1" the one that is written. */
const CASES: Case[] = [
	{
		output: 'csvFile',
		command: 'gunzip < "$0" | tail -n +2 > "$1"',
		shownCommand: 'gunzip \\| tail',
	},
	{
		output: 'gzipFile',
		command: 'gunzip -t < "$0" && cp "$0" "$1"',
		shownCommand: 'gunzip -t && cp',
	},
];

/** @throws if an output that is a file has no case */
function checkCases(): void {
	const known = CASES.map(({ output }) => output);
	const missing = outputsWith('hasFile').filter((output) => !known.includes(output));
	if (missing.length > 0) throw new Error(`CASES has no row for ${missing.join(' and ')}`);
}

interface Measurement {
	nodeMs: number;
	commandMs: number;
	/** Above the memory before the execution. */
	peakBytes: number;
	/** In which n8n did not answer while the node ran. */
	longestWaitMs: number;
}

export async function main(): Promise<void> {
	checkCases();
	const rows = Number(process.argv[2] ?? 3_000_000);
	const mode = process.argv[3] ?? 'filesystem';
	const file = await finishedExport(rows);
	const folder = mkdtempSync(join(tmpdir(), 'chat-commerce-files-'));
	const n8n = await startWholeN8n(file.service, { env: { N8N_DEFAULT_BINARY_DATA_MODE: mode } });
	try {
		const packed = join(folder, 'file.csv.gz');
		writeFileSync(packed, await contentOf(file));
		const size = megabytes(statSync(packed).size);
		const table = new Table(`A file of ${rows} rows (${size} MB) in one n8n process (${mode})`, [
			'output',
			'Bulk Export, ms',
			'command line',
			'ms',
			'ratio',
			'peak memory above idle, MB',
			'longest time without an answer, ms',
		]);
		for (const { output } of CASES) {
			const workflow = chain(output, getResult(file, output, n8n.credentialId));
			await n8n.api.activate(await n8n.api.createWorkflow(workflow));
			// Registers the webhook, and loads what n8n loads late.
			await n8n.api.webhook(output, {});
		}
		for (const { output, command, shownCommand } of CASES) {
			const measured: Measurement[] = [];
			for (let round = 0; round < ROUNDS; round += 1) {
				const inNode = await measureNode(n8n, output, file.jobId);
				const started = performance.now();
				execFileSync('sh', ['-c', command, packed, join(folder, 'file.csv')]);
				measured.push({ ...inNode, commandMs: performance.now() - started });
			}
			const nodeMs = median(measured.map((round) => round.nodeMs));
			const commandMs = median(measured.map((round) => round.commandMs));
			table.add(
				output,
				Math.round(nodeMs),
				shownCommand,
				Math.round(commandMs),
				(nodeMs / commandMs).toFixed(2),
				megabytes(Math.max(...measured.map((round) => round.peakBytes))),
				Math.max(...measured.map((round) => round.longestWaitMs)),
			);
		}
	} finally {
		await n8n.stop();
		await file.service.close();
		rmSync(folder, { recursive: true });
	}
}

async function contentOf({ fileUrl, authorization }: FinishedExport): Promise<Buffer> {
	const { body } = await request(fileUrl, { headers: { authorization } });
	return Buffer.from(await body.arrayBuffer());
}

/** Runs the workflow of an output once. */
async function measureNode(
	{ api, child, url }: WholeN8n,
	output: Case['output'],
	jobId: string,
): Promise<Omit<Measurement, 'commandMs'>> {
	const idle = residentBytes(child.pid);
	resetPeak(child.pid);
	const health = askHealth(url);
	const started = performance.now();
	const answer = await api.webhook(output, {});
	const nodeMs = performance.now() - started;
	const questions = await health.stop();
	if (!answer.includes(jobId)) throw new Error(answer.slice(0, 300));
	return {
		nodeMs,
		peakBytes: peakBytes(child.pid) - idle,
		longestWaitMs: Math.max(...questions.map(({ from, to }) => to - from)),
	};
}

function megabytes(bytes: number): number {
	return Math.round(bytes / MB);
}
