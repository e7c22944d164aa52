import type { INodeExecutionData } from 'n8n-workflow';
import { asError, LocalError, ServiceError } from '../../shared/errors';
import { listed } from '../../shared/shownText';
import { awaitJob } from '../job/awaitJob';
import { warnOfMessage } from '../job/jobFailure';
import { queryKeysOf } from '../job/queryKeys';
import type { FinishedJob } from '../outputs/finishedJobs';
import { jobResult } from '../outputs/jobResult';
import { checkSubWorkflow } from '../outputs/subExecution';
import type { JobCreation } from '../transport/schemas';
import type { OutputSettings } from './fields/output';
import type { AnalyticsRequest } from './fields/request';
import type { Item, Result } from './item';

export async function exportRows(
	item: Item,
	requests: AnalyticsRequest[],
	{ settings, maxWaitMs }: { settings: OutputSettings; maxWaitMs: number },
): Promise<Result> {
	if (settings.output === 'subWorkflow') await checkSubWorkflow(item, settings.workflowId);
	const api = item.api(maxWaitMs);
	const started = await startedJobs(item, requests);
	const deadline = performance.now() + maxWaitMs;
	const oneJob = async ({ body, content }: AnalyticsRequest, at: number): Promise<FinishedJob> => {
		const { jobId, fileName: givenName } = started[at]!;
		// Asked while the job runs.
		const asking = { ...item, deadline };
		const queryKeys = needsKeys(settings) ? queryKeysOf(api, body, asking) : undefined;
		const { result: record } = await item.once({ jobId, maxWaitMs }, async () => {
			const isAlone = item.run.jobs.length === 1;
			return await awaitJob({ api, jobId, isAlone, maxWaitMs, signal: item.signal });
		});
		warnOfMessage(item.warn, api, record);
		const fileName = givenName ?? record.FileName ?? '';
		return { jobId, fileName, content, queryKeys };
	};
	try {
		const jobs = await Promise.all(requests.map(oneJob));
		return await jobResult(item, { api, jobs, settings });
	} catch (error) {
		throw withOtherJobs(item, error, started);
	}
}

/** Only names that are compared with the query need its keys. */
export function needsKeys({ output, columnNames }: OutputSettings): boolean {
	return output !== 'gzipFile' && ['automatic', 'query'].includes(columnNames);
}

/** One for each part (4.2), shared by equal requests. None is asked about before all are started. */
export async function startedJobs(
	item: Item,
	requests: AnalyticsRequest[],
): Promise<JobCreation[]> {
	const starts = await Promise.allSettled(
		requests.map(async ({ body }) => {
			return await item.once({ start: body }, async () => {
				const at = item.run.jobs.push(undefined) - 1;
				const job = await item.api().startJob(body);
				item.run.jobs[at] = job.jobId;
				return job;
			});
		}),
	);
	const jobs = starts.flatMap((start) => (start.status === 'fulfilled' ? start.value.result : []));
	const failed = starts.find((start) => start.status === 'rejected');
	if (failed) throw withOtherJobs(item, failed.reason, jobs);
	return jobs;
}

/** With Continue, those of its other parts; else the run ends, and with it the wait for all jobs. */
function withOtherJobs({ run }: Item, error: unknown, parts: JobCreation[]): Error {
	if (!(error instanceof ServiceError || error instanceof LocalError)) return asError(error);
	const { jobId: own } = error instanceof LocalError ? error.data : error;
	const jobs = run.n8n.continueOnFail() ? parts.map(({ jobId }) => jobId) : run.jobs;
	const others = jobs.filter((jobId) => jobId !== undefined && jobId !== own);
	if (others.length === 0) return error;
	return error.withAdvice(`Other jobs that were started too: ${listed(others)}.`);
}

const SAME_RESULT =
	'Reused the result of an earlier item with the same request. If one result is enough, use Settings > Execute Once.';

/** For items with equal fields (`key`). n8n deletes a stored file together with the execution. */
export async function sharedResult(
	item: Item,
	key: unknown,
	fetch: () => Promise<Result>,
): Promise<Result> {
	const { result, isFirst } = await item.once({ result: key }, async () => {
		const fetched = await fetch();
		if (typeof fetched !== 'function') return fetched;
		let passedOn: Promise<INodeExecutionData[]> | undefined;
		return async () => await (passedOn ??= fetched());
	});
	if (isFirst) return result;
	item.hint(SAME_RESULT);
	if (typeof result === 'function') return async () => copiesFor(item, await result());
	return copiesFor(item, result);
}

/** Nodes that follow may change what they get, so no object is in two items. */
function copiesFor({ itemIndex }: Item, items: INodeExecutionData[]): INodeExecutionData[] {
	const pairedItem = { item: itemIndex };
	return items.map(({ json, binary }) => ({
		// Rows are flat, and copied fast; only records hold lists and objects.
		json: Object.fromEntries(Object.entries(json).map(([name, value]) => [name, copyOf(value)])),
		...(binary ? { binary: structuredClone(binary) } : {}),
		pairedItem,
	}));
}

function copyOf<T>(value: T): T {
	return typeof value === 'object' && value !== null ? structuredClone(value) : value;
}
