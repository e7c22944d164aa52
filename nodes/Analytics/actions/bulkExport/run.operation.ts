import { exportRows, sharedResult } from '../exportRows';
import { optionsField, readOptions } from '../fields/options';
import { OUTPUT_OPTIONS, outputFields, readOutput } from '../fields/output';
import { filtersField, readRequests, requestFields } from '../fields/request';
import type { Operation } from '../operation';

/**
 * Bulk Export > Run (section 4.5). The jobs of a long range are started first, and polled together.
 */
export const run: Operation = {
	option: {
		name: 'Run',
		value: 'run',
		action: 'Export rows or file',
		description: 'Start a job, wait until it is done, and get its rows or its file',
	},
	fields: [
		...requestFields,
		...outputFields,
		filtersField,
		optionsField(...OUTPUT_OPTIONS, 'maxWait', 'timeZone'),
	],
	prepare(item) {
		const options = readOptions(item, ...OUTPUT_OPTIONS, 'maxWait', 'timeZone');
		const { maxWait, timeZone, ...output } = options;
		const settings = readOutput(item, output, { hasStart: false });
		const requests = readRequests(item, timeZone);
		const key = { requests, settings, maxWait };
		return async () =>
			await sharedResult(item, key, async () => {
				return await exportRows(item, requests, { settings, maxWaitMs: maxWait * 1000 });
			});
	},
};
