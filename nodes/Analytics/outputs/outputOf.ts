import type { INodeExecutionData } from 'n8n-workflow';
import type { JobOutput, OutputSettings, SubWorkflowSettings } from './context';
import { asCsvFile } from './csvFile';
import { asGzipFiles } from './gzipFile';
import { asItems } from './items';
import { rowsForSubWorkflow } from './subWorkflow';

/**
 * Fetches the files of jobs (section 4.4). @returns what to call once those of all input items are
 * known to be good @throws an error that names the job, with nothing passed on
 */
export async function outputOf({
	settings,
	...jobs
}: JobOutput): Promise<() => Promise<INodeExecutionData[]>> {
	if (settings.output === 'subWorkflow') return await rowsForSubWorkflow({ ...jobs, settings });
	const items = await itemsOf({ ...jobs, settings });
	return async () => items;
}

async function itemsOf({
	settings,
	...jobs
}: JobOutput<Exclude<OutputSettings, SubWorkflowSettings>>): Promise<INodeExecutionData[]> {
	switch (settings.output) {
		case 'items':
			return await asItems({ ...jobs, settings });
		case 'csvFile':
			return await asCsvFile({ ...jobs, settings });
		case 'gzipFile':
			return await asGzipFiles({ ...jobs, settings });
	}
}
