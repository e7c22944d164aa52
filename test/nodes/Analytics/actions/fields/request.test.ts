import { DateTime } from 'luxon';
import type { INodeParameters } from 'n8n-workflow';
import { bulkExport, runAnalytics } from '../../../../support/analyticsNode';
import type { RunOptions } from '../../../../support/nodeRuns';
import { serviceForEach } from '../../../../support/serviceForEach';

const service = serviceForEach();
const timeZone = 'America/Sao_Paulo';

/** What Start sends, and what it returns. */
async function start(parameters: INodeParameters, credential: RunOptions['credential'] = {}) {
	const given = { operation: 'start', options: { timeZone }, ...parameters };
	const ran = await runAnalytics(service, bulkExport(given), { credential });
	return {
		sent: service.requests.map(({ body }) => body),
		returned: ran.items.map(({ json }) => json),
		hints: ran.hints.map(({ message }) => message),
	};
}

const today = DateTime.now().setZone(timeZone).startOf('day');
const back = (days: number, format = 'yyyy-MM-dd') => today.minus({ days }).toFormat(format);
/** Of 90 days: how many days back each begins and ends. */
const PARTS = [
	[90, 61],
	[60, 31],
	[30, 1],
] as const;

type DayBack = (days: number) => string;
it.each<[{ dateFormat?: string; endDateIncluded?: boolean }, first: DayBack, last: DayBack]>([
	[{}, (days) => `${back(days)} 00:00:00`, (days) => `${back(days)} 23:59:59`],
	[{ dateFormat: 'date' }, back, back],
	[{ dateFormat: 'date', endDateIncluded: false }, back, (days) => back(days - 1)],
])('every part of a long range has all that was asked for: %j', async (credential, first, last) => {
	service.options.endDateExcluded = credential.endDateIncluded === false;
	const filters = { flow: '001', userId: '7' };
	const { sent, returned, hints } = await start(
		{ dateRange: 'lastDays', days: 90, filters },
		credential,
	);
	const queryName = 'messages_by_hour_block';
	expect(sent).toEqual(
		PARTS.map(([from, to]) => ({
			...{ queryName, timeZone, startDate: first(from), endDate: last(to) },
			customFilters: filters,
		})),
	);
	// Whole days are shown as days.
	expect(returned).toMatchObject(
		PARTS.map(([from, to], at) => ({
			...{ queryName, timeZone, startDate: back(from), endDate: back(to) },
			jobId: [...service.jobs.keys()][at],
		})),
	);
	expect(hints.join()).toContain('up to 3 parts, oldest first');
});

it('of a time, its whole day is sent', async () => {
	const { sent, returned } = await start({
		dateRange: 'custom',
		startDate: `${back(3)}T08:30`,
		endDate: `${back(1)}T12:00:00`,
	});
	expect(sent).toMatchObject([
		{ startDate: `${back(3)} 00:00:00`, endDate: `${back(1)} 23:59:59` },
	]);
	expect(returned).toMatchObject([{ startDate: back(3), endDate: back(1) }]);
});
