import type { INodeExecutionData } from 'n8n-workflow';
import { inParallel } from '../../../shared/inParallel';
import { filtersField } from '../fields/filters';
import { optionsField } from '../fields/options';
import { queryRequestFields, readQueryRequests } from '../fields/queryRequest';
import { operation } from '../operation';

/** Bulk Export > Start: one item for each job that was started, without waiting for it. */
export const start = operation({
	fields: [
		...queryRequestFields,
		filtersField,
		optionsField('dateFormat', 'requestTimeout', 'splitLongRanges'),
	],

	read: readQueryRequests,

	async execute(item, requests): Promise<INodeExecutionData[]> {
		const jobs = await inParallel(
			requests,
			{ signal: item.signal, onFailure: 'stopOthers' },
			async ({ body }, signal) => ({
				...(await item.withSignal(signal).api().startJob(body)),
				queryName: body.queryName,
				startDate: body.startDate,
				endDate: body.endDate,
				timeZone: body.timeZone,
			}),
		);
		return jobs.map((job) => ({ json: job, pairedItem: { item: item.itemIndex } }));
	},
});
