import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Service } from '../../service/service';
import type { RunOptions } from '../../support/nodeRuns';
import { runNotifications } from '../../support/notificationsNode';

export const goOn = { onError: 'continueRegularOutput' } as const;

type Run = Awaited<ReturnType<typeof runNotifications>>;
/** What a run has returned, with the texts of its hints. */
type Sent = Omit<Run, 'hints'> & { hints: string[] };

type Send = (parameters: INodeParameters, items: object[], options?: RunOptions) => Promise<Sent>;

/** @returns a function that runs the node against the service */
export function sendsTo(service: Service): Send {
	return async (parameters, items, options = {}) => {
		const given = items as INodeExecutionData[];
		const run = await runNotifications(service, parameters, { items: given, ...options });
		return { ...run, hints: run.hints.map(({ message }) => message) };
	};
}

/** An item for each of the phones. */
export function to(...phones: string[]): Array<{ json: { phone: string } }> {
	return phones.map((phone) => ({ json: { phone } }));
}

/** The values of a field, one for each item. */
export function column(items: INodeExecutionData[], name: string): Array<IDataObject[string]> {
	return items.map(({ json }) => json[name]);
}

export function statuses(items: INodeExecutionData[]): Array<IDataObject[string]> {
	return column(items, 'status');
}
