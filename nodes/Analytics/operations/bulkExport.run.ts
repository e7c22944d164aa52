import { awaitJob } from '../job/awaitJob';
import type { FinishedJob } from '../job/downloads';
import { queryKeysOf } from '../job/queryKeys';
import { needsQueryKeys, writeOutput } from '../outputs/outputs';
import { checkSubWorkflow } from '../outputs/subExecution';
import { optionsField } from './fields/options';
import { OUTPUT_OPTIONS, outputFields, readOutput } from './fields/output';
import { filtersField, readRequests, requestFields } from './fields/request';
import type { Operation } from './operation';
import { startJobs, withOtherJobs } from './bulkExport.start';

const options = optionsField(...OUTPUT_OPTIONS, 'maxWait', 'timeZone');

/** Bulk Export > Run (section 4.5): a job for each part of a long range. */
export const run: Operation = {
	option: {
		name: 'Run',
		value: 'run',
		action: 'Export rows or file',
		description: 'Start a job, wait until it is done, and get its rows or its file',
	},
	fields: [...requestFields, ...outputFields, filtersField, options],
	async read(item) {
		const { maxWait, timeZone, ...output } = item.readAll(options);
		const settings = readOutput(item, output);
		const requests = await readRequests(item, timeZone);
		const maxWaitMs = maxWait * 1000;
		return {
			key: { requests, settings, maxWait },
			async fetch() {
				await checkSubWorkflow(item, settings);
				const started = await startJobs(item, requests);
				const deadline = performance.now() + maxWaitMs;
				const api = item.api({ maxDownloadMs: maxWaitMs });
				const finished = async (at: number): Promise<FinishedJob> => {
					const { body, content } = requests[at]!;
					const { jobId, fileName } = started[at]!;
					// The query returns its columns while the job runs.
					const queryKeys = needsQueryKeys(settings)
						? queryKeysOf({ ...item, deadline }, body)
						: undefined;
					// Equal requests wait for their job once.
					const { value: record } = await item.once({ jobId, maxWaitMs }, async () => {
						const isAlone = item.jobs.started.length === 1;
						return await awaitJob({ api, jobId, isAlone, maxWaitMs, signal: item.signal });
					});
					return { jobId, fileName: fileName ?? record.FileName ?? '', content, queryKeys, record };
				};
				try {
					const jobs = await Promise.all(requests.map(async (_, at) => await finished(at)));
					item.jobs.toPassOn[item.itemIndex] = jobs.map(({ jobId }) => jobId);
					return async () => {
						try {
							return await writeOutput({ item, api, jobs, settings });
						} catch (error) {
							throw withOtherJobs(item, error, started);
						}
					};
				} catch (error) {
					throw withOtherJobs(item, error, started);
				}
			},
		};
	},
};
