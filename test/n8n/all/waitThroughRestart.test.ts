import { until } from '../childProcess';
import { NEWEST } from '../installation';
import { sharedWorld } from '../world';

/* Example 14 waits for a day, say. n8n takes an execution out of memory when it waits for longer than 65 s. */

const SECONDS = 66;

const shared = sharedWorld(NEWEST, { browser: false });

it('lists who did not read it, though it was restarted while it waited', async () => {
	const { n8n, service } = shared();
	const workflow = await n8n.addExample('14-who-did-not-read-it.json', {
		change: (node) =>
			node.name === 'Wait'
				? { ...node, parameters: { ...node.parameters, amount: SECONDS } }
				: node,
	});
	const id = await n8n.api.run(workflow, 'When Clicking Execute');
	await until('the wait', async () => {
		const [execution] = await n8n.api.executions(workflow);
		return execution?.status === 'waiting';
	});
	await n8n.restart('kill');
	const { data } = await n8n.api.finished(id);
	const items = data.resultData.runData['Did Not Read']?.at(-1)?.data?.main?.[0];
	expect(items?.map(({ json }) => json.name)).toEqual(['Ana', 'Zoë']);
	expect(service.ledger.entries).toHaveLength(5);
});
