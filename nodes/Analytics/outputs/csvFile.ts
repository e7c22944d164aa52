import type { INodeExecutionData } from 'n8n-workflow';
import { fieldsOfRequest } from '../api/analyticsApi';
import type { FinishedJob, JobFile } from '../job/downloads';
import { nameOfFile, nameOfQuery } from './fileNames';
import { Parts } from './parts';
import { saveFile } from './saveFile';
import type { FinishedExport } from './settings';

const PIECE_CHARACTERS = 1 << 16;
const NEEDS_QUOTES = /[",\r\n]/;

/** Output > CSV File: the rows of all jobs in one file. */
export async function asCsvFile(
	finished: FinishedExport,
	files: AsyncGenerator<JobFile>,
): Promise<INodeExecutionData[]> {
	const { item, jobs, settings, request } = finished;
	const wanted = settings.fileName || (request ? nameOfQuery(request) : '');
	const fileName = nameOfFile(wanted, jobs[0]!.record, '.csv');
	const parts = new Parts(finished, files, { needsSameColumns: true });
	const saved = await saveFile(item, { content: csvOf(parts), fileName, mimeType: 'text/csv' });
	const { rowCount: rows, names } = parts;
	const about = { ...(request && fieldsOfRequest(request)), ...idsOf(jobs) };
	return [
		{
			json: { ...about, fileName, rows, columns: names.join(', ') },
			binary: { [settings.binaryPropertyName]: saved },
			pairedItem: { item: item.itemIndex },
		},
	];
}

/**
 * The rows of all parts under one row of names. The text is passed through as the service wrote it, unless columns are
 * selected, or its lines end otherwise than those of the first part. A table with a single column is written again, because
 * its empty values may be empty lines, which many programs skip.
 */
async function* csvOf(parts: Parts): AsyncGenerator<Uint8Array> {
	let lineEnding: string | undefined;
	for await (const { table, columns } of parts) {
		const { isAll, names } = columns;
		if (lineEnding === undefined) yield asLine(names, table.lineEnding);
		lineEnding ??= table.lineEnding;
		const isAsItIs = isAll && names.length > 1 && table.lineEnding === lineEnding;
		yield* isAsItIs ? table.text(columns) : asCsv(table.rows(columns), lineEnding);
	}
	const hasNoRows = lineEnding === undefined;
	if (hasNoRows && parts.names.length > 0) yield asLine(parts.names, '\n');
}

/** The fields of the output item that say which jobs it was made from. */
function idsOf(jobs: readonly FinishedJob[]): { jobId?: string; jobIds: string } {
	const jobIds = jobs.map(({ jobId }) => jobId).join(', ');
	return jobs.length === 1 ? { jobId: jobIds, jobIds } : { jobIds };
}

/** Writes rows as CSV, in pieces of about 64 KB, none of which is empty. */
async function* asCsv(
	batches: AsyncIterable<string[][]>,
	lineEnding: string,
): AsyncGenerator<Uint8Array> {
	let piece = '';
	for await (const rows of batches) {
		for (const cells of rows) {
			piece += csvLine(cells) + lineEnding;
			if (piece.length < PIECE_CHARACTERS) continue;
			yield Buffer.from(piece);
			piece = '';
		}
	}
	if (piece !== '') yield Buffer.from(piece);
}

function asLine(cells: string[], lineEnding: string): Uint8Array {
	return Buffer.from(csvLine(cells) + lineEnding);
}

function csvLine(cells: readonly string[]): string {
	if (cells.length === 1 && cells[0] === '') return '""';
	let line = '';
	for (let at = 0; at < cells.length; at++) {
		const cell = cells[at]!;
		if (at > 0) line += ',';
		line += NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
	}
	return line;
}
