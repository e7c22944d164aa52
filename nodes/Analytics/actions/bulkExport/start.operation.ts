import type { INodeExecutionData } from 'n8n-workflow';
import { InputError } from '../../../shared/errors';
import { inParallel } from '../../../shared/inParallel';
import { filtersField } from '../fields/filters';
import { optionsField } from '../fields/options';
import { otherQueryRequestFields, readQueryRequests } from '../fields/queryRequest';
import { isSinceLastRun } from '../fields/sinceLastRun';
import { operation } from '../operation';
import { sharedResult } from '../sharedResult';
import { startedJob } from '../startedJob';

/** Bulk Export > Start: one item for each job that was started, without waiting for it. */
export const start = operation({
	fields: [
		...otherQueryRequestFields,
		filtersField,
		optionsField('dateFormat', 'requestTimeout', 'splitLongRanges'),
	],

	read(item) {
		if (isSinceLastRun(item)) {
			throw new InputError(
				'Date Range > Since Last Run is not available for Start',
				'Start does not wait for the rows, so it cannot know whether they were passed on. Use Run, or choose another Date Range.',
			);
		}
		return readQueryRequests(item);
	},

	async execute(item, requests): Promise<INodeExecutionData[]> {
		const start = requests.map(({ body }) => body);
		return await sharedResult(item, { start }, async (first) => {
			const jobs = await inParallel(
				start,
				{ signal: first.signal, onFailure: 'stopOthers' },
				async (body, signal) => ({
					...(await startedJob(first.withSignal(signal), body)),
					queryName: body.queryName,
					startDate: body.startDate,
					endDate: body.endDate,
					timeZone: body.timeZone,
				}),
			);
			return jobs.map((job) => ({ json: job, pairedItem: { item: item.itemIndex } }));
		});
	},
});
