import type { INodeExecutionData } from 'n8n-workflow';
import { inParallel } from '../../../shared/inParallel';
import { filtersField } from '../fields/filters';
import { optionsField } from '../fields/options';
import { queryRequestFields, readQueryRequests } from '../fields/queryRequest';
import type { ItemContext, Operation } from '../itemContext';
import { sharedResult } from './sharedResult';
import { startedJob } from './startedJob';

/** Bulk Export > Start: one item for each job that was started, without waiting for it. */
export const start: Operation = {
	fields: [
		...queryRequestFields,
		filtersField,
		optionsField('dateFormat', 'requestTimeout', 'splitLongRanges'),
	],

	async execute(item: ItemContext): Promise<INodeExecutionData[]> {
		const requests = readQueryRequests(item);
		return await sharedResult(item, { start: requests }, async (first) => {
			const jobs = await inParallel(
				requests,
				{ signal: first.signal, onFailure: 'stopOthers' },
				async (request, signal) => ({
					...(await startedJob(first.withSignal(signal), request)),
					queryName: request.queryName,
					startDate: request.startDate,
					endDate: request.endDate,
					timeZone: request.timeZone,
				}),
			);
			return jobs.map((job) => ({ json: job, pairedItem: { item: item.itemIndex } }));
		});
	},
};
