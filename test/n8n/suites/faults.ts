import type { INodeParameters } from 'n8n-workflow';
import { expectationsOf, type ColumnName } from '../../faults/row';
import { connectionRows } from '../../faults/rows/connection';
import { type SecureOrigin, startSecureOrigin } from '../../faults/secureOrigin';
import type { Endpoint } from '../../service/requests';
import type { Service } from '../../service/service';
import { credentialOf } from '../credentials';
import type { WholeN8n } from '../wholeN8n';
import { chain, CLICK, ours } from '../workflows';
import type { Shared } from '../world';

/* A few rows of the fault matrix in whole n8n, where other HTTP helpers and errors may be at work. */

type Node = ['analytics' | 'notifications', INodeParameters];

const QUERY: Node = [
	'analytics',
	{ resource: 'query', queryName: 'messages_by_day', dateRange: 'last7Days' },
];
const NOTIFICATION: Node = ['notifications', { templateId: 'welcome', phone: '+5511987650001' }];

function exportBy(operation: string): Node {
	const queryName = 'messages_by_hour_block';
	return ['analytics', { resource: 'bulkExport', operation, queryName, dateRange: 'yesterday' }];
}

export function faults(shared: Shared): void {
	let service: Service;
	let origin: SecureOrigin;
	let n8n: WholeN8n;

	beforeAll(async () => {
		({ service, n8n } = shared());
		origin = await startSecureOrigin();
	});
	afterAll(async () => await origin?.close());

	/** Runs one node, and compares with what the matrix expects of the same cell. */
	async function check(
		[row, column, times]: [row: string, ColumnName, 'once' | 'always'],
		[type, parameters]: Node,
		credential?: string,
	) {
		const found = connectionRows.find(({ name }) => name === row)!;
		const { outcome } = expectationsOf(found, column).find((one) => one.times === times)!;
		const words = /^error: (.*)/.exec(outcome)?.[1];
		const workflow = chain('Fault', CLICK, ours('Node', type, parameters));
		const { error, itemsOf } = await n8n.execute(workflow, { credential });
		expect(error?.message ?? 'no error').toContain(words ?? 'no error');
		expect(itemsOf('Node').length > 0).toBe(words === undefined);
	}

	it.each<[ColumnName, Endpoint, Node]>([
		['start', 'bulkStart', exportBy('start')],
		['status', 'status', exportBy('run')],
		['items', 'download', exportBy('run')],
		['notify', 'notifications', NOTIFICATION],
	])('a reset: %s', async (column, endpoint, node) => {
		service.faults.add(endpoint, { kind: 'resetAfterRead', apply: true }, 1);
		await check(['reset before headers, request carried out', column, 'once'], node);
		expect(service.requests.filter(({ fault }) => fault)).toHaveLength(1);
		// A start without an answer is tried again: a job too many costs one call, a failed export a night.
		expect(service.jobs.size).toBe({ start: 2, notify: 0 }[column as string] ?? 1);
		expect(service.ledger.entries.length).toBe(column === 'notify' ? 1 : 0);
	});

	it('a host that is not found', async () => {
		await checkBoth('DNS failure', 'https://does-not-exist.invalid');
	});

	it('a certificate that nobody vouches for', async () => {
		await checkBoth('TLS: self-signed certificate', origin.url);
		expect(origin.requests()).toBe(0);
	});

	/** Both nodes with a credential that leads to an address. */
	async function checkBoth(row: string, url: string): Promise<void> {
		const addresses = { analyticsBaseUrl: url, notificationsBaseUrl: url };
		const data = { ...credentialOf(service), ...addresses };
		const credential = await n8n.api.saveCredential('Faulty', 'chatCommerceApi', data);
		await check([row, 'query', 'always'], QUERY, credential);
		await check([row, 'notify', 'always'], NOTIFICATION, credential);
	}
}
