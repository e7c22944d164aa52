import { DateTime } from 'luxon';
import type { INodeParameters } from 'n8n-workflow';
import { bulkExport, runAnalytics } from '../../../../support/analyticsNode';
import type { RunOptions } from '../../../../support/nodeRuns';
import { serviceForEach } from '../../../../support/serviceForEach';

const service = serviceForEach();
const timeZone = 'America/Sao_Paulo';

async function start(parameters: INodeParameters, credential: RunOptions['credential'] = {}) {
	const given = { operation: 'start', options: { timeZone }, ...parameters };
	const ran = await runAnalytics(service, bulkExport(given), { credential });
	const sent = service.requests.map(({ body }) => body);
	const hints = ran.hints.map(({ message }) => message);
	return { sent, returned: ran.items.map(({ json }) => json), hints };
}

const today = DateTime.now().setZone(timeZone).startOf('day');
const back = (days: number) => today.minus({ days }).toFormat('yyyy-MM-dd');

it('of a time, its whole day is sent', async () => {
	const days = { startDate: `${back(3)}T08:30`, endDate: `${back(1)}T12:00:00` };
	const { sent, returned } = await start({ dateRange: 'custom', ...days });
	const wholeDays = { startDate: `${back(3)} 00:00:00`, endDate: `${back(1)} 23:59:59` };
	expect(sent).toMatchObject([wholeDays]);
	expect(returned).toMatchObject([{ startDate: back(3), endDate: back(1) }]);
});
