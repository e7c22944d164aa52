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
const back = (days: number) => today.minus({ days }).toFormat('yyyy-MM-dd');
const TIMES = {
	dateRange: 'custom',
	startDate: `${back(3)}T08:30`,
	endDate: `${back(1)}T12:00:00`,
};

it('times stay with Date and Time, and are cut to whole days with Date, which a hint says', async () => {
	const times = await start(TIMES);
	const dates = { startDate: `${back(3)} 08:30:00`, endDate: `${back(1)} 12:00:00` };
	expect([times.sent, times.returned]).toMatchObject([[dates], [dates]]);
	expect(times.hints.join()).not.toContain('only days are sent');

	service.reset();
	const days = await start(TIMES, { dateFormat: 'date' });
	const whole = { startDate: back(3), endDate: back(1) };
	expect([days.sent, days.returned]).toMatchObject([[whole], [whole]]);
	expect(days.hints.join()).toContain('only days are sent. For times, choose Date and Time');
});

it('a last second of a day is a whole day', async () => {
	const { returned } = await start({
		...TIMES,
		startDate: back(3),
		endDate: `${back(1)}T23:59:59`,
	});
	expect(returned).toMatchObject([{ startDate: back(3), endDate: back(1) }]);
});
