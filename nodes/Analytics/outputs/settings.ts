import type { AnalyticsApi } from '../api/analyticsApi';
import type { ItemContext } from '../context';
import type { FinishedJob } from '../job/downloads';
import type { ColumnNameMode } from '../table/columnNames';

/** As saved workflows name them. */
export type OutputName = 'items' | 'csvFile' | 'gzipFile' | 'subWorkflow';

/** Those that do not belong to the output have their defaults. */
export interface OutputSettings {
	output: OutputName;
	columnNames: ColumnNameMode;
	convertTypes: boolean;
	fileName: string;
	/** Infinity without a limit. */
	maxRows: number;
	outputColumns: string[];
	binaryPropertyName: string;
	workflowId: string;
	rowsPerBatch: number;
	startAtRow: number;
}

/** What becomes of the jobs of an input item. */
export interface JobOutput {
	item: ItemContext;
	api: AnalyticsApi;
	jobs: FinishedJob[];
	settings: OutputSettings;
}
