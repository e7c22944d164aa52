import type { INodeParameters } from 'n8n-workflow';
import type { Job } from '../service/jobs';
import type { Service } from '../service/service';
import { bulkExport, runAnalytics } from './analyticsNode';

/**
 * Starts a job, as a test needs one for Get Status and Get Result.
 *
 * @param parameters of Bulk Export > Start, where they differ from those of `bulkExport()`
 * @throws if the node did not start one
 */
export async function startJob(service: Service, parameters: INodeParameters = {}): Promise<Job> {
	const start = bulkExport({ operation: 'start', ...parameters });
	const { items, error } = await runAnalytics(service, start);
	const job = service.jobs.get(items[0]?.json.jobId as string);
	if (!job) throw new Error(`No job was started: ${error?.message}`);
	return job;
}

/** The same for a job that is done when the node looks at it for the first time. */
export async function startFinishedJob(
	service: Service,
	parameters: INodeParameters = {},
): Promise<Job> {
	const job = await startJob(service, parameters);
	job.isEnded = true;
	return job;
}
