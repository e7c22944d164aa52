import type { INodeParameters } from 'n8n-workflow';
import { chain, CLICK, itemsNode, ours } from '../workflows';
import type { Shared } from '../world';

/*
 * What an expression gives is asked of n8n, whose engines of expressions differ: that of version 2 runs in a sandbox of
 * its own, and what comes out of it is a copy. So the cases that depend on it are tried in whole n8n.
 */

const ITEM = { id: 'o-1', empty: '', list: [], lines: [{ sku: 'a' }] };

function named(value: string): INodeParameters {
	return { paramAssignments: { assignments: [{ id: '1', name: 'name', value, type: 'string' }] } };
}

function identified(eventId: string): INodeParameters {
	return { sendOnce: 'perId', eventId };
}

interface Case {
	parameters: INodeParameters;
	/** The parameters that the service gets. Undefined if nothing is sent. */
	sent?: object;
	/** Part of the note. Without it, the note must not speak of an expression. */
	note?: string;
}

const NO_VALUE = 'gave no value';
const OF_EMPTY = 'has no value for $json.';

const CASES: Case[] = [
	{ parameters: named("={{ $json.customer.name || 'friend' }}"), note: NO_VALUE },
	{ parameters: named("={{ $json.customer?.name || 'friend' }}"), sent: { name: 'friend' } },
	{ parameters: named('={{ $json.customer?.name ?? null }}'), sent: {} },
	{ parameters: named("=Oi {{ $json.customer?.name || '' }}"), sent: { name: 'Oi' } },
	{
		parameters: named("=Oi {{ $json.customer.name || '' }}"),
		sent: { name: 'Oi' },
		note: NO_VALUE,
	},
	{ parameters: identified('=o-{{ $json.order.id || $json.id }}'), note: NO_VALUE },
	{
		parameters: identified("={{ `o-${$('Rows').first().json.empty}` }}"),
		note: "has no value for $('Rows').first().json.empty",
	},
	// A date is sent as n8n stores it.
	{ parameters: named('={{ new Date(0) }}'), sent: { name: '1970-01-01T00:00:00.000Z' } },
	// n8n is asked for the value with something else in place of an empty field.
	{ parameters: named('={{ Number($json.empty).toFixed(2) }}'), note: OF_EMPTY },
	{
		parameters: named("={{ [$json.empty, 'friend'].find((each) => each) }}"),
		sent: { name: 'friend' },
	},
	{ parameters: identified("={{ $json.id + '-' + $json.list }}"), note: OF_EMPTY },
	{ parameters: identified("={{ $json.id + '-' + String($json.list.length) }}"), sent: {} },
	{ parameters: identified("={{ $('Rows').item.json.id }}-shipped"), sent: {} },
	{ parameters: identified("={{ $json.id + '-' + ($json.empty || 'new') }}"), sent: {} },
	{ parameters: identified("={{ $json.empty + '-' + ($json.id || 'new') }}"), note: OF_EMPTY },
	{
		parameters: named("={{ 'Oi ' + $json.id + $json.empty }}"),
		sent: { name: 'Oi o-1' },
		note: OF_EMPTY,
	},
	{
		parameters: named("={{ Number($json.empty).toFixed(2) + ($json.id ? ' BRL' : '') }}"),
		note: OF_EMPTY,
	},
	{
		parameters: identified("={{ $json.id + '-' + $json.lines.map((l) => l.no).join('-') }}"),
		note: String.raw`has no value for \"no\"`,
	},
	{
		parameters: identified("={{ $json.id + '-' + $json.lines.map((l) => l.sku).join('-') }}"),
		sent: {},
	},
];

export function expressions(shared: Shared): void {
	const { service, n8n } = shared;

	it.each(CASES)('$parameters', async ({ parameters, sent, note }) => {
		const templateId = { __rl: true, mode: 'id', value: 'welcome' };
		const all = { templateId, phone: '+5511987650001', ...parameters };
		const notify = {
			...ours('Notify', 'notifications', all),
			onError: 'continueRegularOutput' as const,
		};
		const { itemsOf } = await n8n.run(
			chain('Expression', CLICK, itemsNode('Rows', [ITEM]), notify),
		);
		const [item] = itemsOf('Notify');
		expect(service.ledger.entries.map(({ params }) => params)).toEqual(sent ? [sent] : []);
		const shown = JSON.stringify(item?.json.note);
		if (note === undefined) expect(shown).not.toContain(NO_VALUE);
		else expect(shown).toContain(note);
	});
}
