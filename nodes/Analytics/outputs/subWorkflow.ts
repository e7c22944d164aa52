import type { IBinaryData, IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { raceAbort } from '../../shared/abort';
import { outcomeOf } from '../../shared/context';
import { asError, InputError, LocalError } from '../../shared/errors';
import { isObject } from '../../shared/json';
import { counted, sentence } from '../../shared/text';
import type { ItemToRun } from '../context';
import { type JobFile, withJobFiles } from '../job/downloads';
import { ColumnTypes } from '../table/columnTypes';
import { copyWhileRead, openFile } from '../table/openFile';
import { rowBuilder, type RowObject } from '../table/outputColumns';
import { Table, type TableColumns } from '../table/table';
import { GZIP } from './fileNames';
import { hintAtNumbersAsNames } from './items';
import {
	aboutJobs,
	expectSameColumns,
	hintAtNoRows,
	openJobTable,
	RefusedCells,
	verifyWholeTable,
} from './jobTable';
import { savedBytes, saveFile } from './saveFile';
import type { FinishedExport, OutputSettings } from './settings';

/** Runs the sub-workflow once without rows, so that the user learns at once if it cannot be run. @throws InputError */
export async function checkSubWorkflow(
	item: ItemToRun,
	{ workflowId }: OutputSettings,
): Promise<void> {
	if (item.n8n.getNode().retryOnFail === true) {
		throw new InputError(
			'Output > Sub-Workflow in Batches cannot be combined with Retry On Fail, which passes all rows on again',
			"Turn it off in the node's Settings, and on in the nodes of the sub-workflow.",
		);
	}
	await item.memoize({ workflowId }, async () => {
		const ran = await outcomeOf(async () => await executeSubWorkflow(item, workflowId, []));
		if ('value' in ran) return;
		const { message } = asError(ran.error);
		if (RAN_WITHOUT_ROWS.test(message)) return;
		throw new InputError(
			`The sub-workflow cannot be run: ${message}`,
			'Choose the workflow from the list. It must be published, run on its own, and begin with the trigger "When Executed by Another Workflow". In that trigger, set Input data mode to "Accept all data".',
		);
	});
}

/** n8n 1.123 throws this error after it has run a workflow without rows. */
const RAN_WITHOUT_ROWS = /reading 'data'/;

/**
 * Output > Sub-Workflow in Batches. No row is passed on before all files of the input item are known to be
 * good. Therefore the files are saved, and read twice.
 * @returns one item that says how many rows were passed on
 */
export async function passedToSubWorkflow(finished: FinishedExport): Promise<INodeExecutionData[]> {
	const { item, settings } = finished;
	const verified = await withJobFiles(finished, async (downloads) => {
		const types = settings.convertTypes ? new ColumnTypes() : undefined;
		const files: VerifiedFile[] = [];
		for await (const download of downloads) {
			const file = await verifyAndSave(finished, download, types);
			const first = files.find(({ rows }) => rows > 0);
			if (first && file.rows > 0) {
				expectSameColumns(first.columns.names, file.columns.names, download.job);
			}
			files.push(file);
		}
		return { files, types };
	});
	const [first] = verified.files;
	if (verified.files.every(({ rows }) => rows === 0)) hintAtNoRows(finished, first?.onlyLine);
	if (first) hintAtNumbersAsNames(item, settings.outputColumns, first.columns.names);
	// The rows of several items may arrive in any order, but only one batch at a time is in memory.
	return await item.oneAtATime(async () => await passOn(finished, verified));
}

/** A file that is known to be good, and is kept in n8n's storage to be read again. */
interface VerifiedFile {
	saved: IBinaryData;
	columns: TableColumns;
	rows: number;
	onlyLine: string | undefined;
}

/** Reads and saves a file. This finds everything that can be wrong with it, and the types of its columns. */
async function verifyAndSave(
	finished: FinishedExport,
	download: JobFile,
	types: ColumnTypes | undefined,
): Promise<VerifiedFile> {
	const { file, takeRead } = copyWhileRead(download);
	const jobTable = await openJobTable(finished, { ...file, job: download.job });
	const { table, columns, onlyLine } = jobTable;
	const learn = types?.converter(columns.names);
	async function* content(): AsyncGenerator<Uint8Array> {
		yield* takeRead();
		for await (const rows of table.rows(columns)) {
			if (learn) for (const cells of rows) cells.forEach(learn);
			yield* takeRead();
		}
		await verifyWholeTable(finished, jobTable);
		yield* takeRead();
	}
	const { mimeType, extension } = GZIP;
	const fileName = `${download.job.jobId}${extension}`;
	const saved = await saveFile(finished.item, { content: content(), fileName, mimeType });
	return { saved, columns, rows: table.rowCount, onlyLine };
}

interface Verified {
	files: VerifiedFile[];
	/** The types that the values of all rows were found to have. Undefined if all values stay text. */
	types: ColumnTypes | undefined;
}

/** What has been passed on so far, and what the sub-workflow has returned. */
type Counts = Record<'rows' | 'batches' | 'results' | 'failedResults', number>;

/** Passes the rows of all files of an item on, the oldest days first, up to the Limit. @throws LocalError if a batch fails */
async function passOn(finished: FinishedExport, verified: Verified): Promise<INodeExecutionData[]> {
	const { item, jobs, settings } = finished;
	const counts: Counts = { rows: 0, batches: 0, results: 0, failedResults: 0 };
	item.progress.addPassedOn(item.itemIndex, 0);
	const refused = new RefusedCells();
	for await (const rows of batchesOf(finished, verified, refused)) {
		const ran = await outcomeOf(async () => {
			return await executeSubWorkflow(item, settings.workflowId, rows);
		});
		if ('error' in ran) {
			// It may be why the batch has failed.
			refused.warn(item);
			throw new LocalError(
				`The sub-workflow failed at batch ${counts.batches + 1}, after ${counted(counts.rows, 'row')}`,
				`It says: ${sentence(item.api.shown(asError(ran.error).message))}`,
				{ jobIds: aboutJobs(jobs).jobIds, ...counts },
			);
		}
		item.progress.addPassedOn(item.itemIndex, rows.length);
		counts.rows += rows.length;
		counts.batches += 1;
		counts.results += ran.value.length;
		counts.failedResults += ran.value.filter(isFailed).length;
	}
	refused.warn(item);
	if (counts.rows < verified.files.reduce((sum, { rows }) => sum + rows, 0)) {
		item.hint(`The Limit of ${counts.rows} was reached, and there are more rows.`);
	}
	if (counts.failedResults > 0) {
		item.hint(
			`${counts.failedResults} of the ${counted(counts.results, 'item')} that the sub-workflow returned have an error. Their rows count as passed on. Look at the executions of the sub-workflow.`,
			{ warning: true },
		);
	}
	return [{ json: { ...aboutJobs(jobs), ...counts }, pairedItem: { item: item.itemIndex } }];
}

/**
 * Puts the rows of all files together to batches. Each row becomes an object at once, because keeping the cells of a
 * whole batch beside its objects took half as much memory again.
 */
async function* batchesOf(
	{ item, settings }: FinishedExport,
	{ files, types }: Verified,
	refused: RefusedCells,
): AsyncGenerator<RowObject[]> {
	let left = settings.maxRows;
	let batch: RowObject[] = [];
	for (const { saved, columns } of files) {
		if (left === 0) break;
		const toRow = rowBuilder(columns.names, types?.converter(columns.names));
		const file = await openFile(savedBytes(item, saved));
		const table = await Table.open(file, { signal: item.signal });
		try {
			for await (const rows of table.rows(columns)) {
				for (const cells of rows.slice(0, left)) {
					refused.look(table, columns.names, cells);
					batch.push(toRow(cells));
					left -= 1;
					if (batch.length < settings.rowsPerBatch && left > 0) continue;
					yield batch;
					batch = [];
				}
				if (left === 0) break;
			}
		} finally {
			await table.close();
		}
	}
	if (batch.length > 0) yield batch;
}

/**
 * Whether an item of the sub-workflow comes from a node that has failed and continued. Such a node writes a
 * text or an object into "error"; a number there is more likely a value of the row.
 */
function isFailed({ json, error }: INodeExecutionData): boolean {
	const own = json['error'];
	return error !== undefined || (typeof own === 'string' && own !== '') || isObject(own);
}

/** Runs another workflow to its end, as n8n's own node Execute Sub-workflow does. @throws its error */
async function executeSubWorkflow(
	{ n8n, signal }: ItemToRun,
	workflowId: string,
	rows: IDataObject[],
): Promise<INodeExecutionData[]> {
	const { id: ownId = '' } = n8n.getWorkflow();
	const parentExecution = { executionId: n8n.getExecutionId(), workflowId: ownId };
	return await raceAbort(signal, async () => {
		try {
			const { executionId, data, waitTill } = await n8n.executeWorkflow(
				{ id: workflowId },
				rows.map((json) => ({ json })),
				undefined,
				{ parentExecution, executionMode: n8n.getMode() },
			);
			if (rows.length > 0) showInEditor(n8n, executionId, workflowId);
			if (waitTill) throw await waitsError(n8n);
			return data?.[0] ?? [];
		} catch (error) {
			const { executionId, message } = isObject(error) ? error : {};
			if (typeof executionId === 'string') showInEditor(n8n, executionId, workflowId);
			// Some versions of n8n throw an object that is no Error.
			throw error instanceof Error ? error : new Error(String(message ?? error));
		}
	});
}

/** n8n has put this execution to wait as well, and nothing would ever wake it. So this takes the wait back. */
async function waitsError(n8n: IExecuteFunctions): Promise<Error> {
	await n8n.putExecutionToWait(undefined as unknown as Date);
	return new Error(
		'It began to wait, and the rows that follow cannot wait with it. Leave out Wait nodes of more than 65 seconds, forms, and whatever else waits for an answer.',
	);
}

function showInEditor(n8n: IExecuteFunctions, executionId: string, workflowId: string): void {
	const { subExecutionsCount = 0 } = n8n.getExecuteData?.().metadata ?? {};
	const subExecution = { executionId, workflowId };
	n8n.setMetadata?.({ subExecution, subExecutionsCount: subExecutionsCount + 1 });
}
