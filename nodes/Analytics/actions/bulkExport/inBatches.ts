import type { IBinaryData, INodeExecutionData } from 'n8n-workflow';
import { InputError } from '../../../shared/errors';
import { outputNames } from '../../bulkFile/columnContract';
import type { ColumnNames } from '../../bulkFile/columnNames';
import { serviceName } from '../../bulkFile/fileNames';
import { fileToBatches } from '../../bulkFile/fileToBatches';
import { fileToVerified } from '../../bulkFile/fileToVerified';
import { expectSameColumns } from '../../bulkFile/partColumns';
import { withJobFile } from '../../job/jobFile';
import type { AnalyticsApi } from '../../transport/analyticsApi';
import type { OutputSettings } from '../fields/output';
import type { SubWorkflowSettings } from '../fields/subWorkflow';
import type { ItemContext } from '../itemContext';
import { LastDay } from '../lastDay';
import type { Turn } from '../turns';
import { type EarlierTry, earlierTry, noteForNextTry } from './earlierTry';
import { contentOfAll, type FinishedJob, labelOf, namesDecision, NO_ROWS } from './finishedJob';
import { type Counts, PassingOn } from './passingOn';
import { saveWhole } from './saveWhole';

export interface InBatchesOptions {
	api: AnalyticsApi;
	/** Whose rows are passed on, in their order. */
	jobs: FinishedJob[];
	settings: OutputSettings;
	subWorkflow: SubWorkflowSettings;
	/** Of this input item among all. */
	turn: Turn;
}

const PASSED_ON_BEFORE =
	'All rows were passed on by an earlier try of this execution, so they were not passed on again.';

/** A file that is known to be whole, in n8n's storage. */
interface VerifiedFile {
	job: FinishedJob;
	saved: IBinaryData;
	names: ColumnNames;
	rows: number;
}

/**
 * Passes the rows of jobs that are done on to a sub-workflow in batches, in constant memory. Each file
 * is kept in n8n's storage and read twice, so that nothing is passed on before all are known to be good.
 */
export async function inBatches(
	item: ItemContext,
	options: InBatchesOptions,
): Promise<INodeExecutionData[]> {
	const { jobs, turn } = options;
	const earlier = earlierTry(item, turn);
	const isDone = earlier !== undefined && earlier.place === undefined;
	if (isDone) item.hint(PASSED_ON_BEFORE);
	const counts = isDone ? earlier.counts : await verifyAndPassOn(item, options, earlier);

	const jobIds = jobs.map(({ jobId }) => jobId);
	const ids = jobIds.length === 1 ? { jobId: jobIds[0], jobIds } : { jobIds };
	const json = { ...contentOfAll(jobs), ...ids, ...counts };
	return [{ json, pairedItem: { item: item.itemIndex } }];
}

async function verifyAndPassOn(
	item: ItemContext,
	options: InBatchesOptions,
	earlier: EarlierTry | undefined,
): Promise<Counts> {
	const { jobs, subWorkflow, turn } = options;
	const files: VerifiedFile[] = [];
	for (const job of jobs) files.push(await verifiedFile(item, options, job));
	expectSameTable(files);
	expectStart(files[0], subWorkflow.startAtRow);
	hintsOnDays(item, files);
	await turn.begin();
	return await passOn(item, files, { ...options, earlier });
}

/** The first reading, which finds all that can be wrong with a file. */
async function verifiedFile(
	item: ItemContext,
	{ api, settings }: InBatchesOptions,
	job: FinishedJob,
): Promise<VerifiedFile> {
	const { signal, hint } = item;
	const { jobId } = job;
	return await withJobFile({ api, jobId, signal, hint }, async (file) => {
		let found: { names: ColumnNames; rows: number } | undefined;
		const content = fileToVerified({
			file,
			maxBytes: settings.maxBytes,
			types: settings.columnTypes,
			decideNames: namesDecision(item, job, settings),
			onEnd: (result) => (found = result),
		});
		const fileName = serviceName(job.fileName, jobId);
		const { toStream } = file;
		const saved = await saveWhole(item, {
			content,
			toStream,
			fileName,
			mimeType: 'application/gzip',
		});
		return { job, saved, ...found! };
	});
}

/** The second reading, which passes the rows on. */
async function passOn(
	item: ItemContext,
	files: VerifiedFile[],
	{
		api,
		settings,
		subWorkflow,
		turn,
		earlier,
	}: InBatchesOptions & { earlier?: EarlierTry | undefined },
): Promise<Counts> {
	const { workflowId, rowsPerBatch } = subWorkflow;
	const jobs = files.map(({ job: { jobId, fileName } }) => ({ jobId, fileName }));
	const jobIds = jobs.map(({ jobId }) => jobId);
	const counts = earlier?.counts ?? { rows: 0, batches: 0, results: 0 };
	const passing = new PassingOn({
		item,
		workflowId,
		jobIds,
		passedOn: turn.passedOn,
		counts,
		shown: (text) => api.shown(text),
		onFailure: (place, passed) => noteForNextTry(item, turn, { jobs, place, counts: passed }),
	});
	const first = earlier?.place ? jobIds.indexOf(earlier.place.jobId) : 0;
	turn.passedOn.push(...jobIds.slice(0, first));
	let startAtRow = earlier?.place?.row ?? subWorkflow.startAtRow;
	let left = (settings.maxRows ?? Infinity) - counts.rows;
	for (const { job, saved, names, rows } of files.slice(first)) {
		const batches = fileToBatches({
			chunks: item.savedBytes(saved),
			names,
			types: settings.columnTypes,
			rowsPerBatch,
			startAtRow,
			maxRows: left,
		});
		await passing.all(job.jobId, batches, startAtRow);
		left -= rows - startAtRow + 1;
		if (left < 0) {
			passing.hintThatItIsCut(job.jobId, rows + left + 1);
			break;
		}
		turn.passedOn.push(job.jobId);
		startAtRow = 1;
	}
	noteForNextTry(item, turn, { jobs, counts: passing.counts });
	return passing.counts;
}

/** Whoever takes the rows gets the same fields in each batch. @throws InputError */
function expectSameTable(files: VerifiedFile[]): void {
	const parts = files
		.filter(({ rows }) => rows > 0)
		.map(({ job, names }) => ({
			part: { jobId: job.jobId, label: labelOf(job) },
			names: outputNames(names),
		}));
	const [first] = parts;
	for (const other of parts) if (first) expectSameColumns(first, other);
}

/** @throws InputError */
function expectStart(file: VerifiedFile | undefined, startAtRow: number): void {
	if (!file || startAtRow <= Math.max(file.rows, 1)) return;
	const { job, rows } = file;
	throw new InputError(
		`Start at Row is ${startAtRow}, but the bulk export has only ${rows} rows (job ${job.jobId})`,
		'Enter the row that the error of the failed batch names, and the job ID of the same error.',
	);
}

function hintsOnDays(item: ItemContext, files: VerifiedFile[]): void {
	if (files.every(({ rows }) => rows === 0)) item.hint(NO_ROWS);
	for (const { job, rows } of files) {
		if (job.days && rows === 0) new LastDay(item, job.days).end(0);
	}
}
