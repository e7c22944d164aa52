import { DateTime } from 'luxon';
import { readCredentialSettings } from '../shared/credential/settings';
import { asError, InputError } from '../shared/errors';
import type { Execution } from '../shared/context';
import type { ParamReader } from '../shared/params/paramReader';
import { shownText } from '../shared/text';
import { readPhone } from './message/phone';
import { NotificationsApi } from './api/notificationsApi';
import { blockedPhones, checkIsOneList } from './fields/doNotSendTo';
import { sendTo, testPhone } from './fields/message';
import { options } from './fields/options';

export type Settings = Awaited<ReturnType<typeof readSettings>>;

/** What holds for all items. @throws InputError naming the setting at fault */
export async function readSettings(execution: Execution) {
	const { n8n, signal, hints, parameters } = execution;
	// A workflow made by hand or by an agent may name what does not exist.
	const operation = parameters.given('operation', 0);
	if (operation !== undefined && operation !== 'send') {
		const message = `There is no operation "${shownText(operation)}"`;
		throw new InputError(message, 'Choose Operation from the list.');
	}
	if (n8n.getNode().retryOnFail === true) {
		throw new InputError(
			'This node cannot be combined with Retry On Fail, which sends to all items again',
			"Turn it off in the node's Settings. The node itself tries again where nobody can be notified twice.",
		);
	}
	const connection = await readCredentialSettings(n8n);
	return {
		sendTo: parameters.read(sendTo, 0),
		testPhone: testPhoneOf(parameters),
		batchSize: parameters.option(options, 'batchSize', 0),
		maxPerRun: parameters.option(options, 'maxPerRun', 0),
		blocked: await blockedOf(execution),
		api: new NotificationsApi({ context: n8n, signal, connection }),
		context: {
			parameters,
			hints,
			connection,
			templates: connection.templates(),
			workflowTimeZone: n8n.getTimezone(),
			// Not DateTime.now(): n8n changes the default zone, which may be no zone at all.
			today: DateTime.fromJSDate(new Date(), { zone: n8n.getTimezone() }).toISODate(),
			exclusions: new Map<string, boolean>(),
		},
	};
}

function testPhoneOf(parameters: ParamReader): string {
	if (parameters.read(sendTo, 0) !== 'testPhone') return '';
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

async function blockedOf({
	n8n,
	hints,
	yieldToEventLoop,
	parameters,
}: Execution): Promise<Set<string>> {
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

/** By a country that is not valid, its own item fails, and no other. */
function countryOrNone(parameters: ParamReader, itemIndex: number): string {
	try {
		return parameters.option(options, 'defaultCountry', itemIndex);
	} catch {
		return '';
	}
}
