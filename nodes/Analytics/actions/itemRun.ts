import type { IExecuteFunctions } from 'n8n-workflow';
import { type Connection, connectionOf } from '../../shared/credential/connection';
import { limiterFor } from '../../shared/client/limiters';
import { CREDENTIAL, ServiceClient } from '../../shared/client/serviceClient';
import { AnalyticsApi } from '../transport/analyticsApi';
import type { ItemRun } from './itemContext';

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
		// Missing in n8n before 1.x.
		isToolCall: context.isToolExecution?.() ?? false,
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
