import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { breather } from '../../shared/async';
import { connectionOf } from '../../shared/credential/connection';
import { parseTemplates } from '../../shared/credential/templates';
import { asError, InputError, type ServiceError } from '../../shared/errors';
import { readField } from '../../shared/field';
import { Hints } from '../../shared/hints';
import { CREDENTIAL, ServiceClient } from '../../shared/http/client';
import { toNodeError } from '../../shared/nodeErrors';
import { blockedPhones } from '../message/doNotSendTo';
import type { Message } from '../message/message';
import { nonceOfContent } from '../message/nonce';
import { sampleText } from '../message/params';
import { readPhone } from '../message/phone';
import { type Batch, Nonces, type Outcome, sendBatch, toBatches } from '../sending/batch';
import { NotificationsApi } from '../transport/notificationsApi';
import { fieldReader } from './fields/fieldReader';
import { messageFields, messageReader, sendTo, testPhone } from './fields/message';
import { optionsField, readOptions, type SendOptions } from './fields/options';
import { duplicateItem, fieldsOfUser, item, outcomeItem, unsentItem } from './outputItems';

const MAX_TESTS = 3;

export const sendFields: INodeProperties[] = [...messageFields, optionsField];

type Outputs = Map<number, INodeExecutionData>;

/** All items are added, which checks them, before anything is sent. */
export interface Sending {
	add(itemIndex: number): void;
	/** @throws the error of the first message that failed, unless the others are to go on */
	run(continueOnFail: boolean): Promise<Outputs>;
}

/** Notification > Send (section 2.6): one output item for each input item. */
export async function prepareSending(n8n: IExecuteFunctions): Promise<Sending> {
	const context = await contextOf(n8n);
	const { route, blocked, node, hints, readMessage } = context;
	const outputs: Outputs = new Map();
	const messages: Message[] = [];
	const duplicates = new Map<Message, Message>();
	const nonces = new Nonces();
	return {
		add(itemIndex) {
			const message = readMessage(itemIndex);
			const skip = (reason: string) =>
				void outputs.set(itemIndex, item(message, 'skipped', { reason }));
			const isTest = route.to === 'testPhone';
			if ([message.person, message.user.phone].some((phone) => blocked.has(phone))) {
				return skip('Options > Do Not Send To contains this phone');
			}
			const earlier = nonces.earlier(message);
			if (isTest && messages.length >= MAX_TESTS) {
				return skip(`Send To is Test Phone: only ${MAX_TESTS} items are sent, to it`);
			}
			const routed = isTest ? toTestPhone(message, route.phone, n8n.getExecutionId()) : message;
			if (earlier) duplicates.set(routed, earlier);
			else messages.push(routed);
		},

		async run(continueOnFail) {
			const sent = await sendAll(messages, { ...context, continueOnFail });
			for (const [itemIndex, output] of sent) outputs.set(itemIndex, output);
			for (const [message, first] of duplicates) {
				const original = sent.get(first.itemIndex) as INodeExecutionData;
				outputs.set(message.itemIndex, duplicateItem(message, { first, original, node }));
			}
			n8n.addExecutionHints(...hints.all(n8n.getInputData().length));
			return outputs;
		},
	};
}

type SendContext = Awaited<ReturnType<typeof contextOf>>;
type Run = SendContext & { continueOnFail: boolean };

async function contextOf(n8n: IExecuteFunctions) {
	const connection = connectionOf(await n8n.getCredentials(CREDENTIAL));
	const { token, accountId, flowId, details } = connection;
	const signal = n8n.getExecutionCancelSignal() ?? new AbortController().signal;
	const templates = parseTemplates(details.templates);
	const sendOptions = readOptions(n8n);
	const { ofRun: options, ofItem: optionsOf } = sendOptions;
	const items = n8n.getInputData();
	const hints = new Hints();
	const timeoutMs = details.requestTimeout * 1000;
	const api = new NotificationsApi({
		client: new ServiceClient({ context: n8n, token, timeoutMs, signal }),
		baseUrl: connection.notificationsBaseUrl(),
		intervalMs: options.batchInterval,
		signal,
		onShortPath: (baseUrl) =>
			hints.add(
				`The service does not know the path with /notifications, so it was left out. Set the Notifications Base URL in the credential to ${baseUrl}, so that this is not tried in every run.`,
			),
	});
	const route = routeOf(n8n, sendOptions);
	const blocked = await blockedOf(n8n, sendOptions, { signal, hints });
	const readMessage = messageReader(fieldReader(n8n), {
		optionsOf,
		jsonOf: (itemIndex) => fieldsOfUser(items[itemIndex]?.json ?? {}, ['toolCallId']),
		templates,
		accountId,
		flowId,
		workflowTimeZone: n8n.getTimezone(),
		startedAt: new Date(),
		isRetried: n8n.getNode().retryOnFail === true && route.to === 'everyone',
		warn: (message, itemIndex) => hints.warn(message, itemIndex),
	});
	const node = n8n.getNode();
	return { api, node, options, route, blocked, signal, templates, hints, readMessage };
}

