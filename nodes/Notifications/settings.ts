import { DateTime } from 'luxon';
import { readCredentialSettings } from '../shared/credential/settings';
import { asError, InputError } from '../shared/errors';
import type { Execution } from '../shared/context';
import type { ParamReader } from '../shared/params/paramReader';
import { shownText } from '../shared/text';
import { readPhone } from './message/phone';
import { NotificationsApi } from './api/notificationsApi';
import { blockedPhones, checkIsOneList } from './fields/doNotSendTo';
import type { MessageContext } from './fields/message';
import { options } from './fields/options';
import { ownId } from './fields/sendOnce';
import { type Recipients, recipientsOf, type SendTo, sendTo, testPhone } from './fields/sendTo';

/** What holds for all items of a run. */
export interface Settings {
	sendTo: SendTo;
	recipients: Recipients;
	/** Empty unless the recipient is the test phone. */
	testPhone: string;
	batchSize: number;
	maxPerRun: number;
	/** Phones and recipient keys of Do Not Send To. */
	blocked: ReadonlySet<string>;
	api: NotificationsApi;
	context: MessageContext;
}

/** @throws InputError naming the setting at fault */
export async function readSettings(execution: Execution): Promise<Settings> {
	const { n8n, signal, parameters } = execution;
	checkOperation(parameters);
	checkRetryOnFail(n8n.getNode());
	const credential = await readCredentialSettings(n8n);
	const chosen = parameters.read(sendTo, 0);
	const recipients = recipientsOf(chosen, n8n.getMode());
	return {
		sendTo: chosen,
		recipients,
		testPhone: recipients === 'testPhone' ? readTestPhone(parameters) : '',
		batchSize: parameters.option(options, 'batchSize', 0),
		maxPerRun: parameters.option(options, 'maxPerRun', 0),
		blocked: await blockedOf(execution),
		api: new NotificationsApi({ context: n8n, signal, credential }),
		context: {
			n8n,
			parameters,
			hints: execution.hints,
			credential,
			templates: credential.templates(),
			unlisted: new Map(),
			writtenKey: n8n.getNode().parameters[ownId.property.name],
			workflowTimeZone: n8n.getTimezone(),
			// Not DateTime.now(): n8n changes the default zone, which may be no zone at all.
			today: DateTime.fromJSDate(new Date(), { zone: n8n.getTimezone() }).toISODate(),
			exclusions: new Map(),
		},
	};
}

/** A workflow that was made by hand or by an agent may name an operation that does not exist. */
function checkOperation(parameters: ParamReader): void {
	const operation = parameters.given('operation', 0);
	if (operation === undefined || operation === 'send') return;
	const message = `There is no operation "${shownText(operation)}"`;
	throw new InputError(message, 'Choose Operation from the list.');
}

function checkRetryOnFail({ retryOnFail }: { retryOnFail?: boolean }): void {
	if (retryOnFail !== true) return;
	throw new InputError(
		'This node cannot be combined with Retry On Fail, which sends to all items again',
		"Turn it off in the node's Settings. The node itself tries again where nobody can be notified twice.",
	);
}

function readTestPhone(parameters: ParamReader): string {
	try {
		return readPhone(parameters.read(testPhone, 0), countryOrNone(parameters, 0)).e164;
	} catch (error) {
		throw aboutTestPhone(asError(error));
	}
}

function aboutTestPhone(error: Error): Error {
	if (!(error instanceof InputError)) return error;
	const message = error.message.replace(/^Phone/, testPhone.property.displayName);
	return new InputError(message, error.description);
}

async function blockedOf(execution: Execution): Promise<Set<string>> {
	const { n8n, hints, yieldToEventLoop, parameters } = execution;
	const list = parameters.option(options, 'doNotSendTo', 0);
	const itemCount = n8n.getInputData().length;
	checkIsOneList(parameters, list, itemCount);
	if (Array.isArray(list) && list.length === 0) return new Set();
	const countries = new Set<string>();
	for (let itemIndex = 0; itemIndex < itemCount; itemIndex += 1) {
		await yieldToEventLoop();
		countries.add(countryOrNone(parameters, itemIndex));
	}
	return await blockedPhones(list, { countries, yieldToEventLoop, hints });
}

/** An invalid country fails its own item alone, when that is read, and not the run. */
function countryOrNone(parameters: ParamReader, itemIndex: number): string {
	try {
		return parameters.option(options, 'defaultCountry', itemIndex);
	} catch {
		return '';
	}
}
