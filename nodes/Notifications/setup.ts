import { DateTime } from 'luxon';
import { readCredentialSettings } from '../shared/credential/settings';
import { asError, InputError } from '../shared/errors';
import type { Execution } from '../shared/context';
import type { ParamReader } from '../shared/params/paramReader';
import { shownText } from '../shared/text';
import { readPhone } from './message/phone';
import { NotificationsApi } from './api/notificationsApi';
import { blockedPhones, checkIsOneList } from './fields/doNotSendTo';
import type { FieldsContext } from './fields/context';
import { options } from './fields/options';
import { ownId } from './fields/sendOnce';
import { type Recipients, recipientsOf, type SendTo, sendTo, testPhone } from './fields/sendTo';

/** What is the same for all items of a run. */
export interface Setup {
	sendTo: SendTo;
	recipients: Recipients;
	/** In E.164. It is empty unless Send To is Test Phone. */
	testPhone: string;
	batchSize: number;
	maxPerRun: number;
	/** The phones of Do Not Send To, and their recipient keys. */
	blocked: ReadonlySet<string>;
	api: NotificationsApi;
	context: FieldsContext;
}

/** Reads what is the same for all items. @throws InputError naming the field at fault */
export async function readSetup(execution: Execution): Promise<Setup> {
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
			// `DateTime.now()` would use the default zone, which n8n sets to that of the workflow, and which may not exist.
			today: DateTime.fromJSDate(new Date(), { zone: n8n.getTimezone() }).toISODate(),
			exclusions: new Map(),
		},
	};
}

/** @throws InputError if there is no such operation, as a workflow made by hand or by an agent may name one */
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

/** An invalid country is an error of its own item, which comes when that is read. Here, it counts as none. */
function countryOrNone(parameters: ParamReader, itemIndex: number): string {
	try {
		return parameters.option(options, 'defaultCountry', itemIndex);
	} catch {
		return '';
	}
}
