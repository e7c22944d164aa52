import type { INodeExecutionData } from 'n8n-workflow';
import type { JobOutput } from '../context';
import { asCsvFile } from './csvFile';
import { asGzipFiles } from './gzipFile';
import { asItems } from './items';
import { rowsForSubWorkflow } from './subWorkflow';

const OUTPUTS = { items: asItems, csvFile: asCsvFile, gzipFile: asGzipFiles };

/** 4.4. @returns what to call once the files of all input items are known to be good @throws an error that names the job */
export async function outputOf(output: JobOutput): Promise<() => Promise<INodeExecutionData[]>> {
	const { settings } = output;
	if (settings.output === 'subWorkflow') return await rowsForSubWorkflow(output);
	const items = await OUTPUTS[settings.output](output);
	return async () => items;
}
