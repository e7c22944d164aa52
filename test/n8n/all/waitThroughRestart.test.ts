import { until } from '../childProcess';
import { NEWEST } from '../installation';
import { withParameters } from '../workflows';
import { sharedWorld } from '../world';

const shared = sharedWorld(NEWEST);
/** n8n takes an execution out of memory when it waits for longer than 65 s. */
const WAIT_SECONDS = 66;

it('example 14 lists who did not read a message, though n8n crashed while it waited', async () => {
	const { n8n, service } = shared();
	const change = withParameters({ Wait: { amount: WAIT_SECONDS } });
	const workflow = await n8n.addExample('14-who-did-not-read-it.json', { change });
	const id = await n8n.api.run(workflow);
	await until('the wait', async () => {
		const [execution] = await n8n.api.executions(workflow);
		return execution?.status === 'waiting';
	});
	await n8n.crash();
	const { data } = await n8n.api.finished(id);
	const items = data.resultData.runData['Did Not Read']?.at(-1)?.data?.main?.[0];
	expect(items?.map(({ json }) => json.name)).toEqual(['Ana', 'Zoë']);
	expect(service.ledger.entries).toHaveLength(5);
});
