import type { INodeExecutionData } from 'n8n-workflow';
import type { Item } from '../actions/item';
import { givenName, nameOfContent, serviceName } from '../bulkFile/fileNames';
import { expectSameColumns } from '../bulkFile/outputColumns';
import { csvLine, excelCell, type LineFormat } from '../csv/csvLine';
import { type JobFile, withJobFiles } from '../job/jobFiles';
import {
	aboutJobs,
	type FinishedJob,
	type FilesOf,
	labelOf,
	NO_ROWS,
	rowsOf,
} from './finishedJobs';
import { saveFile } from './saveFile';

/** Tells Excel that it is UTF-8. */
const BYTE_ORDER_MARK = Buffer.from('\uFEFF');
const PIECE_CHARACTERS = 1 << 16;

type Settings = FilesOf['settings'];

/** All rows under one row of names, in one file, which is only passed on whole. */
export async function asCsvFile(
	item: Item,
	{ api, jobs, settings }: FilesOf,
): Promise<INodeExecutionData[]> {
	const about = aboutJobs(jobs);
	const fileName = nameOf(jobs, settings);
	return await withJobFiles({ ...item, api, jobs }, async (files) => {
		const table: Table = { columns: undefined, isNamed: false, rows: 0 };
		// Only an open download knows how to make a stream.
		const first = await files.next();
		const { toStream } = first.value as JobFile<FinishedJob>;
		const isSingle = jobs.length === 1;
		async function* content(): AsyncGenerator<Uint8Array> {
			for (let next = first; !next.done; next = await files.next()) {
				yield* lines(item, next.value, { settings, table, isSingle });
			}
			const { columns = [], isNamed } = table;
			if (!isNamed && columns.length > 0) yield* headerOf(columns, formatOf(settings));
		}
		const file = { content: content(), toStream, fileName, mimeType: 'text/csv' as const };
		const binary = { [settings.binaryPropertyName]: await saveFile(item, file) };
		if (table.rows === 0) item.hint(NO_ROWS);
		const { rows, columns = [] } = table;
		const json = { ...about, fileName, rows, columns };
		return [{ json, binary, pairedItem: { item: item.itemIndex } }];
	});
}

interface Table {
	columns: string[] | undefined;
	isNamed: boolean;
	rows: number;
}

/** Parts without rows say nothing about the columns of the file. */
async function* lines(
	item: Item,
	file: JobFile<FinishedJob>,
	{ settings, table, isSingle }: { settings: Settings; table: Table; isSingle: boolean },
): AsyncGenerator<Uint8Array> {
	const format = formatOf(settings);
	// Rows of a single file in the usual format need not be written anew.
	const isCopied = isSingle && !format.isForExcel && settings.outputColumns.length === 0;
	const gives = isCopied ? 'bytes' : 'cells';
	for await (const { columns, rows, bytes, lineEnd } of rowsOf(item, file, { settings, gives })) {
		const { names } = columns;
		if (rows.length > 0) {
			if (table.isNamed) expectSameColumns(table.columns ?? [], names, labelOf(file.job));
			else yield* headerOf(names, isCopied ? { ...format, lineEnd } : format);
			table.isNamed = true;
			table.columns = names;
		}
		table.columns ??= names;
		table.rows += rows.length;
		// Without a row, there are empty lines at most.
		if (table.isNamed) yield* isCopied ? bytes : written(rows, format);
	}
}

function formatOf({ excel }: Settings): LineFormat {
	const isForExcel = excel !== 'no';
	const hasDecimalComma = excel === 'semicolon';
	const lineEnd = isForExcel ? '\r\n' : '\n';
	return { isForExcel, separator: hasDecimalComma ? ';' : ',', hasDecimalComma, lineEnd };
}

/** A name such as 2026.11 is no number. */
function* headerOf(names: string[], format: LineFormat): Generator<Uint8Array> {
	if (format.isForExcel) yield BYTE_ORDER_MARK;
	yield* written([names], { ...format, hasDecimalComma: false });
}

function* written(rows: string[][], format: LineFormat): Generator<Uint8Array> {
	const { isForExcel, separator, lineEnd } = format;
	let piece = '';
	for (const cells of rows) {
		const row = isForExcel ? cells.map((cell) => excelCell(cell, format)) : cells;
		piece += csvLine(row, separator) + lineEnd;
		if (piece.length < PIECE_CHARACTERS) continue;
		yield Buffer.from(piece);
		piece = '';
	}
	if (piece !== '') yield Buffer.from(piece);
}

function nameOf(jobs: FinishedJob[], { fileName }: Settings): string {
	if (fileName) return givenName(fileName, '.csv');
	const [first, last] = [jobs.at(0), jobs.at(-1)];
	if (first?.content && last?.content) {
		return nameOfContent({ ...first.content, endDate: last.content.endDate });
	}
	return serviceName(first?.fileName ?? '', first?.jobId ?? '').replace(/\.gz$/i, '');
}
