import type { INodeExecutionData } from 'n8n-workflow';
import { comparesWithQuery } from '../table/columnNames';
import { asCsvFile } from './csvFile';
import { CSV, type FileFormat, GZIP } from './fileNames';
import { asGzipFiles } from './gzipFile';
import { asItems } from './items';
import type { JobOutput, OutputName, OutputSettings } from './settings';
import { passedToSubWorkflow } from './subWorkflow';

interface Output {
	/** What the editor shows. */
	label: string;
	description: string;
	/** @throws an error that names the job; nothing of a file that is not whole is in the result, nor passed on */
	write(output: JobOutput): Promise<INodeExecutionData[]>;
	/** Undefined if it makes no file. */
	file: FileFormat | undefined;
	/** Whether it has names for the columns, so that they can be chosen. */
	hasColumnNames: boolean;
	/** Whether its values have types. */
	hasTypes: boolean;
	/** Whether the user can limit its rows. */
	hasLimit: boolean;
}

/** All that depends on the output is here: fields, options and file names are made from this table. */
export const OUTPUTS: Record<OutputName, Output> = {
	items: {
		label: 'Items',
		description: 'One item for each row',
		write: asItems,
		file: undefined,
		hasColumnNames: true,
		hasTypes: true,
		hasLimit: true,
	},
	csvFile: {
		label: 'CSV File',
		description: 'For email or storage',
		write: asCsvFile,
		file: CSV,
		hasColumnNames: true,
		hasTypes: false,
		hasLimit: false,
	},
	gzipFile: {
		label: 'Compressed File',
		description: 'As the service made it (.csv.gz)',
		write: asGzipFiles,
		file: GZIP,
		hasColumnNames: false,
		hasTypes: false,
		hasLimit: false,
	},
	subWorkflow: {
		label: 'Sub-Workflow in Batches',
		description: 'For any number of rows',
		write: passedToSubWorkflow,
		file: undefined,
		hasColumnNames: true,
		hasTypes: true,
		hasLimit: true,
	},
};

export type OutputTrait = 'file' | 'hasColumnNames' | 'hasTypes' | 'hasLimit';

export const OUTPUT_NAMES = Object.keys(OUTPUTS) as OutputName[];

export function outputsWith(trait: OutputTrait): OutputName[] {
	return OUTPUT_NAMES.filter((name) => Boolean(OUTPUTS[name][trait]));
}

/**
 * Downloads the files of finished jobs, and makes the output of them that the user chose. The rows of the jobs go
 * to a sub-workflow here, once all of their files are known to be whole. @throws an error that names the job
 */
export async function writeOutput(output: JobOutput): Promise<INodeExecutionData[]> {
	return await OUTPUTS[output.settings.output].write(output);
}

/** Only names that are compared with the query need its keys. */
export function needsQueryKeys({ output, columnNames }: OutputSettings): boolean {
	return OUTPUTS[output].hasColumnNames && comparesWithQuery(columnNames);
}
