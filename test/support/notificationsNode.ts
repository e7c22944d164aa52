import type { INodeParameters, INodeType } from 'n8n-workflow';
import { Notifications } from '../../nodes/Notifications/Notifications.node';
import { nodeRuns } from './nodeRuns';

export const { run: runNotifications, start: startNotifications } = nodeRuns(
	() => new Notifications(),
	// The engine runs the node as in a manual execution, where the default of Send To is a preview.
	{ templateId: 'welcome', phone: '={{ $json.phone }}', sendTo: 'everyone' },
);

/** The node as n8n offers it to the model of an AI agent. */
export function notificationsTool(): INodeType {
	const { description, execute } = new Notifications();
	return { description: { ...description, name: 'notificationsTool' }, execute };
}

/** Parameters > Define Below, with these parameters. @param type the type that is chosen for each of them */
export function definedBelow(values: Record<string, string>, type = 'string'): INodeParameters {
	const assignments = Object.entries(values).map(([name, value]) => ({ name, value, type }));
	return { paramAssignments: { assignments } };
}

/** A different valid phone number for each index. */
export function phone(index: number): string {
	return `+55119${String(10_000_000 + index)}`;
}

/** As many input items, each with a phone and a name of its own. */
export function users(count: number): Array<{ json: { phone: string; name: string } }> {
	const items: Array<{ json: { phone: string; name: string } }> = [];
	for (let index = 0; index < count; index += 1) {
		items.push({ json: { phone: phone(index), name: `User ${index}` } });
	}
	return items;
}
