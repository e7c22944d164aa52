import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { RunOptions } from '../../support/nodeRuns';
import { runNotifications } from '../../support/notificationsNode';
import type { NotificationsServer } from './server';

export const goOn = { onError: 'continueRegularOutput' } as const;

export function sendsTo(server: NotificationsServer) {
	return async (parameters: INodeParameters, items: object[], options: RunOptions = {}) => {
		const given = items as INodeExecutionData[];
		const run = await runNotifications(server, parameters, { items: given, ...options });
		return { ...run, hints: run.hints.map(({ message }) => message) };
	};
}

export const to = (...phones: string[]) => phones.map((phone) => ({ json: { phone } }));
export const column = (items: INodeExecutionData[], name: string) =>
	items.map(({ json }) => json[name]);
export const statuses = (items: INodeExecutionData[]) => column(items, 'status');
