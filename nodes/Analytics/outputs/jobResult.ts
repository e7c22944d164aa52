import type { Item, Result } from '../actions/item';
import { asCsvFile } from './csvFile';
import type { JobsOf } from './finishedJobs';
import { asGzipFiles } from './gzipFile';
import { asItems } from './items';
import { toSubWorkflow } from './subWorkflow';

/** @throws an error that names the job; nothing is then passed on (section 4.4) */
export async function jobResult(item: Item, { api, jobs, settings }: JobsOf): Promise<Result> {
	switch (settings.output) {
		case 'items':
			return await asItems(item, { api, jobs, settings });
		case 'csvFile':
			return await asCsvFile(item, { api, jobs, settings });
		case 'gzipFile':
			return await asGzipFiles(item, { api, jobs, settings });
		case 'subWorkflow':
			return await toSubWorkflow(item, { api, jobs, settings });
	}
}
