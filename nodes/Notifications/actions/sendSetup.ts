import type { IExecuteFunctions } from 'n8n-workflow';
import { connectionOf } from '../../shared/credential/connection';
import { CREDENTIAL, ServiceClient } from '../../shared/client/serviceClient';
import { NotificationsApi } from '../transport/notificationsApi';
import { fieldReader } from './fields/fieldReader';
import { messageReader } from './messageReader';
import { parseOptions } from './readOptions';

/** Ties the sending to n8n. What concerns whole requests is taken from the first item's options. */
export async function sendSetup(context: IExecuteFunctions) {
	const connection = connectionOf(await context.getCredentials(CREDENTIAL));
	const { token, accountId, flowId } = connection;
	const signal = context.getExecutionCancelSignal() ?? new AbortController().signal;
	const read = fieldReader(context);
	const optionsOf = read('options', {}, parseOptions);
	const options = optionsOf(0);
	const client = new ServiceClient({
		context,
		token,
		timeoutMs: options.requestTimeout * 1000,
		signal,
	});
	const api = new NotificationsApi({ client, baseUrl: connection.notificationsBaseUrl(), token });

	const items = context.getInputData();
	const readMessage = messageReader(read, {
		options: optionsOf,
		jsonOf: (itemIndex) => items[itemIndex]?.json ?? {},
		accountId,
		flowId,
		executionId: context.getExecutionId(),
		workflowTimeZone: context.getTimezone(),
		startedAt: new Date(),
	});
	return { api, options, signal, readMessage };
}
