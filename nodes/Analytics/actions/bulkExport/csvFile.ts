import type { INodeExecutionData } from 'n8n-workflow';
import { asError, InputError, LocalError, ServiceError } from '../../../shared/errors';
import { startingWith } from '../../../shared/startingWith';
import { bulkFileError } from '../../bulkFile/bulkFileError';
import { CsvTable } from '../../bulkFile/csvTable';
import { givenName, nameOfContent, serviceName } from '../../bulkFile/fileNames';
import type { DateRange } from '../../dates/dateRange';
import { jobBytes } from '../../job/jobBytes';
import type { JobFile } from '../../job/jobFile';
import type { AnalyticsApi } from '../../transport/analyticsApi';
import type { OutputSettings } from '../fields/output';
import type { ItemContext } from '../itemContext';
import { LastDay } from '../lastDay';
import { contentOfAll, type FinishedJob, labelOf, namesDecision, NO_ROWS } from './finishedJob';
import { saveWhole } from './saveWhole';

interface CsvFileOptions {
	api: AnalyticsApi;
	/** Whose rows make up the file, in their order. */
	jobs: FinishedJob[];
	settings: OutputSettings;
}

/**
 * Downloads the files of jobs that are done, one after the other, into one CSV file: one row of names,
 * and the rows of all parts. It is only passed on if every part was whole.
 */
export async function csvFile(
	item: ItemContext,
	{ api, jobs, settings }: CsvFileOptions,
): Promise<INodeExecutionData[]> {
	const { signal, hint } = item;
	const isForExcel = settings.excel !== 'no';
	const isSemicolons = settings.excel === 'semicolon';
	const isFitted = settings.expectedColumns.length > 0 && settings.onOtherColumns === 'fit';
	const table = new CsvTable({
		maxBytes: settings.maxBytes,
		byteOrderMark: isForExcel,
		format: {
			separator: isSemicolons ? ';' : ',',
			hasDecimalComma: isSemicolons,
			lineEnd: isForExcel ? '\r\n' : '\n',
		},
		asTheyAre: jobs.length === 1 && !isForExcel && !isFitted,
	});
	const daysWithoutRows: DateRange[] = [];
	let toStream: JobFile['toStream'] | undefined;

	async function* parts(): AsyncGenerator<Uint8Array> {
		for (const job of jobs) {
			const decideNames = namesDecision(item, job, settings);
			const part = { jobId: job.jobId, label: labelOf(job), decideNames };
			const rowsBefore = table.rows;
			yield* jobBytes({ api, jobId: job.jobId, signal, hint }, (file) => {
				toStream = file.toStream;
				return table.bytesOf(part, file);
			});
			if (job.days && table.rows === rowsBefore) daysWithoutRows.push(job.days);
		}
		const end = table.end();
		if (end !== '') yield Buffer.from(end);
	}

	const content = contentOfAll(jobs);
	const fileName = nameOf(jobs, content, settings);
	const bytes = parts();
	try {
		// Only an open download knows how to make a stream.
		const first = await bytes.next();
		const binary = await saveWhole(item, {
			content: startingWith(first, bytes),
			toStream: toStream!,
			fileName,
			mimeType: 'text/csv',
		});
		if (table.rows === 0) hint(NO_ROWS);
		for (const days of daysWithoutRows) new LastDay(item, days).end(0);
		const jobIds = jobs.map(({ jobId }) => jobId);
		const { rows, columns } = table;
		return [
			{
				json: {
					...content,
					...(jobIds.length === 1 ? { jobId: jobIds[0] } : {}),
					jobIds,
					fileName,
					rows,
					columns,
				},
				binary: { [settings.binaryPropertyName]: binary },
				pairedItem: { item: item.itemIndex },
			},
		];
	} catch (error) {
		signal.throwIfAborted();
		throw told(error, jobs, api);
	} finally {
		await bytes.return(undefined);
	}
}

/** Whatever a download fails with names its job already; what n8n's storage fails with does not. */
function told(error: unknown, [job]: FinishedJob[], api: AnalyticsApi): Error {
	const isTold = [ServiceError, InputError, LocalError].some((kind) => error instanceof kind);
	if (isTold || !job) return asError(error);
	return bulkFileError(error, { jobId: job.jobId, shown: (text) => api.shown(text) });
}

function nameOf(
	jobs: FinishedJob[],
	content: FinishedJob['content'],
	{ fileName }: OutputSettings,
): string {
	const [job] = jobs;
	if (fileName) return givenName(fileName, '.csv', jobs.length === 1 ? job?.part : 1);
	if (content) return nameOfContent(content);
	return serviceName(job?.fileName ?? '', job?.jobId ?? '').replace(/\.gz$/i, '');
}
