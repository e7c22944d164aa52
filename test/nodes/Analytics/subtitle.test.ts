import { Analytics } from '../../../nodes/Analytics/Analytics.node';
import { subtitleOf } from '../../support/subtitle';

it.each([
	{
		resource: 'bulkExport',
		operation: 'run',
		queryName: { __rl: true, mode: 'list', value: 'commerce_summary_by_order' },
		shown: 'export: …e_summary_by_order',
	},
	{ resource: 'bulkExport', operation: 'getStatus', shown: 'get status' },
	{ resource: 'bulkExport', operation: 'getResult', queryName: 'x', shown: 'get result' },
])('the line below the node on the canvas is "$shown"', ({ shown, ...parameters }) => {
	expect(subtitleOf(new Analytics(), parameters)).toBe(shown);
});
