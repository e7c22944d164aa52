import type { INodeExecutionData } from 'n8n-workflow';
import { flatFields } from '../../shared/json';
import type { AnalyticsRequest } from '../api/analyticsApi';
import { startJobs } from '../job/startJobs';
import { optionsField } from './fields/options';
import { filtersField } from './fields/filters';
import { readRequests, requestFields } from './fields/request';
import type { Operation } from './operation';

const options = optionsField(['timeZone'], { hasOutputField: false });

/** Bulk Export > Start (section 4.2): starts a job for each part of the range, and outputs one item for each. */
export const bulkExportStart: Operation<{ requests: AnalyticsRequest[] }> = {
	option: {
		name: 'Start',
		value: 'start',
		action: 'Start export without waiting',
		description: 'Start a job and continue without waiting for it',
	},

	properties: [...requestFields, filtersField, options],

	async read(item) {
		const { timeZone } = item.readCollection(options);
		return { requests: await readRequests(item, timeZone) };
	},

	async run({ requests }, item): Promise<INodeExecutionData[]> {
		const started = await startJobs(item, requests);
		return started.map(({ request, ...job }) => ({
			json: { ...flatFields(job), ...request.query },
			pairedItem: { item: item.itemIndex },
		}));
	},
};
