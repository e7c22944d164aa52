import type { IExecuteFunctions } from 'n8n-workflow';
import { connectionOf } from '../../shared/connection';
import { CREDENTIAL, ServiceClient } from '../../shared/serviceClient';
import { NotificationsApi } from '../transport/notificationsApi';
import type { ItemReader } from './readMessage';
import { parseOptions, type SendOptions } from './readOptions';

/** Ties the sending to n8n. What concerns whole requests is taken from the first item's options. */
export async function itemReaders(context: IExecuteFunctions) {
	const connection = connectionOf(await context.getCredentials(CREDENTIAL));
	const { token, accountId, flowId } = connection;
	const signal = context.getExecutionCancelSignal() ?? new AbortController().signal;
	const optionsOf = rememberingLast((itemIndex: number) =>
		context.getNodeParameter('options', itemIndex, {}),
	);
	const options = optionsOf(0);
	const client = new ServiceClient({
		context,
		token,
		timeoutMs: options.requestTimeout * 1000,
		signal,
	});
	const api = new NotificationsApi({ client, baseUrl: connection.notificationsBaseUrl(), token });

	const items = context.getInputData();
	const executionId = context.getExecutionId();
	const workflowTimeZone = context.getTimezone();
	const readerOf = (itemIndex: number): ItemReader => ({
		itemIndex,
		parameter: (name, fallback) => context.getNodeParameter(name, itemIndex, fallback),
		json: items[itemIndex]?.json ?? {},
		options: optionsOf(itemIndex),
		accountId,
		flowId,
		executionId,
		workflowTimeZone,
		now: () => new Date(),
	});
	return { api, options, signal, readerOf };
}

/** Options are mostly the same for all items, and checking them costs more than comparing them. */
function rememberingLast(read: (itemIndex: number) => unknown): (itemIndex: number) => SendOptions {
	let last: { text: string; options: SendOptions } | undefined;
	return (itemIndex) => {
		const value = read(itemIndex);
		const text = JSON.stringify(value);
		if (last?.text !== text) last = { text, options: parseOptions(value) };
		return last.options;
	};
}
