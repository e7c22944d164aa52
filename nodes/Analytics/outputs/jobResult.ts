import type { INodeExecutionData } from 'n8n-workflow';
import type { JobOutput, OutputContext, RowsToPassOn } from './context';
import { asCsvFile } from './csvFile';
import { asGzipFiles } from './gzipFile';
import { asItems } from './items';
import { rowsForSubWorkflow } from './subWorkflow';

/** Fetches the files of jobs (section 4.4). @throws an error that names the job, with nothing passed on */
export async function jobResult(
	context: OutputContext,
	{ settings, ...jobs }: Omit<JobOutput, 'context'>,
): Promise<INodeExecutionData[] | RowsToPassOn> {
	switch (settings.output) {
		case 'items':
			return await asItems({ context, settings, ...jobs });
		case 'csvFile':
			return await asCsvFile({ context, settings, ...jobs });
		case 'gzipFile':
			return await asGzipFiles({ context, settings, ...jobs });
		case 'subWorkflow':
			return await rowsForSubWorkflow({ context, settings, ...jobs });
	}
}
