import type { INodeExecutionData } from 'n8n-workflow';
import { type JobFile, withJobFiles } from '../job/downloads';
import { CSV, nameOfFile } from './fileNames';
import { aboutJobs, hintAtNoRows, openJobTable, PartColumns, verifyWholeTable } from './jobTable';
import { saveFile } from './saveFile';
import type { FinishedExport } from './settings';

const PIECE_CHARACTERS = 1 << 16;
const NEEDS_QUOTES = /[",\r\n]/;
const LINE_ENDING = '\n';

/** Output > CSV File: the rows of all jobs under one row of names, in one file. */
export async function asCsvFile(finished: FinishedExport): Promise<INodeExecutionData[]> {
	const { item, jobs, settings } = finished;
	const fileName = nameOfFile(settings.fileName, jobs[0]!, CSV);
	return await withJobFiles(finished, async (files) => {
		const csv = new JoinedCsv(finished);
		async function* content(): AsyncGenerator<Uint8Array> {
			for await (const file of files) yield* csv.part(file);
			yield* csv.end();
		}
		const file = { content: content(), fileName, mimeType: CSV.mimeType };
		const saved = await saveFile(item, file);
		const { rows, columns } = csv;
		if (rows === 0) hintAtNoRows(finished, csv.onlyLine);
		return [
			{
				json: { ...aboutJobs(jobs), fileName, rows, columns: columns.join(', ') },
				binary: { [settings.binaryPropertyName]: saved },
				pairedItem: { item: item.itemIndex },
			},
		];
	});
}

/** Joins the CSV files of several jobs to one. A part without rows does not decide about the columns. */
class JoinedCsv {
	readonly #finished: FinishedExport;
	readonly #columns = new PartColumns();
	/** Those of the first part that has names, as long as no part has rows. */
	#namesAlone: string[] = [];
	rows = 0;
	/** The text of the first part that has a single line, and therefore no rows. It may be an error message. */
	onlyLine: string | undefined;

	constructor(finished: FinishedExport) {
		this.#finished = finished;
	}

	/** The names of its columns. */
	get columns(): string[] {
		return this.#columns.names ?? this.#namesAlone;
	}

	/**
	 * The text of one job's rows, with the names before the first row of all. It is passed through as the file
	 * has it, unless columns are selected. A table with a single column is written again, because its empty
	 * values may be empty lines, which many programs skip.
	 */
	async *part(file: JobFile): AsyncGenerator<Uint8Array> {
		const jobTable = await openJobTable(this.#finished, file);
		const { table } = jobTable;
		const columns = this.#columns.of(jobTable);
		const isPassedThrough = columns.isAll && columns.names.length > 1;
		const lineEnding = isPassedThrough ? table.lineEnding : LINE_ENDING;
		const pieces = isPassedThrough ? table.text(columns) : asCsv(table.rows(columns));
		let isFirstPiece = true;
		for await (const piece of pieces) {
			if (isFirstPiece) {
				if (!this.#columns.names) yield asLine(columns.names, lineEnding);
				const problem = this.#columns.checkRowsOf(jobTable, columns);
				if (problem) throw problem;
			}
			isFirstPiece = false;
			yield piece;
		}
		await verifyWholeTable(this.#finished, jobTable);
		this.rows += table.rowCount;
		this.onlyLine ??= jobTable.onlyLine;
		if (this.#namesAlone.length === 0) this.#namesAlone = columns.names;
	}

	/** The names alone, if no part had any rows. */
	*end(): Generator<Uint8Array> {
		if (this.rows === 0 && this.columns.length > 0) yield asLine(this.columns, LINE_ENDING);
	}
}

/** Writes rows as CSV, in pieces of about 64 KB, none of which is empty. */
async function* asCsv(batches: AsyncIterable<string[][]>): AsyncGenerator<Uint8Array> {
	let piece = '';
	for await (const rows of batches) {
		for (const cells of rows) {
			piece += csvLine(cells) + LINE_ENDING;
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
