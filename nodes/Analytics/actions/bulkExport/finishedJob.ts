import { type ColumnNames, decideColumnNames, type QueryColumns } from '../../bulkFile/columnNames';
import { underContract } from '../../bulkFile/columnContract';
import type { DateRange } from '../../dates/dateRange';
import type { QueryBody } from '../../transport/analyticsApi';
import type { OutputSettings } from '../fields/output';
import type { ItemContext } from '../itemContext';

export const NO_ROWS = 'The bulk export has no rows for these dates and filters.';

/** A job whose file is ready to be fetched. */
export interface FinishedJob {
	jobId: string;
	/** As it was given when the job was created (section 2.3). */
	fileName: string;
	/** Undefined if only the ID of the job is known. */
	content?: Pick<QueryBody, 'queryName' | 'startDate' | 'endDate' | 'timeZone'>;
	/** The days that it is for; undefined if they are not known. */
	days?: DateRange;
	/** Which of several files of one input item, counted from 1. */
	part?: number;
	/** Asks the same query for its columns; undefined if the query is not known. */
	queryColumns: QueryColumns | undefined;
}

/** What the user knows a job by. */
export function labelOf({ content, jobId }: FinishedJob): string {
	return content ? `${content.startDate} to ${content.endDate}` : `job ${jobId}`;
}

/** From the first day of the first part to the last day of the last one. */
export function contentOfAll(jobs: FinishedJob[]): FinishedJob['content'] {
	const [first, last] = [jobs.at(0)?.content, jobs.at(-1)?.content];
	return first && last && { ...first, endDate: last.endDate };
}

/**
 * Finds the column names. The user is told which were used and why, where that was a decision: not of
 * names in the second row, where they are expected, or where the user has chosen them.
 */
export function namesDecision(item: ItemContext, job: FinishedJob, settings: OutputSettings) {
	const { columnNames } = settings;
	return async (head: string[][]): Promise<ColumnNames> => {
		let isAsked = false;
		const { queryColumns } = job;
		const decision = await decideColumnNames({
			mode: columnNames,
			head,
			customNames: settings.customColumnNames,
			onDuplicateNames: settings.onDuplicateNames,
			queryColumns: queryColumns && (async () => ((isAsked = true), await queryColumns())),
		});
		const { rowsToSkip } = decision;
		const isUnusual =
			columnNames === 'automatic'
				? isAsked || rowsToSkip === 1
				: columnNames === 'custom' && rowsToSkip === 2;
		if (isUnusual && head.length > rowsToSkip) {
			item.hint(`Column names: ${decision.reason}. To change it, see Options > Column Names.`);
		}
		const hasRows = head.length > rowsToSkip || decision.names.length === 1;
		return underContract(decision, settings, { hasRows, hint: item.hint });
	};
}
