import type { INodeExecutionData } from 'n8n-workflow';
import { givenName, nameOfContent, serviceName } from '../bulkFile/fileNames';
import { expectSameColumns } from '../bulkFile/outputColumns';
import { csvLine } from '../csv/csvLine';
import { type JobFile, withJobFiles } from '../job/jobFiles';
import type { FileSettings, OutputContext } from './context';
import { aboutJobs, type FinishedJob, type JobsOf, labelOf, NO_ROWS, rowsOf } from './finishedJobs';
import { saveFile } from './saveFile';

const PIECE_CHARACTERS = 1 << 16;
const LINE_END = '\n';

/** All rows under one row of names, in one file, which is only passed on whole. */
export async function asCsvFile(
	context: OutputContext,
	{ api, jobs, settings }: JobsOf<FileSettings>,
): Promise<INodeExecutionData[]> {
	const about = aboutJobs(jobs);
	const fileName = nameOf(jobs, settings);
	return await withJobFiles({ ...context, api, jobs }, async (files) => {
		const table: Table = { columns: [], isNamed: false, rows: 0 };
		// Only an open download knows how to make a stream.
		const first = await files.next();
		const { toStream } = first.value as JobFile<FinishedJob>;
		// Rows of a single file need not be written anew.
		const isCopied = jobs.length === 1 && settings.outputColumns.length === 0;
		async function* content(): AsyncGenerator<Uint8Array> {
			for (let next = first; !next.done; next = await files.next()) {
				yield* lines(context, next.value, { settings, table, isCopied });
			}
			if (!table.isNamed && table.columns.length > 0) yield* written([table.columns], LINE_END);
		}
		const file = { content: content(), toStream, fileName, mimeType: 'text/csv' as const };
		const binary = { [settings.binaryPropertyName]: await saveFile(context, file) };
		if (table.rows === 0) context.hint(NO_ROWS);
		const { rows, columns } = table;
		const json = { ...about, fileName, rows, columns };
		return [{ json, binary, pairedItem: { item: context.itemIndex } }];
	});
}

interface Table {
	columns: string[];
	/** Whether the row of names is written. */
	isNamed: boolean;
	rows: number;
}

type Writing = { settings: FileSettings; table: Table; isCopied: boolean };

/** Parts without rows say nothing about the columns of the file. */
async function* lines(
	context: OutputContext,
	file: JobFile<FinishedJob>,
	{ settings, table, isCopied }: Writing,
): AsyncGenerator<Uint8Array> {
	const gives = isCopied ? 'bytes' : 'cells';
	for await (const batch of rowsOf(context, file, { settings, gives })) {
		const { rows, bytes, lineEnd } = batch;
		const { names } = batch.columns;
		if (rows.length > 0 && table.isNamed) {
			expectSameColumns(table.columns, names, labelOf(file.job));
		} else if (rows.length > 0) {
			yield* written([names], isCopied ? lineEnd : LINE_END);
			table.isNamed = true;
			table.columns = names;
		} else if (table.columns.length === 0) {
			table.columns = names;
		}
		table.rows += rows.length;
		// Without a row, there are empty lines at most.
		if (table.isNamed) yield* isCopied ? bytes : written(rows, LINE_END);
	}
}

function* written(rows: string[][], lineEnd: string): Generator<Uint8Array> {
	let piece = '';
	for (const cells of rows) {
		piece += csvLine(cells) + lineEnd;
		if (piece.length < PIECE_CHARACTERS) continue;
		yield Buffer.from(piece);
		piece = '';
	}
	if (piece !== '') yield Buffer.from(piece);
}

function nameOf(jobs: FinishedJob[], { fileName }: FileSettings): string {
	if (fileName) return givenName(fileName, '.csv');
	const [first, last] = [jobs.at(0), jobs.at(-1)];
	if (first?.content && last?.content) {
		return nameOfContent({ ...first.content, endDate: last.content.endDate });
	}
	return serviceName(first?.fileName ?? '', first?.jobId ?? '').replace(/\.gz$/i, '');
}
