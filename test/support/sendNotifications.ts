import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { NodeRun } from '../engine/runNode';
import type { NotificationsRequest } from '../service/notificationsEndpoint';
import { ACCEPTS_ALL } from '../service/options';
import type { Service } from '../service/service';
import type { RunOptions } from './nodeRuns';
import { runNotifications } from './notificationsNode';
import { serviceForEach } from './serviceForEach';

/** What a run has returned, with the texts of its hints. */
type Sent = Omit<NodeRun, 'hints'> & { hints: string[] };

type Send = (parameters: INodeParameters, items: object[], options?: RunOptions) => Promise<Sent>;

/** For each test, a service that accepts all notifications, and a function that runs the node against it. */
export function sendingForEach(): { service: Service; send: Send } {
	const service = serviceForEach(ACCEPTS_ALL);
	const send: Send = async (parameters, items, options = {}) => {
		const given = items as INodeExecutionData[];
		const run = await runNotifications(service, parameters, { items: given, ...options });
		return { ...run, hints: run.hints.map(({ message }) => message) };
	};
	return { service, send };
}

/** An input item for each of the phones. */
export function itemsOf(...phones: string[]): Array<{ json: { phone: string } }> {
	return phones.map((phone) => ({ json: { phone } }));
}

/** The values of a field, one for each item. */
export function valuesOf(items: INodeExecutionData[], field: string): Array<IDataObject[string]> {
	return items.map(({ json }) => json[field]);
}

export function statusesOf(items: INodeExecutionData[]): Array<IDataObject[string]> {
	return valuesOf(items, 'status');
}

/** The users in the requests that the service has received. */
export function receivedUsers(service: Service): NotificationsRequest['users'] {
	return service.notifications.requests.flatMap(({ users }) => users);
}
