import type { AnalyticsRequest } from '../api/analyticsApi';
import type { ItemToRun } from '../context';
import type { FinishedJob } from '../job/downloads';
import type { ColumnNameMode } from '../table/columnNames';

/** The values of the field Output, as saved workflows contain them. They never change. */
export type OutputName = 'items' | 'csvFile' | 'gzipFile';

/** The options of an output. Those that do not belong to it have their defaults. */
export interface OutputOptions {
	columnNames: ColumnNameMode;
	convertTypes: boolean;
	/** Empty for the name that the service has given. */
	fileName: string;
	/** The Limit; Infinity if there is none. */
	maxRows: number;
	/** Empty for all columns of the file. */
	outputColumns: string[];
}

/** What the user has chosen for the output. */
export interface OutputSettings extends OutputOptions {
	output: OutputName;
	/** Whether the columns of the file are compared with the keys of the query, which the service is then asked for. */
	needsKeys: boolean;
	binaryPropertyName: string;
}

/** The finished jobs of an input item, the oldest days first, and what is to be made of their files. */
export interface FinishedExport {
	item: ItemToRun;
	jobs: FinishedJob[];
	settings: OutputSettings;
	/** What all jobs together are for. Undefined if their query or days are not known. */
	request?: AnalyticsRequest;
	/** Which query and days the rows are of, for the model of an AI agent. */
	about: string;
	/** How long the download of a file may take, in milliseconds. */
	maxDownloadMs?: number;
}
