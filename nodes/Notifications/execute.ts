import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { eventLoopYielder } from '../shared/abort';
import { InputError, ServiceError } from '../shared/errors';
import type { Execution } from '../shared/context';
import { badItemsError, toNodeError } from '../shared/nodeErrors';
import {
	type Failed,
	type Message,
	type NotificationRequest,
	type Outcome,
	type SendTo,
	toRequests,
} from './message/message';
import { nonceOfContent, Nonces } from './message/nonce';
import { sampleText } from './message/params';
import type { NotificationsApi } from './api/notificationsApi';
import { messageFields, readMessage } from './fields/message';
import { options } from './fields/options';
import { hintAtExclusions } from './fields/params';
import {
	acceptedOutcomes,
	alreadySentOutcome,
	failedOutcomes,
	outcomeOfDuplicate,
} from './outcomes';
import { outputItem, progressOf, summaryOf } from './outputItem';
import { readSettings, type Settings } from './settings';

const MAX_TESTS = 3;
const MAX_AT_ONCE = 16;

export const sendFields: INodeProperties[] = [...messageFields, options.property];

interface Run extends Execution {
	/** By the index of the input item; complete at the end. */
	outcomes: Outcome[];
	toSend: Message[];
	/** With the message of the run that has the same nonce. */
	duplicates: Map<Message, Message>;
	requests: NotificationRequest[];
}

/** Notification > Send (section 2.6): one output item for each input item. Nothing is sent before all are read. */
export async function send(execution: Execution): Promise<INodeExecutionData[]> {
	const nothing = { outcomes: [], toSend: [], duplicates: new Map(), requests: [] };
	const run: Run = { ...execution, ...nothing };
	let sendTo: SendTo = 'everyone';
	try {
		const settings = await readSettings(run);
		({ sendTo } = settings);
		await readAll(run, settings);
		checkCount(run, settings);
		run.requests = await toRequests(run.toSend, settings.batchSize, run.yieldToEventLoop);
		await (sendTo === 'nobody' ? previewAll : sendAll)(run, settings);
		await answerDuplicates(run);
	} catch (error) {
		const node = run.n8n.getNode();
		if (run.signal.aborted) throw toNodeError(node, canceled(run), undefined);
		if (!run.isContinuing) throw toNodeError(node, error, undefined);
		failOthers(run, error);
	}
	hintAtSummary(run, sendTo);
	return await outputOf(run);
}

/** Without Continue, bad items are an error of them all, but in a preview, which shows them. */
async function readAll(run: Run, settings: Settings): Promise<void> {
	const { n8n, outcomes, yieldToEventLoop, isContinuing, hints } = run;
	const items = n8n.getInputData();
	const nonces = new Nonces();
	const bad = new Map<number, unknown>();
	for (const [itemIndex, { json }] of items.entries()) {
		await yieldToEventLoop();
		try {
			take(run, settings, { message: readMessage(settings.context, { itemIndex, json }), nonces });
		} catch (error) {
			bad.set(itemIndex, error);
			outcomes[itemIndex] = { status: 'failed', error, mayHaveBeenSent: false };
		}
	}
	hintAtExclusions(settings.context.exclusions, hints);
	if (bad.size === 0 || isContinuing || settings.sendTo === 'nobody') return;
	throw badItemsError(n8n.getNode(), bad, items.length);
}

function take(
	{ n8n, outcomes, toSend, duplicates }: Run,
	{ sendTo, testPhone, blocked }: Settings,
	{ message, nonces }: { message: Message; nonces: Nonces },
): void {
	const skip = (reason: string) => {
		outcomes[message.itemIndex] = { status: 'skipped', message, more: { reason } };
	};
	if (blocked.has(message.recipientKey) || blocked.has(message.user.phone)) {
		return skip('Options > Do Not Send To contains this phone');
	}
	const first = nonces.earlier(message);
	const isTest = sendTo === 'testPhone';
	if (isTest && toSend.length >= MAX_TESTS) {
		return skip(`Send To is Test Phone: only ${MAX_TESTS} items are sent, to it`);
	}
	const routed = isTest ? toTestPhone(message, testPhone, n8n.getExecutionId()) : message;
	if (first) duplicates.set(routed, first);
	else toSend.push(routed);
}

/** With a nonce of its own, so that a test uses up none of those that users get. */
function toTestPhone(message: Message, phone: string, executionId: string): Message {
	const { user, itemIndex } = message;
	const nonce = nonceOfContent({ ...message, ...user }, `test ${executionId} ${itemIndex}`);
	return { ...message, isTest: true, user: { ...user, phone, nonce } };
}

