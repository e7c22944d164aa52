import type { INodeExecutionData } from 'n8n-workflow';
import type { OutputContext, RowsToPassOn } from './context';
import { asCsvFile } from './csvFile';
import type { JobsOf } from './finishedJobs';
import { asGzipFiles } from './gzipFile';
import { asItems } from './items';
import { rowsForSubWorkflow } from './subWorkflow';

/** Fetches the files of jobs (section 4.4). @throws an error that names the job, with nothing passed on */
export async function jobResult(
	context: OutputContext,
	{ api, jobs, settings }: JobsOf,
): Promise<INodeExecutionData[] | RowsToPassOn> {
	switch (settings.output) {
		case 'items':
			return await asItems(context, { api, jobs, settings });
		case 'csvFile':
			return await asCsvFile(context, { api, jobs, settings });
		case 'gzipFile':
			return await asGzipFiles(context, { api, jobs, settings });
		case 'subWorkflow':
			return await rowsForSubWorkflow(context, { api, jobs, settings });
	}
}
