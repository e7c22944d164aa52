import type { IExecuteFunctions } from 'n8n-workflow';
import { breather } from '../../shared/async';
import { connectionOf } from '../../shared/credential/connection';
import { parseTemplates } from '../../shared/credential/templates';
import { InputError } from '../../shared/errors';
import { readField } from '../../shared/field';
import type { Hints } from '../../shared/hints';
import { CREDENTIAL, ServiceClient } from '../../shared/http/client';
import { blockedPhones } from '../message/doNotSendTo';
import { readPhone } from '../message/phone';
import { NotificationsApi } from '../transport/notificationsApi';
import { fieldReader } from './fields/fieldReader';
import { messageReader, sendTo, testPhone } from './fields/message';
import { readOptions, type SendOptions } from './fields/options';

export type Settings = Awaited<ReturnType<typeof readSettings>>;

/** What holds for all items of a run. @throws InputError naming the setting at fault */
export async function readSettings(n8n: IExecuteFunctions, signal: AbortSignal, hints: Hints) {
	const connection = connectionOf(await n8n.getCredentials(CREDENTIAL));
	const { token, accountId, flowId, details } = connection;
	const templates = parseTemplates(details.templates);
	const sendOptions = readOptions(n8n);
	const { ofRun: options, ofItem: optionsOf } = sendOptions;
	const items = n8n.getInputData();
	const timeoutMs = details.requestTimeout * 1000;
	const api = new NotificationsApi({
		client: new ServiceClient({ context: n8n, token, timeoutMs, signal }),
		baseUrl: connection.notificationsBaseUrl(),
		intervalMs: options.batchInterval,
		alreadySentWords: details.alreadySentWords,
		signal,
	});
	const route = routeOf(n8n, sendOptions);
	const blocked = await blockedOf(n8n, sendOptions, { signal, hints });
	const readMessage = messageReader(fieldReader(n8n), {
		optionsOf,
		jsonOf: (itemIndex) => items[itemIndex]?.json ?? {},
		templates,
		accountId,
		flowId,
		workflowTimeZone: n8n.getTimezone(),
		startedAt: new Date(),
		isRetried: n8n.getNode().retryOnFail === true && route.to === 'everyone',
		warn: (message, itemIndex) => hints.warn(message, itemIndex),
	});
	return { api, options, route, blocked, templates, readMessage };
}

function routeOf(n8n: IExecuteFunctions, options: SendOptions) {
	const to = readField(sendTo, n8n.getNodeParameter('sendTo', 0, sendTo.field.default));
	if (to !== 'testPhone') return { to, phone: '' };
	try {
		const { e164 } = readPhone(n8n.getNodeParameter('testPhone', 0, ''), options.countryOf(0));
		return { to, phone: e164 };
	} catch (error) {
		throw aboutTestPhone(error as InputError);
	}
}

function aboutTestPhone({ message, description }: InputError): InputError {
	return new InputError(message.replace(/^Phone/, testPhone.field.displayName), description);
}

async function blockedOf(
	n8n: IExecuteFunctions,
	options: SendOptions,
	{ signal, hints }: { signal: AbortSignal; hints: Hints },
): Promise<Set<string>> {
	const list = options.ofRun.doNotSendTo;
	if (list === '') return new Set();
	const pause = breather(signal);
	const countries = new Set<string>();
	for (const itemIndex of n8n.getInputData().keys()) {
		await pause();
		countries.add(options.countryOf(itemIndex));
	}
	const blocked = await blockedPhones(list, { countries, pause });
	if (blocked.size === 0 && Array.isArray(list) && list.length > 0) {
		const advice = 'If it should have some, check the name of the field in its expression.';
		hints.warn(`Options > Do Not Send To has no phones. ${advice}`);
	}
	return blocked;
}
