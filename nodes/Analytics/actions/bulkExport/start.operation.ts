import { optionsField, readOptions } from '../fields/options';
import { filtersField, readRequests, requestFields } from '../fields/request';
import type { Operation } from '../item';
import { startJobs } from './startJobs';

/** Bulk Export > Start: one item for each job that was started, without waiting for it. */
export const start: Operation = {
	option: {
		name: 'Start',
		value: 'start',
		action: 'Start export without waiting',
		description: 'Start a job and continue without waiting for it',
	},
	fields: [...requestFields, filtersField, optionsField('timeZone')],
	prepare(item) {
		const { timeZone } = readOptions(item, 'timeZone');
		const requests = readRequests(item, timeZone);
		return {
			key: { start: requests },
			async fetch() {
				const started = await startJobs(item, requests);
				return started.map((job, at) => {
					const json = { ...job, ...requests[at]!.content };
					return { json, pairedItem: { item: item.itemIndex } };
				});
			},
		};
	},
};
