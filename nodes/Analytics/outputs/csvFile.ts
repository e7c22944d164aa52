import type { INodeExecutionData } from 'n8n-workflow';
import { givenName, nameOfContent, serviceName } from './fileNames';
import { type FinishedJob, type JobFile, withJobFiles } from '../job/downloads';
import type { JobOutput, OutputSettings } from '../context';
import { aboutJobs, contentOf, expectSameColumns, hintAtNoRows, rowsOf } from './finishedJobs';
import { saveFile } from './saveFile';

const PIECE_CHARACTERS = 1 << 16;
const NEEDS_QUOTES = /[",\r\n]/;

interface Table {
	columns: string[];
	/** Whether the file has its row of names. */
	isNamed: boolean;
	rows: number;
}

/** All rows under one row of names, in one file, which is only passed on whole. */
export async function asCsvFile(output: JobOutput): Promise<INodeExecutionData[]> {
	const { item, jobs, settings } = output;
	const fileName = nameOf(jobs, settings);
	return await withJobFiles(output, async (files) => {
		const table: Table = { columns: [], isNamed: false, rows: 0 };
		const first = await files.next();
		const { toStream } = first.value as JobFile;
		async function* content(): AsyncGenerator<Uint8Array> {
			for (let next = first; !next.done; next = await files.next()) {
				yield* linesOf(output, next.value, table);
			}
			if (!table.isNamed && table.columns.length > 0) yield* asCsv([table.columns]);
		}
		const file = { toStream, content: content(), fileName, mimeType: 'text/csv' as const };
		const binary = { [settings.binaryPropertyName]: await saveFile(item, file) };
		const { rows, columns } = table;
		if (rows === 0) hintAtNoRows(item);
		const json = { ...aboutJobs(jobs), fileName, rows, columns };
		return [{ json, binary, pairedItem: { item: item.itemIndex } }];
	});
}

/** Parts without rows say nothing about the columns of the file. */
async function* linesOf(output: JobOutput, file: JobFile, table: Table) {
	for await (const { columns, rows } of rowsOf(output, file)) {
		const { names } = columns;
		if (rows.length === 0) {
			if (table.columns.length === 0) table.columns = names;
			continue;
		}
		if (table.isNamed) {
			expectSameColumns(table.columns, names, file.job);
		} else {
			yield* asCsv([names]);
			table.isNamed = true;
			table.columns = names;
		}
		table.rows += rows.length;
		yield* asCsv(rows);
	}
}

function* asCsv(rows: string[][]): Generator<Uint8Array> {
	let piece = '';
	for (const cells of rows) {
		piece += `${csvLine(cells)}\n`;
		if (piece.length < PIECE_CHARACTERS) continue;
		yield Buffer.from(piece);
		piece = '';
	}
	if (piece !== '') yield Buffer.from(piece);
}

function csvLine(cells: readonly string[]): string {
	// An empty line, which many programs skip.
	if (cells.length === 1 && cells[0] === '') return '""';
	let line = '';
	for (let at = 0; at < cells.length; at++) {
		const cell = cells[at]!;
		if (at > 0) line += ',';
		line += NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
	}
	return line;
}

function nameOf(jobs: FinishedJob[], { fileName }: OutputSettings): string {
	if (fileName) return givenName(fileName, '.csv');
	const content = contentOf(jobs);
	if (content) return nameOfContent(content);
	const [first] = jobs;
	return serviceName(first?.fileName ?? '', first?.jobId ?? '').replace(/\.gz$/i, '');
}
