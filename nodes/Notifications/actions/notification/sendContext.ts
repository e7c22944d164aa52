import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { CREDENTIAL } from '../../../shared/client/send';
import { ServiceClient } from '../../../shared/client/serviceClient';
import { connectionOf } from '../../../shared/credential/connection';
import { parseCatalogue, type Template } from '../../message/catalogue';
import type { Message } from '../../message/message';
import { NotificationsApi } from '../../transport/notificationsApi';
import { fieldReader, type PerItem } from '../fields/fieldReader';
import { messageReader } from '../fields/message';
import type { SendSettings } from '../fields/options';
import { sendOnceReader } from '../fields/sendOnce';
import { settingsReader } from '../fields/settings';
import { type Rails, railsOf } from './rails';

/** All that sending sees of n8n. */
export interface SendContext {
	api: NotificationsApi;
	/** What concerns whole requests, from the options of the first item. */
	settings: SendSettings;
	/** The Stop button. */
	signal: AbortSignal;
	node: INode;
	/** Tells the user something about the whole run. */
	hint(message: string): void;
	rails: Rails;
	/** What the credential knows of templates. */
	catalogue: ReadonlyMap<string, Template>;
	/** The fields of an incoming item. */
	inputOf: PerItem<INodeExecutionData['json']>;
	/** What Send Once means for who was sent the same before. */
	sendOnce: PerItem<string>;
	/** @throws InputError naming the field and the fix */
	readMessage: PerItem<Message>;
}

/** @throws InputError where the credential or the options are not valid, for whichever item */
export async function sendContext(n8n: IExecuteFunctions): Promise<SendContext> {
	const credential = await n8n.getCredentials(CREDENTIAL);
	const connection = connectionOf(credential);
	const catalogue = parseCatalogue(credential['templates']);
	const { token, accountId, flowId } = connection;
	const signal = n8n.getExecutionCancelSignal() ?? new AbortController().signal;
	const read = fieldReader(n8n);
	const settingsOf = settingsReader(n8n);
	const settings = settingsOf(0);
	const client = new ServiceClient({
		context: n8n,
		token,
		timeoutMs: settings.requestTimeout * 1000,
		signal,
	});

	const items = n8n.getInputData();
	const inputOf = (itemIndex: number) => items[itemIndex]?.json ?? {};
	const readMessage = messageReader(read, {
		settings: settingsOf,
		jsonOf: inputOf,
		catalogue,
		accountId,
		flowId,
		executionId: n8n.getExecutionId(),
		workflowTimeZone: n8n.getTimezone(),
		startedAt: new Date(),
	});
	const hint = (message: string) => n8n.addExecutionHints({ message, location: 'outputPane' });
	const api = new NotificationsApi({
		client,
		baseUrl: connection.notificationsBaseUrl(),
		onShortPath: (baseUrl) =>
			hint(
				`The service does not know the path with /notifications, so it was left out. Set the Notifications Base URL in the credential to ${baseUrl}, so that this is not tried in every run.`,
			),
	});
	return {
		api,
		settings,
		signal,
		hint,
		catalogue,
		rails: railsOf(settingsOf, n8n.getExecutionId()),
		inputOf,
		node: n8n.getNode(),
		readMessage,
		sendOnce: sendOnceReader(read),
	};
}
