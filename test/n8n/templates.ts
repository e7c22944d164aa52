import type { Received } from '../service/ledger';

/** What the simulated service lets an account send, as its credential in n8n lists it. */
export const TEMPLATES = [
	{
		id: 'order_shipped',
		params: ['name', 'order_id'],
		sample: 'Hello {{name}}, your order {{order_id}} is on its way.',
	},
	{
		id: 'payment_reminder',
		params: ['name', 'amount', 'due_date'],
		sample: 'Hello {{name}}, {{amount}} is due on {{due_date}}.',
	},
	{ id: 'welcome', params: [], sample: 'Welcome to our shop!' },
	{
		id: 'impact_alert',
		params: ['day', 'orders'],
		sample: 'Notifications brought {{orders}} orders on {{day}}.',
	},
];

/** The text that a user reads, or the parameters of a template whose text is not known. */
export function messageOf({ type, params }: Received): string {
	const values = Object.entries(params).map(
		([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
	);
	const sample = TEMPLATES.find(({ id }) => id === type)?.sample;
	if (sample === undefined) return values.map((pair) => pair.join(': ')).join(', ');
	return values.reduce((text, [name, value]) => text.replaceAll(`{{${name}}}`, value), sample);
}
