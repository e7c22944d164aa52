import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { ColumnNameMode } from '../bulkFile/columnNames';
import type { FinishedJob } from '../job/jobFiles';
import type { AnalyticsApi } from '../transport/analyticsApi';

/** What an output needs of the run and of its input item. */
export interface OutputContext {
	n8n: IExecuteFunctions;
	itemIndex: number;
	signal: AbortSignal;
	jobs: RunJobs;
	/** A call by an AI agent: the output goes into a model's context. */
	isToolCall: boolean;
	/** Work that several input items need is done once. @param key what it depends on, as JSON */
	once<T>(key: unknown, work: () => Promise<T>): Promise<{ result: T; isFirst: boolean }>;
	hint(message: string): void;
	/** For what may make the output wrong. */
	warn(message: string): void;
}

/** The jobs of a run, for the advice of its errors. */
export interface RunJobs {
	/** `undefined` is one that is being started. */
	started: Array<string | undefined>;
	/** Those whose rows are for a sub-workflow, by input item. */
	toPassOn: string[][];
}

/**
 * Rows that are known to be good. They are passed on once those of all input items are, in the
 * order of the input items.
 */
export interface RowsToPassOn {
	passOn(): Promise<INodeExecutionData[]>;
}

interface RowSettings {
	columnNames: ColumnNameMode;
	convertTypes: boolean;
	fileName: string;
	/** Infinity without a limit. */
	maxRows: number;
	outputColumns: string[];
}
export type ItemSettings = RowSettings & { output: 'items' };
export type FileSettings = RowSettings & {
	output: 'csvFile' | 'gzipFile';
	binaryPropertyName: string;
};
export type SubWorkflowSettings = RowSettings & {
	output: 'subWorkflow';
	workflowId: string;
	rowsPerBatch: number;
	startAtRow: number;
};
export type OutputSettings = ItemSettings | FileSettings | SubWorkflowSettings;

/** Jobs that are done, and what becomes of their files. */
export interface JobOutput<Settings extends OutputSettings = OutputSettings> {
	context: OutputContext;
	api: AnalyticsApi;
	jobs: FinishedJob[];
	settings: Settings;
}

/** Only names that are compared with the query need its keys. */
export function needsQueryKeys({ output, columnNames }: OutputSettings): boolean {
	return output !== 'gzipFile' && ['automatic', 'query'].includes(columnNames);
}
