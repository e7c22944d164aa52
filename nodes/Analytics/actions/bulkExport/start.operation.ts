import type { INodeExecutionData } from 'n8n-workflow';
import { inParallel } from '../../../shared/inParallel';
import { filtersField } from '../fields/filters';
import { optionsField } from '../fields/options';
import { queryRequestFields, readQueryRequests } from '../fields/queryRequest';
import { operation } from '../operation';
import { sharedResult } from '../sharedResult';
import { startedJob } from '../startedJob';

/** Bulk Export > Start: one item for each job that was started, without waiting for it. */
export const start = operation({
	fields: [
		...queryRequestFields,
		filtersField,
		optionsField('dateFormat', 'requestTimeout', 'splitLongRanges'),
	],

	read: readQueryRequests,

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
