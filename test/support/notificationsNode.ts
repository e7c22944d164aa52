import { Notifications } from '../../nodes/Notifications/Notifications.node';
import { nodeRuns } from './nodeRuns';

export const { run: runNotifications, start: startNotifications } = nodeRuns(
	() => new Notifications(),
	// The engine runs the node as by hand, where the default of Send To is a preview.
	{ templateId: 'welcome', phone: '={{ $json.phone }}', sendTo: 'everyone' },
);

export function phone(index: number): string {
	return `+55119${String(10_000_000 + index)}`;
}

export function users(count: number): Array<{ json: { phone: string; name: string } }> {
	const user = (index: number) => ({ phone: phone(index), name: `User ${index}` });
	return Array.from({ length: count }, (_, index) => ({ json: user(index) }));
}

export const ON_ERROR = ['continueRegularOutput', 'continueErrorOutput', 'stopWorkflow'] as const;
