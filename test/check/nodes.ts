import { Analytics } from '../../nodes/Analytics/Analytics.node';
import { runNode } from '../engine/runNode';
import { type Assumptions, judged } from './assumption';
import { rowOfNames } from './exports';
import { say } from './shown';

/** They come after the plain requests, on which they look back. */
export const NODES: Assumptions = {
	'Bulk Export > Get Result': {
		expected: 'The node outputs an item for each row below the names (4.4, A).',
		otherwise: 'The node does not work with this account: please tell us the error that it shows.',
		async test(session) {
			const names = Math.max(0, await rowOfNames(session));
			const rows = await session.exports.rows();
			const { jobId } = await session.exports.ended();
			const { queryName, form } = await session.queries.accepted();
			const { items, error } = await runNode({
				node: new Analytics(),
				parameters: {
					resource: 'bulkExport',
					operation: 'getResult',
					jobId,
					queryName: { __rl: true, mode: 'name', value: queryName },
					output: 'items',
				},
				credential: { ...session.settings.credential, dateFormat: form },
			});
			if (error) return judged(false, say`the node ended with an error`);
			const count = rows.length - 1 - names;
			return judged(items.length === count, say`${items.length} items, of ${count}`);
		},
	},
	'Calls per minute': {
		expected: 'As many calls as Calls per Minute says are accepted in a minute (8, A).',
		otherwise: 'The nodes call too often, and wait for longer than they need to.',
		async test({ queries, service, settings }) {
			await queries.accepted();
			const { callsPerMinute } = settings.details;
			const seen = service.hadTooMany ? say`one was refused` : say`none was refused`;
			const value = say`fewer than ${callsPerMinute}`;
			return judged(!service.hadTooMany, seen, {
				place: 'Credential > More Settings > Calls per Minute',
				value,
			});
		},
	},
};
