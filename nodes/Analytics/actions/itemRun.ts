import type { IExecuteFunctions } from 'n8n-workflow';
import { type Connection, connectionOf } from '../../shared/connection';
import { limiterFor } from '../../shared/limiters';
import { CREDENTIAL, ServiceClient } from '../../shared/serviceClient';
import { AnalyticsApi } from '../transport/analyticsApi';
import type { ItemRun } from './operation';

export interface ItemRunOptions {
	context: IExecuteFunctions;
	itemIndex: number;
	connection: Connection;
	signal: AbortSignal;
	hint(message: string): void;
}

/** The credential of the node, checked. */
export async function readConnection(context: IExecuteFunctions): Promise<Connection> {
	return connectionOf(await context.getCredentials(CREDENTIAL));
}

/** Ties an operation to n8n for one input item. */
export function itemRun({ context, itemIndex, connection, signal, hint }: ItemRunOptions): ItemRun {
	return {
		itemIndex,
		itemCount: context.getInputData().length,
		signal,
		hint,
		parameter: (name, fallback) => context.getNodeParameter(name, itemIndex, fallback),
		workflowTimeZone: context.getTimezone(),
		now: () => new Date(),
		// `isToolExecution` is missing in n8n 1.x and 2.0, and false where n8n's engine runs
		// the tool for the agent. There the type of the node tells: `analyticsTool`.
		isToolCall: context.isToolExecution?.() === true || /Tool$/.test(context.getNode().type),
		saveFile: async (content, fileName, mimeType) =>
			await context.helpers.prepareBinaryData(content, fileName, mimeType),
		api(timeoutSeconds, ownSignal = signal) {
			const { token, callsPerMinute } = connection;
			return new AnalyticsApi({
				client: new ServiceClient({
					context,
					token,
					timeoutMs: timeoutSeconds * 1000,
					signal: ownSignal,
				}),
				baseUrl: connection.analyticsBaseUrl(),
				token,
				callsPerMinute,
				limiters: {
					synchronous: limiterFor(connection, 'synchronous'),
					bulk: limiterFor(connection, 'bulk'),
				},
			});
		},
	};
}