/** @throws InputError */
function checkCount({ toSend, hints }: Run, { maxPerRun, sendTo }: Settings): void {
	const { length: count } = toSend;
	if (count <= maxPerRun) return;
	const message = `There are ${count} notifications to send, and at most ${maxPerRun} may be sent in one run`;
	if (sendTo === 'nobody') {
		hints.add(`${message}, so a run that sends is an error.`, { warning: true });
		return;
	}
	const advice = `To send this many, raise Options > Max per Run to ${count}.`;
	throw new InputError(message, `Nothing was sent. ${advice}`);
}

async function previewAll(
	{ requests, outcomes, yieldToEventLoop }: Run,
	{ api, context }: Settings,
) {
	for (const request of requests) {
		const { sample = '' } = context.templates.get(request.template) ?? {};
		for (const [place, message] of request.messages.entries()) {
			await yieldToEventLoop();
			const { user, itemIndex } = message;
			const preview = sample === '' ? {} : { preview: sampleText(sample, user.params) };
			const shown = place === 0 ? { request: api.httpRequest(request) } : {};
			outcomes[itemIndex] = { status: 'preview', message, more: { ...preview, user, ...shown } };
		}
	}
}

/**
 * Without Continue, nothing more is started after the first failure; what is under way comes to its
 * end, so that the error can count it. @throws that error, or the reason of Stop
 */
async function sendAll(run: Run, { api }: Settings): Promise<void> {
	const { n8n, requests, outcomes, signal, yieldToEventLoop, isContinuing } = run;
	const ended = new AbortController();
	const mayStart = AbortSignal.any([signal, ended.signal]);
	let failure: Failed | undefined;
	const waiting = requests.values();
	const sendNext = async () => {
		for (const request of waiting) {
			const results = await sendOne(api, request, mayStart);
			for (const [place, result] of results.entries()) {
				outcomes[request.messages[place]!.itemIndex] = result;
				await yieldToEventLoop();
			}
			const [result] = results;
			if (result?.status === 'failed' && !isContinuing) {
				failure ??= result;
				ended.abort();
			}
			if (mayStart.aborted) return;
		}
	};
	await Promise.allSettled(Array.from({ length: MAX_AT_ONCE }, sendNext));
	// So that nothing listens any more.
	ended.abort();
	signal.throwIfAborted();
	if (!failure) return;
	const error = (failure.error as ServiceError).withAdvice(progressOf(requests, outcomes));
	throw toNodeError(n8n.getNode(), error, failure.message?.itemIndex);
}

/** @returns one outcome for each message; none where it was not started */
async function sendOne(api: NotificationsApi, request: NotificationRequest, mayStart: AbortSignal) {
	try {
		const response = await api.send(request, mayStart);
		if (response.status === 'refused') return failedOutcomes(request, response);
		if (response.status === 'alreadySent') return request.messages.map(alreadySentOutcome);
		return acceptedOutcomes(request, response.more);
	} catch (error) {
		return error instanceof ServiceError ? failedOutcomes(request, { error }) : [];
	}
}

async function answerDuplicates({ duplicates, outcomes, yieldToEventLoop }: Run): Promise<void> {
	for (const [message, first] of duplicates) {
		await yieldToEventLoop();
		const outcome = outcomes[first.itemIndex]!;
		outcomes[message.itemIndex] = outcomeOfDuplicate(message, first, outcome);
	}
}

/** What ends the run, in the words by which n8n knows Stop. */
function canceled({ requests, outcomes }: Run): Error {
	return new Error(`The execution was canceled. ${progressOf(requests, outcomes)}`);
}

/** Passes on what has no outcome: otherwise n8n would pass the input on, as if all was sent. */
function failOthers({ n8n, outcomes, toSend, duplicates }: Run, error: unknown): void {
	const failed = { status: 'failed', error, mayHaveBeenSent: false } as const;
	for (const message of [...toSend, ...duplicates.keys()]) {
		outcomes[message.itemIndex] ??= { ...failed, message };
	}
	for (const itemIndex of n8n.getInputData().keys()) outcomes[itemIndex] ??= failed;
}

function hintAtSummary({ requests, outcomes, hints }: Run, sendTo: SendTo): void {
	const isPreview = sendTo === 'nobody';
	const { length: requestCount } = requests.filter(({ isStarted }) => isPreview || isStarted);
	hints.add(summaryOf(outcomes, requestCount, sendTo), { summary: true });
}

async function outputOf({ n8n, outcomes, hints }: Run): Promise<INodeExecutionData[]> {
	// What was sent is passed on, even after Stop.
	const yieldToEventLoop = eventLoopYielder(new AbortController().signal);
	const node = n8n.getNode();
	const output: INodeExecutionData[] = [];
	for (const [itemIndex, { json: input }] of n8n.getInputData().entries()) {
		await yieldToEventLoop();
		output.push(outputItem(outcomes[itemIndex]!, { node, itemIndex, input }));
	}
	n8n.addExecutionHints(...hints.all(output.length));
	return output;
}
