import type { INode, INodeParameters } from 'n8n-workflow';
import { expectationsOf, type ColumnName, type Row } from '../../faults/row';
import { connectionRows } from '../../faults/rows/connection';
import { type SecureOrigin, startSecureOrigin } from '../../faults/secureOrigin';
import type { Endpoint } from '../../service/requests';
import type { Service } from '../../service/service';
import { credentialOf, type WholeN8n, withCredential } from '../wholeN8n';
import { chain, CLICK, ours } from '../workflows';
import type { Shared } from '../world';

/* A few rows of the fault matrix in whole n8n, where other HTTP helpers and errors may be at work. */

const EXPORT = {
	resource: 'bulkExport',
	queryName: 'messages_by_hour_block',
	dateRange: 'yesterday',
};
const QUERY = { resource: 'query', queryName: 'messages_by_day', dateRange: 'last7Days' };
const PHONE = '+5511987650001';
const NOTIFICATION = { templateId: 'welcome', phone: PHONE };

const rowOf = (name: string): Row => connectionRows.find((row) => row.name === name)!;
const RESET = rowOf('reset before headers, request carried out');

export function faults(shared: Shared): void {
	let service: Service;
	let origin: SecureOrigin;
	let n8n: WholeN8n;

	beforeAll(async () => {
		({ service, n8n } = shared());
		origin = await startSecureOrigin();
	});
	afterAll(async () => await origin?.close());

	/** @returns items of one node, or the words of its error */
	async function run(
		type: 'analytics' | 'notifications',
		parameters: INodeParameters,
		credentialId = n8n.credentialId,
	) {
		const workflow = chain('Fault', CLICK, ours('Node', type, parameters));
		const change = (node: INode) => withCredential(node, credentialId);
		const { error, itemsOf } = await n8n.execute(workflow, { change });
		return { error: error?.message, items: itemsOf('Node') };
	}

	/** Against what the matrix expects of the same cell. */
	function checkOutcome(
		{ error, items }: Awaited<ReturnType<typeof run>>,
		[row, column, times]: [Row, ColumnName, 'once' | 'always'],
	) {
		const { outcome } = expectationsOf(row, column).find((one) => one.times === times)!;
		const words = /^error: (.*)/.exec(outcome)?.[1];
		expect(error ?? 'no error').toContain(words ?? 'no error');
		expect(items.length > 0).toBe(words === undefined);
	}

	it.each<[ColumnName, Endpoint, 'analytics' | 'notifications', INodeParameters]>([
		['start', 'bulkStart', 'analytics', { ...EXPORT, operation: 'start' }],
		['status', 'status', 'analytics', { ...EXPORT, operation: 'run' }],
		['items', 'download', 'analytics', { ...EXPORT, operation: 'run' }],
		['notify', 'notifications', 'notifications', NOTIFICATION],
	])('a reset: %s', async (column, endpoint, type, parameters) => {
		service.faults.add(endpoint, { kind: 'resetAfterRead', apply: true }, 1);
		checkOutcome(await run(type, parameters), [RESET, column, 'once']);
		expect(service.requests.filter(({ fault }) => fault)).toHaveLength(1);
		// A start without an answer is tried again: a job too many costs one call, a failed export a night.
		expect(service.jobs.size).toBe({ start: 2, notify: 0 }[column as string] ?? 1);
		expect(service.ledger.entries.length).toBe(column === 'notify' ? 1 : 0);
	});

	it('a host that is not found', async () => {
		const id = await credentialFor('https://does-not-exist.invalid');
		const row = rowOf('DNS failure');
		checkOutcome(await run('analytics', QUERY, id), [row, 'query', 'always']);
		checkOutcome(await run('notifications', NOTIFICATION, id), [row, 'notify', 'always']);
	});

	it('a certificate that nobody vouches for', async () => {
		const id = await credentialFor(origin.url);
		const row = rowOf('TLS: self-signed certificate');
		checkOutcome(await run('analytics', QUERY, id), [row, 'query', 'always']);
		checkOutcome(await run('notifications', NOTIFICATION, id), [row, 'notify', 'always']);
		expect(origin.requests()).toBe(0);
	});

	async function credentialFor(url: string): Promise<string> {
		return await n8n.api.saveCredential('Faulty', 'chatCommerceApi', {
			...credentialOf(service, 600),
			analyticsBaseUrl: url,
			notificationsBaseUrl: url,
		});
	}
}
