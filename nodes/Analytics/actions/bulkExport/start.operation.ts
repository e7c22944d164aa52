import type { INodeExecutionData } from 'n8n-workflow';
import { together } from '../../../shared/together';
import { filtersField, queryRequestFields } from '../fields/queryRequest.fields';
import { optionsField } from '../fields/options';
import { readQueryRequests } from '../fields/queryRequest';
import { apiOf } from '../fields/requestTimeout';
import type { ItemRun, Operation } from '../itemContext';

/** Bulk Export > Start: one item for each job that was started, without waiting for it. */
export const start: Operation = {
	fields: [
		...queryRequestFields,
		filtersField,
		optionsField('dateFormat', 'requestTimeout', 'splitLongRanges'),
	],

	async execute(run: ItemRun): Promise<INodeExecutionData[]> {
		const requests = readQueryRequests(run);
		const jobs = await together(
			requests.map((request) => async (signal) => ({
				...(await apiOf(run, signal).startJob(request)),
				queryName: request.queryName,
				startDate: request.startDate,
				endDate: request.endDate,
				timeZone: request.timeZone,
			})),
			run.signal,
		);
		return jobs.map((job) => ({ json: job, pairedItem: { item: run.itemIndex } }));
	},
};
