import type { INodeExecutionData } from 'n8n-workflow';
import { decideColumnNames, type QueryKeys } from '../bulkFile/columnNames';
import type { BulkFile } from '../bulkFile/openFile';
import { type Batch, readRows, type ReadOptions } from '../bulkFile/reader';
import type { AnalyticsApi, QueryBody } from '../transport/analyticsApi';
import type { OutputContext, OutputSettings } from './context';

export const NO_ROWS =
	'The bulk export has no rows for these dates and filters. If you expected some, run Service > Check: the service may leave out the end date.';

export interface FinishedJob {
	jobId: string;
	fileName: string;
	/** The query as the user reads it, if it is known. */
	content?: QueryBody;
	/** Undefined if the query is not known, or its columns do not matter. */
	queryKeys: QueryKeys | undefined;
}

export interface JobsOf<Settings extends OutputSettings = OutputSettings> {
	api: AnalyticsApi;
	jobs: FinishedJob[];
	settings: Settings;
}

/** Of one file (section 8). */
const MAX_ROWS = 3_000_000;

export async function* rowsOf(
	context: OutputContext,
	file: BulkFile & { job: FinishedJob },
	{ settings, gives }: { settings: OutputSettings; gives: ReadOptions['gives'] },
): AsyncGenerator<Batch> {
	let count = 0;
	const batches = readRows(file, {
		signal: context.signal,
		gives,
		wanted: settings.outputColumns,
		async decideNames(head) {
			const { queryKeys, content } = file.job;
			const decision = await decideColumnNames({
				mode: settings.columnNames,
				head,
				queryKeys,
				isOfSameDays: content !== undefined,
			});
			if (decision.warning !== undefined) context.warn(decision.warning);
			return decision;
		},
	});
	for await (const batch of batches) {
		count += batch.rows.length;
		yield batch;
	}
	if (count < MAX_ROWS) return;
	context.warn(
		`The file of ${labelOf(file.job)} has 3 million rows or more. The service puts no more into a file, so rows may be missing. Choose fewer days, or use filters.`,
	);
}

export function aboutJobs(jobs: FinishedJob[]): INodeExecutionData['json'] {
	const [first, last] = [jobs.at(0)?.content, jobs.at(-1)?.content];
	const jobIds = jobs.map(({ jobId }) => jobId);
	return {
		...(first && last ? { ...first, endDate: last.endDate } : {}),
		...(jobIds.length === 1 ? { jobId: jobIds[0] } : {}),
		jobIds,
	};
}

export function labelOf({ content, jobId }: FinishedJob): string {
	return content ? `${content.startDate} to ${content.endDate} (job ${jobId})` : `job ${jobId}`;
}
