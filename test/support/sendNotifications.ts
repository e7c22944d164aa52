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

type Given = [parameters: INodeParameters, items: object[], options?: RunOptions];

interface Sending {
	service: Service;
	/** Runs the node. */
	send(...given: Given): Promise<Sent>;
	/** Runs the node where it sends nothing, which is checked. @returns the error with which the run ends */
	refuse(...given: Given): Promise<NonNullable<Sent['error']>>;
}

/** For each test, a service that accepts all notifications, and functions that run the node against it. */
export function sendingForEach(): Sending {
	const service = serviceForEach(ACCEPTS_ALL);
	const send: Sending['send'] = async (parameters, items, options = {}) => {
		const given = items as INodeExecutionData[];
		const run = await runNotifications(service, parameters, { items: given, ...options });
		return { ...run, hints: run.hints.map(({ message }) => message) };
	};
	const refuse: Sending['refuse'] = async (...given) => {
		const { error } = await send(...given);
		expect(service.notifications.requests).toEqual([]);
		if (!error) throw new Error('The run ended without an error');
		return error;
	};
	return { service, send, refuse };
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
