import { Analytics } from '../../../nodes/Analytics/Analytics.node';
import { QUERY_NAMES } from '../../../nodes/Analytics/operations/fields/queries';
import { subtitleOf } from '../../support/subtitle';

/** What n8n 2.41 shows of it, in characters of usual width. */
const MAX_CHARACTERS = 27;

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

it('tells all queries apart, and an export from a query, in what the canvas has room for', () => {
	const subtitles = QUERY_NAMES.flatMap((queryName) =>
		['query', 'bulkExport'].map((resource) =>
			String(subtitleOf(new Analytics(), { resource, operation: 'run', queryName })),
		),
	);
	expect(new Set(subtitles).size).toBe(2 * QUERY_NAMES.length);
	expect(subtitles.filter(({ length }) => length > MAX_CHARACTERS)).toEqual([]);
});
