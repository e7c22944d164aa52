import '../../support/quickWaits';
import { DateTime } from 'luxon';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { outputsWith } from '../../../nodes/Analytics/outputs/outputs';
import { checkQuery } from '../../service/queryRequest';
import type { Endpoint } from '../../service/requests';
import { records } from '../../service/records';
import { runAnalytics } from '../../support/analyticsNode';
import { panels } from '../../support/panels';
import { serviceForEach } from '../../support/serviceForEach';

/* Of a long range, every part is asked for with all that the user has entered, in each operation and for each output. */

const service = serviceForEach();
const timeZone = 'America/Sao_Paulo';
const queryName = 'messages_by_hour_block';
const customFilters = { flow: '001', userId: '7' };
const parameters = {
	queryName,
	dateRange: 'lastDays',
	days: 90,
	// As expressions may give them.
	filters: { flow: ' 001 ', userId: 7 },
	options: { timeZone },
};

/** Writes a day, which is so many days ago. */
type WriteDay = (daysAgo: number) => string;

const today = DateTime.now().setZone(timeZone).startOf('day');
const date: WriteDay = (daysAgo) => today.minus({ days: daysAgo }).toFormat('yyyy-MM-dd');

/** A request has at most 30 days, so 90 days have three parts. */
const PARTS = [
	{ firstDaysAgo: 90, lastDaysAgo: 61 },
	{ firstDaysAgo: 60, lastDaysAgo: 31 },
	{ firstDaysAgo: 30, lastDaysAgo: 1 },
];

/** The fields of each part's request that say what it is of. */
function partsOf({ first, last }: Pick<DateForm, 'first' | 'last'>): object[] {
	return PARTS.map(({ firstDaysAgo, lastDaysAgo }) => ({
		queryName,
		timeZone,
		startDate: first(firstDaysAgo),
		endDate: last(lastDaysAgo),
	}));
}

interface DateForm {
	dates: string;
	credential: ICredentialDataDecryptedObject;
	/** How a request writes the first and the last day. */
	first: WriteDay;
	last: WriteDay;
}

const WITH_TIME: DateForm = {
	dates: 'dates with a time',
	credential: {},
	first: (daysAgo) => `${date(daysAgo)} 00:00:00`,
	last: (daysAgo) => `${date(daysAgo)} 23:59:59`,
};
const FORMS: DateForm[] = [
	WITH_TIME,
	{
		dates: 'an end date that is not included',
		credential: { dateFormat: 'date', endDateIncluded: false },
		first: date,
		last: (daysAgo) => date(daysAgo - 1),
	},
];
const PANELS = panels.filter(({ fields }) => fields.some(({ name }) => name === 'dateRange'));
const CASES = PANELS.flatMap((panel) => FORMS.map((form) => ({ ...panel, ...form })));

/** The first columns of the rows that the service has for a request. */
function rowsOf(body: object): object[] {
	const { request } = checkQuery(body, { options: service.options, isBulk: true });
	return [...records(request)].map(([day, hour_block, flow]) => ({ day, hour_block, flow }));
}

function bodiesOf(endpoint: Endpoint): unknown[] {
	return service.requestsTo(endpoint).map(({ body }) => body);
}

it.each(CASES)('$name asks for three parts with $dates', async (row) => {
	const { name, parameters: chosen, credential, first, last } = row;
	service.options.endDateExcluded = credential['endDateIncluded'] === false;
	const given = { ...parameters, ...chosen, returnAll: true };
	const { items, hints } = await runAnalytics(service, given, { credential });

	const sent = partsOf({ first, last }).map((part) => ({ ...part, customFilters }));
	const queries = sent.map((part) => ({ ...part, limit: '100000' }));
	const isQuery = chosen.resource === 'query';
	expect(bodiesOf('bulkStart')).toEqual(isQuery ? [] : sent);
	const hasColumnNames = outputsWith('hasColumnNames').some((output) => output === chosen.output);
	const ofColumnNames = hasColumnNames ? [{ ...sent[0], limit: '1' }] : [];
	expect(bodiesOf('query')).toEqual(isQuery ? queries : ofColumnNames);
	expect(hints.map(({ message }) => message).join()).toContain('into 3 parts, oldest first');

	// Whole days are shown as days.
	const jobs = [...service.jobs.values()];
	const shown = partsOf({ first: date, last: date }).map((part, at) => {
		return { ...part, jobId: jobs[at]?.jobId, fileName: jobs[at]?.fileName };
	});
	const days = { startDate: date(90), endDate: date(1) };
	const jobIds = jobs.map(({ jobId }) => jobId).join(', ');
	const rows = sent.flatMap(rowsOf);
	const file = `${queryName}_001_7_${days.startDate}_${days.endDate}.csv`;
	/** What the node returns, in each operation that has a range and for each output. */
	const returned: Record<string, object[]> = {
		'query > run': rows,
		'bulkExport > start': shown,
		'bulkExport > run > items': rows,
		'bulkExport > run > csvFile': [
			{ queryName, timeZone, ...days, jobIds, fileName: file, rows: rows.length },
		],
		'bulkExport > run > gzipFile': shown,
	};
	expect(items.map(({ json }) => json)).toMatchObject(returned[name] ?? []);
});

it('a Limit asks each part for what the parts before it did not have, for each item', async () => {
	service.options.rows = 4;
	const own = { resource: 'query', operation: 'run', filters: {}, limit: '={{ $json.limit }}' };
	const given = [10, 4].map((limit) => ({ json: { limit } }));
	const { items } = await runAnalytics(service, { ...parameters, ...own }, { items: given });
	const parts = partsOf(WITH_TIME);
	const asked = [
		{ ...parts[0], limit: '10' },
		{ ...parts[0], limit: '4' },
		{ ...parts[1], limit: '6' },
		{ ...parts[2], limit: '2' },
	];
	expect(items).toHaveLength(14);
	expect(bodiesOf('query')).toEqual(asked);
});
