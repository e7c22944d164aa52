import { DateTime } from 'luxon';
import { readCredentialSettings } from '../shared/credential/settings';
import { InputError } from '../shared/errors';
import type { Execution } from '../shared/context';
import type { ParamReader } from '../shared/params/paramReader';
import { shownText } from '../shared/text';
import type { Message, NotificationRequest } from './message/message';
import { OptOuts } from './message/optOuts';
import { type PhoneField, readPhone, soleExpression } from './message/phone';
import type { Result } from './message/result';
import { NotificationsApi } from './api/notificationsApi';
import { checkIsOneList, readOptOuts } from './fields/doNotSendTo';
import type { FieldsContext } from './fields/context';
import { options } from './fields/options';
import { type Recipients, recipientsOf, type SendTo, sendTo, testPhone } from './fields/sendTo';

/** What is the same for all items of a run. */
export interface Setup {
	sendTo: SendTo;
	recipients: Recipients;
	/** In E.164. It is empty unless Send To is Test Phone. */
	testPhone: string;
	batchSize: number;
	maxPerRun: number;
	/** Whom Do Not Send To leaves out. */
	optOuts: OptOuts;
	api: NotificationsApi;
	context: FieldsContext;
}

/** An execution, and what it has done so far, so that an error or Stop can say what was sent. */
export interface Run extends Execution {
	/** The message of each input item that could be read, by the index of the item. */
	messages: Message[];
	/** The result of each input item, by its index. At the end, every item has one. */
	results: Result[];
	/** All requests that are sent, or shown in a preview. */
	requests: NotificationRequest[];
	/** How many of them were sent. */
	sentCount: number;
	/** In a preview: why a run would send nothing at all, and what to do about it. Empty if it would send. */
	obstacle: string;
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
		optOuts: await optOutsOf(execution),
		api: new NotificationsApi({ context: n8n, signal, credential }),
		context: {
			parameters,
			hints: execution.hints,
			credential,
			templates: credential.templates(),
			unlisted: new Map(),
			phoneField: {
				label: 'Phone',
				expression: soleExpression(n8n.getNode().parameters['phone']),
				isFromModel: execution.isToolCall,
			},
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
	const field: PhoneField = { label: testPhone.property.displayName };
	return readPhone(parameters.read(testPhone, 0), countryOrNone(parameters), field).e164;
}

async function optOutsOf(execution: Execution): Promise<OptOuts> {
	const { n8n, hints, yieldToEventLoop, parameters } = execution;
	const list = parameters.option(options, 'doNotSendTo', 0);
	checkIsOneList(parameters, list, n8n.getInputData().length);
	if (Array.isArray(list) && list.length === 0) return new OptOuts();
	const isOfAll = !parameters.hasExpression('options.defaultCountry');
	const country = isOfAll ? countryOrNone(parameters) : '';
	return await readOptOuts(list, { country, yieldToEventLoop, hints });
}

/** An invalid country is an error of the items, which comes when they are read. Here, it counts as none. */
function countryOrNone(parameters: ParamReader): string {
	try {
		return parameters.option(options, 'defaultCountry', 0);
	} catch {
		return '';
	}
}
