import type { INodeExecutionData } from 'n8n-workflow';
import { flatFields } from '../../shared/json';
import { type AnalyticsRequest, fieldsOfRequest } from '../api/analyticsApi';
import { startJobs } from '../job/startJobs';
import { optionsField } from './fields/options';
import { filtersField } from './fields/filters';
import { readRequest, requestFields } from './fields/request';
import type { Operation } from './operation';

const options = optionsField(['timeZone'], { hasOutputField: false });

/** Bulk Export > Start (section 4.2): starts a job for each part of the range, and outputs one item for each. */
export const bulkExportStart: Operation<{ request: AnalyticsRequest }> = {
	option: {
		name: 'Start',
		value: 'start',
		action: 'Start export without waiting',
		description: 'Start a job and continue without waiting for it',
	},

	properties: [...requestFields, filtersField, options],

	async read(item) {
		const { timeZone } = item.readCollection(options);
		return { request: await readRequest(item, timeZone) };
	},

	async run({ request }, item): Promise<INodeExecutionData[]> {
		const started = await startJobs(item, request);
		return started.map(({ part, ...job }) => ({
			json: { ...flatFields(job), ...fieldsOfRequest(part) },
			pairedItem: { item: item.itemIndex },
		}));
	},
};
