import type { IExecuteFunctions } from 'n8n-workflow';
import { connectionOf } from '../../shared/credential/connection';
import { InputError } from '../../shared/errors';
import type { Hints } from '../../shared/hints';
import { CREDENTIAL, ServiceClient } from '../../shared/http/client';
import { readPhone } from '../message/phone';
import { NotificationsApi } from '../transport/notificationsApi';
import { blockedPhones, checkIsOneList, doNotSendTo } from './fields/doNotSendTo';
import { type FieldReader, fieldReader } from './fields/fieldReader';
import { messageReader, sendTo, testPhone } from './fields/message';
import { optionsReader, type SendOptions } from './fields/options';

export interface Run {
	n8n: IExecuteFunctions;
	signal: AbortSignal;
	hints: Hints;
	/** Lets n8n do other work, and hears Stop. */
	pause(): Promise<void> | undefined;
	/** When the first try began. */
	startedAt: Date;
}

export type Settings = Awaited<ReturnType<typeof readSettings>>;

/** What holds for all items of a run. @throws InputError naming the setting at fault */
export async function readSettings(run: Run) {
	const { n8n, signal, hints, startedAt } = run;
	const connection = connectionOf(await n8n.getCredentials(CREDENTIAL));
	const { token, details } = connection;
	const templates = connection.templates();
	const read = fieldReader(n8n);
	const options = optionsReader(read, connection);
	const timeoutMs = details.requestTimeout * 1000;
	const api = new NotificationsApi({
		client: new ServiceClient({ context: n8n, token, timeoutMs, signal }),
		baseUrl: connection.notificationsBaseUrl(),
		intervalMs: options.batchInterval,
		alreadySentWords: details.alreadySentWords,
		signal,
	});
	const route = routeOf(read, options);
	const blocked = await blockedOf(run, read, options);
	const readMessage = messageReader(read, {
		options,
		templates,
		workflowTimeZone: n8n.getTimezone(),
		startedAt,
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

async function blockedOf({ n8n, hints, pause }: Run, read: FieldReader, options: SendOptions) {
	checkIsOneList(read.written('options.doNotSendTo'));
	const list = read.option(doNotSendTo)(0);
	if (list === '') return new Set<string>();
	const countries = new Set<string>();
	for (const itemIndex of n8n.getInputData().keys()) {
		await pause();
		countries.add(countryOrNone(options, itemIndex));
	}
	return await blockedPhones(list, { countries, pause, warn: (message) => hints.warn(message) });
}

/** By a country that is not valid, its own item fails, and no other. */
function countryOrNone(options: SendOptions, itemIndex: number): string {
	try {
		return options.countryOf(itemIndex);
	} catch {
		return '';
	}
}
