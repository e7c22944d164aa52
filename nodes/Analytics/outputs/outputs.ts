import type { INodeExecutionData } from 'n8n-workflow';
import { type JobFile, withJobFiles } from '../job/downloads';
import { asCsvFile } from './csvFile';
import { asGzipFiles } from './gzipFile';
import { asItems } from './items';
import type { FinishedExport, OutputName } from './settings';

/** A choice of the field Output. */
interface Output {
	/** What the editor shows. */
	label: string;
	description: string;
	/**
	 * Makes the output items of the files of finished jobs. If one of them is damaged or cut off, it is called again with all
	 * of them, so it must not pass anything on before it returns.
	 */
	write(finished: FinishedExport, files: AsyncGenerator<JobFile>): Promise<INodeExecutionData[]>;
	/** Whether it makes files. */
	hasFile: boolean;
	/** Whether it uses the names of the columns, so that the user can choose columns. */
	hasColumnNames: boolean;
	/** Whether it makes an item of each row, so that values can be numbers or booleans, and the user can limit the rows. */
	hasItems: boolean;
}

/** The one table of outputs. Fields and options are made from it. */
export const OUTPUTS: Record<OutputName, Output> = {
	items: {
		label: 'Items',
		description: 'One item for each row',
		write: asItems,
		hasFile: false,
		hasColumnNames: true,
		hasItems: true,
	},
	csvFile: {
		label: 'CSV File',
		description: 'For email or storage',
		write: asCsvFile,
		hasFile: true,
		hasColumnNames: true,
		hasItems: false,
	},
	gzipFile: {
		label: 'Compressed File',
		description: 'As the service made it (.csv.gz)',
		write: asGzipFiles,
		hasFile: true,
		hasColumnNames: false,
		hasItems: false,
	},
};

/**
 * Downloads the files of finished jobs, and makes the output items of them. Nothing of a file that is damaged or cut off is
 * returned.
 * @throws an error that names the job
 */
export async function writeOutput(finished: FinishedExport): Promise<INodeExecutionData[]> {
	const { write } = OUTPUTS[finished.settings.output];
	return await withJobFiles(finished, async (files) => await write(finished, files));
}

/** The columns of the table on which the fields of the node depend. */
export type OutputTrait = 'hasFile' | 'hasColumnNames' | 'hasItems';

export const OUTPUT_NAMES = Object.keys(OUTPUTS) as OutputName[];

/** The stored values of the outputs that have a trait. */
export function outputsWith(trait: OutputTrait): OutputName[] {
	return OUTPUT_NAMES.filter((name) => OUTPUTS[name][trait]);
}