async function sendAll(messages: Message[], run: Run): Promise<Outputs> {
	const { options, route, hints, node, continueOnFail } = run;
	const batches = toBatches(messages, options.batchSize);
	const [count, { maxPerRun }] = [messages.length, options];
	const error = new InputError(
		`There are ${count} notifications to send, and at most ${maxPerRun} may be sent in one run`,
		`Nothing was sent. To send this many, raise Options > Max per Run to ${count}.`,
	);
	if (route.to === 'nobody') {
		hints.add(`Preview: nothing was sent. ${counted(count)} would have been sent.`);
		if (count > maxPerRun) hints.warn(`${error.message}, so a run that sends is an error.`);
		return previewOf(batches, run);
	}
	if (count <= maxPerRun) return await sendBatches(batches, run);
	if (!continueOnFail) throw error;
	const json = { mayHaveBeenSent: false };
	return new Map(
		messages.map((message) => [message.itemIndex, unsentItem(message, { node, error, json })]),
	);
}

async function sendBatches(batches: Batch[], run: Run): Promise<Outputs> {
	const { api, signal, node, route, hints, continueOnFail } = run;
	const outputs: Outputs = new Map();
	const total = batches.reduce((sum, { messages }) => sum + messages.length, 0);
	let sent = 0;
	const soFar = () => `${sent} of ${total} notifications were sent before this failure.`;
	for (const batch of batches) {
		let failure: { error: ServiceError; itemIndex: number } | undefined;
		const onOutcome = (message: Message, outcome: Outcome) => {
			const { itemIndex } = message;
			if (outcome.status === 'accepted') sent += 1;
			if (outcome.status === 'failed') failure ??= { error: outcome.error, itemIndex };
			outputs.set(itemIndex, outcomeItem(message, { batch, outcome, node }));
		};
		await sendBatch(batch, { api, signal, onOutcome }).catch((error: unknown) => {
			// n8n knows Stop by the word "canceled".
			throw signal.aborted ? new Error(`The execution was canceled. ${soFar()}`) : asError(error);
		});
		if (failure && !continueOnFail) {
			throw toNodeError(node, failure.error.withAdvice(soFar()), failure.itemIndex);
		}
	}
	if (route.to === 'testPhone') {
		hints.add(`Test: ${counted(sent)} went to the test phone, and nobody else received anything.`);
	}
	return outputs;
}

function previewOf(batches: Batch[], { api, templates }: SendContext): Outputs {
	const outputs: Outputs = new Map();
	for (const { index: requestIndex, messages, ...target } of batches) {
		const users = messages.map(({ user }) => user);
		const { sample = '' } = templates.get(target.template) ?? {};
		messages.forEach((message, place) => {
			const { user, itemIndex } = message;
			const preview = sample === '' ? {} : { preview: sampleText(sample, user.params) };
			const request = place === 0 ? { request: api.request({ ...target, users }) } : {};
			const json = { ...preview, requestIndex, user, ...request };
			outputs.set(itemIndex, item(message, 'preview', json));
		});
	}
	return outputs;
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

function aboutTestPhone({ message, description }: InputError): InputError {
	return new InputError(message.replace(/^Phone/, testPhone.field.displayName), description);
}

function toTestPhone(message: Message, phone: string, executionId: string): Message {
	const { user, itemIndex } = message;
	const nonce = nonceOfContent({ ...message, ...user, scope: `test ${executionId} ${itemIndex}` });
	return { ...message, isTest: true, user: { ...user, phone, nonce } };
}

function counted(count: number): string {
	return `${count} notification${count === 1 ? '' : 's'}`;
}
