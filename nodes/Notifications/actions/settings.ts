import type { IExecuteFunctions } from 'n8n-workflow';
import { breather } from '../../shared/async';
import { connectionOf } from '../../shared/credential/connection';
import { parseTemplates } from '../../shared/credential/templates';
import { InputError } from '../../shared/errors';
import type { Hints } from '../../shared/hints';
import { CREDENTIAL, ServiceClient } from '../../shared/http/client';
import { blockedPhones } from '../message/doNotSendTo';
import { readPhone } from '../message/phone';
import { NotificationsApi } from '../transport/notificationsApi';
import { type FieldReader, fieldReader } from './fields/fieldReader';
import { messageReader, sendTo, testPhone } from './fields/message';
import { optionsReader, type SendOptions } from './fields/options';

export type Settings = Awaited<ReturnType<typeof readSettings>>;

/** What holds for all items of a run. @throws InputError naming the setting at fault */
export async function readSettings(n8n: IExecuteFunctions, signal: AbortSignal, hints: Hints) {
	const connection = connectionOf(await n8n.getCredentials(CREDENTIAL));
	const { token, accountId, flowId, details } = connection;
	const templates = parseTemplates(details.templates);
	const read = fieldReader(n8n);
	const options = optionsReader(read, n8n.getNode().parameters);
	const items = n8n.getInputData();
	const timeoutMs = details.requestTimeout * 1000;
	const api = new NotificationsApi({
		client: new ServiceClient({ context: n8n, token, timeoutMs, signal }),
		baseUrl: connection.notificationsBaseUrl(),
		intervalMs: options.batchInterval,
		alreadySentWords: details.alreadySentWords,
		signal,
	});
	const route = routeOf(read, options);
	const blocked = await blockedOf(options, { itemCount: items.length, signal, hints });
	const readMessage = messageReader(read, {
		options,
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

function routeOf(read: FieldReader, options: SendOptions) {
	const to = read.field(sendTo)(0);
	if (to !== 'testPhone') return { to, phone: '' };
	try {
		const { e164 } = readPhone(read.field(testPhone)(0), countryOrNone(options, 0));
		return { to, phone: e164 };
	} catch (error) {
		throw aboutTestPhone(error as InputError);
	}
}

function aboutTestPhone({ message, description }: InputError): InputError {
	return new InputError(message.replace(/^Phone/, testPhone.field.displayName), description);
}

async function blockedOf(
	options: SendOptions,
	{ itemCount, signal, hints }: { itemCount: number; signal: AbortSignal; hints: Hints },
): Promise<Set<string>> {
	const list = options.doNotSendTo;
	if (list === '') return new Set();
	const pause = breather(signal);
	const countries = new Set<string>();
	for (let itemIndex = 0; itemIndex < itemCount; itemIndex += 1) {
		await pause();
		countries.add(countryOrNone(options, itemIndex));
	}
	const blocked = await blockedPhones(list, { countries, pause });
	if (blocked.size === 0 && Array.isArray(list) && list.length > 0) {
		const advice = 'If it should have some, check the name of the field in its expression.';
		hints.warn(`Options > Do Not Send To has no phones. ${advice}`);
	}
	return blocked;
}

/** By a country that is not valid, its own item fails, and no other. */
function countryOrNone(options: SendOptions, itemIndex: number): string {
	try {
		return options.countryOf(itemIndex);
	} catch {
		return '';
	}
}
