import { type ColumnNames, decideColumnNames, type QueryColumns } from '../../bulkFile/columnNames';
import { underContract } from '../../bulkFile/columnContract';
import type { FileContent } from '../../bulkFile/fileNames';
import type { OutputSettings } from '../fields/output';
import type { ItemContext } from '../itemContext';

export const NO_ROWS = 'The bulk export has no rows for these dates and filters.';

/** A job whose file is ready to be fetched. */
export interface FinishedJob {
	jobId: string;
	/** As it was given when the job was created (section 2.3). */
	fileName: string;
	/** Undefined if only the ID of the job is known. */
	content?: FileContent;
	/** Which of several files of one input item, counted from 1. */
	part?: number;
	/** Asks the same query for its columns; undefined if the query is not known. */
	queryColumns: QueryColumns | undefined;
}

/** Finds the column names, and tells the user which were used and why. */
export function namesDecision(item: ItemContext, job: FinishedJob, settings: OutputSettings) {
	return async (head: string[][]): Promise<ColumnNames> => {
		const decision = await decideColumnNames({
			mode: settings.columnNames,
			head,
			customNames: settings.customColumnNames,
			onDuplicateNames: settings.onDuplicateNames,
			queryColumns: job.queryColumns,
		});
		if (decision.names.length > 0) {
			item.hint(`Column names: ${decision.reason}. To change it, see Options > Column Names.`);
		}
		const hasRows = head.length > decision.rowsToSkip || decision.names.length === 1;
		return underContract(decision, settings, { hasRows, hint: item.hint });
	};
}
