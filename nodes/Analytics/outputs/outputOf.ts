import type { INodeExecutionData } from 'n8n-workflow';
import type { JobOutput } from '../context';
import { asCsvFile } from './csvFile';
import { asGzipFiles } from './gzipFile';
import { asItems } from './items';
import { rowsForSubWorkflow } from './subWorkflow';

const OUTPUTS = { items: asItems, csvFile: asCsvFile, gzipFile: asGzipFiles };

/** The rows or files of finished jobs (4.4), in the way that the user chose. @throws an error that names the job */
export async function writeOutput(output: JobOutput): Promise<INodeExecutionData[]> {
	const { item, jobs, settings } = output;
	if (settings.output !== 'subWorkflow') return await OUTPUTS[settings.output](output);

	const passOn = await rowsForSubWorkflow(output);
	const jobIds = jobs.map(({ jobId }) => jobId);
	return await item.passOnInTurn(jobIds, passOn);
}
