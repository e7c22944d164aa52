import type { INodeExecutionData } from 'n8n-workflow';
import { InputError } from '../../shared/errors';
import { type JobFile, withJobFiles } from '../job/downloads';
import { ColumnTypes } from '../table/columnTypes';
import { copyWhileRead } from '../table/openFile';
import { GZIP, serviceName } from './fileNames';
import {
	expectSameColumns,
	hintAtNoRows,
	onlyLineOf,
	openJobTable,
	verifyWholeTable,
} from './jobTable';
import { hintAtNumbersAsNames } from './items';
import { passOn, type VerifiedFile } from './passOn';
import { saveFile } from './saveFile';
import type { FinishedExport } from './settings';

/**
 * Output > Sub-Workflow in Batches. No row is passed on before all files of the input item are known to be
 * good. Therefore the files are saved, and read twice.
 * @returns one item that says how many rows were passed on
 */
export async function passedToSubWorkflow(finished: FinishedExport): Promise<INodeExecutionData[]> {
	const { item, settings } = finished;
	const { files, types } = await withJobFiles(finished, async (downloads) => {
		const types = settings.convertTypes ? new ColumnTypes() : undefined;
		const files: VerifiedFile[] = [];
		for await (const download of downloads) {
			const file = await verifyAndSave(finished, download, types);
			const first = files.find(({ rows }) => rows > 0);
			if (first && file.rows > 0) {
				expectSameColumns(first.columns.names, file.columns.names, file.job);
			}
			files.push(file);
		}
		return { files, types };
	});
	const [first] = files;
	if (files.every(({ rows }) => rows === 0)) hintAtNoRows(finished, first?.onlyLine);
	if (first) hintAtNumbersAsNames(item, settings.outputColumns, first.columns.names);
	if (first && settings.startAtRow > Math.max(first.rows, 1)) {
		throw new InputError(
			`Start at Row is ${settings.startAtRow}, but the bulk export has only ${first.rows} rows (job ${first.job.jobId})`,
			'Enter the row that the error of the failed batch names, and the job ID of the same error.',
		);
	}
	return await item.inTurn(async () => await passOn(finished, files, types));
}

/** Reads and saves a file. This finds everything that can be wrong with it, and the types of its columns. */
async function verifyAndSave(
	finished: FinishedExport,
	download: JobFile,
	types: ColumnTypes | undefined,
): Promise<VerifiedFile> {
	const { job, isPacked } = download;
	const { binary, result } = await saveFile(finished.item, {
		content: verifiedBytes(finished, download, types),
		fileName: serviceName(job.fileName, job.jobId),
		mimeType: GZIP.mimeType,
	});
	return { job, saved: binary, isPacked, ...result };
}

type ReadTable = Pick<VerifiedFile, 'columns' | 'rows' | 'onlyLine'>;

/** The bytes of a file as they came, while its table is read. @returns what is in the table, once it is verified */
async function* verifiedBytes(
	finished: FinishedExport,
	download: JobFile,
	types: ColumnTypes | undefined,
): AsyncGenerator<Uint8Array, ReadTable> {
	const { file, takeRead } = copyWhileRead(download);
	const jobTable = await openJobTable(finished, { ...file, job: download.job });
	const { table, columns } = jobTable;
	yield* takeRead();
	const learn = types?.converter(columns.names);
	for await (const rows of table.rows(columns)) {
		if (learn) for (const cells of rows) cells.forEach(learn);
		yield* takeRead();
	}
	await verifyWholeTable(finished, jobTable);
	yield* takeRead();
	return { columns, rows: table.rowCount, onlyLine: onlyLineOf(jobTable) };
}
