import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { breather } from '../../shared/async';
import { InputError } from '../../shared/errors';
import { Hints } from '../../shared/hints';
import { badItemsError, toNodeError } from '../../shared/nodeErrors';
import type { Message } from '../message/message';
import { nonceOfContent, Nonces } from '../message/nonce';
import { sampleText } from '../message/params';
import { type Batch, type BatchResult, sendBatch, toBatches } from '../sending/sendBatch';
import { messageFields } from './fields/message';
import { optionsField } from './fields/options';
import { duplicateOf, outputItem, progressOf, type Result, summaryOf } from './outputItems';
import { readSettings, type Settings } from './settings';

const MAX_TESTS = 3;
const SAID_MORE =
	'The service accepted all users of a request and said more than that: see the field "response".';

export const sendFields: INodeProperties[] = [...messageFields, optionsField];

/** When the first try of n8n's Retry On Fail began, and the nonces that the tries may have sent. */
interface Tries {
	startedAt: Date;
	sent: ReadonlySet<string>;
}

/** By the first input item, which is the same object in each try of an execution. */
const triesOf = new WeakMap<object, Tries>();

/**
 * Notification > Send (section 2.6): prepares all items, sends, and gives one output item for each.
 * Nothing is sent before all items are checked.
 */
export class SendRun {
	readonly #n8n: IExecuteFunctions;
	readonly #signal: AbortSignal;
	/** Lets n8n do other work, and hears Stop. */
	readonly #pause: () => Promise<void> | undefined;
	readonly #hints = new Hints();
	readonly #messages: Message[] = [];
	/** With the message that has the same nonce. */
	readonly #duplicates = new Map<Message, Message>();
	readonly #results = new Map<number, Result>();
	#settings: Settings | undefined;
	#batches: Batch[] = [];
	readonly #firstItem: object;
	readonly #earlier: Tries;

	constructor(n8n: IExecuteFunctions) {
		this.#n8n = n8n;
		this.#signal = n8n.getExecutionCancelSignal() ?? new AbortController().signal;
		this.#pause = breather(this.#signal);
		// A run without items must not fail at its end.
		this.#firstItem = n8n.getInputData()[0] ?? {};
		this.#earlier = triesOf.get(this.#firstItem) ?? { startedAt: new Date(), sent: new Set() };
	}

	get isStopped(): boolean {
		return this.#signal.aborted;
	}

	async prepare(): Promise<Settings> {
		const run = { n8n: this.#n8n, signal: this.#signal, hints: this.#hints, pause: this.#pause };
		const { startedAt } = this.#earlier;
		const settings = await readSettings({ ...run, startedAt });
		this.#settings = settings;
		const items = this.#n8n.getInputData();
		const nonces = new Nonces();
		const bad = new Map<number, unknown>();
		for (const itemIndex of items.keys()) {
			await this.#pause();
			try {
				this.#add(settings.readMessage(itemIndex), nonces, settings);
			} catch (error) {
				bad.set(itemIndex, error);
				this.#results.set(itemIndex, { status: 'failed', error, mayHaveBeenSent: false });
			}
		}
		if (bad.size === 0 || this.#n8n.continueOnFail()) return settings;
		throw badItemsError(this.#n8n.getNode(), bad, items.length);
	}

	#add(message: Message, nonces: Nonces, { route, blocked }: Settings): void {
		const skip = (reason: string) =>
			void this.#results.set(message.itemIndex, { status: 'skipped', message, fields: { reason } });
		if (blocked.has(message.person) || blocked.has(message.user.phone)) {
			return skip('Options > Do Not Send To contains this phone');
		}
		const earlier = nonces.earlier(message);
		const isTest = route.to === 'testPhone';
		if (isTest && this.#messages.length >= MAX_TESTS) {
			return skip(`Send To is Test Phone: only ${MAX_TESTS} items are sent, to it`);
		}
		const routed = isTest ? this.#toTestPhone(message, route.phone) : message;
		if (earlier) this.#duplicates.set(routed, earlier);
		else this.#messages.push(routed);
	}

	#toTestPhone(message: Message, phone: string): Message {
		const { user, itemIndex } = message;
		const scope = `test ${this.#n8n.getExecutionId()} ${itemIndex}`;
		const nonce = nonceOfContent({ ...message, ...user }, scope);
		return { ...message, isTest: true, user: { ...user, phone, nonce } };
	}

	/** @throws the error of the first message that failed, unless the others are to go on */
	async send(settings: Settings): Promise<void> {
		const { options, route } = settings;
		const isPreview = route.to === 'nobody';
		const error = tooMany(this.#messages.length, options.maxPerRun);
		if (error && !isPreview) throw error;
		if (error) this.#hints.warn(`${error.message}, so a run that sends is an error.`);
		this.#batches = await toBatches(this.#messages, options.batchSize, this.#pause);
		for (const batch of this.#batches) {
			if (isPreview) await this.#preview(batch, settings);
			else await this.#sendBatch(batch, settings);
		}
		for (const [message, first] of this.#duplicates) {
			await this.#pause();
			const result = this.#results.get(first.itemIndex)!;
			this.#results.set(message.itemIndex, duplicateOf(first, result, message));
		}
	}

	async #preview(batch: Batch, { api, templates }: Settings): Promise<void> {
		const { requestIndex, messages } = batch;
		const users = messages.map(({ user }) => user);
		const { sample = '' } = templates.get(batch.template) ?? {};
		for (const [place, message] of messages.entries()) {
			await this.#pause();
			const { user, itemIndex } = message;
			const preview = sample === '' ? {} : { preview: sampleText(sample, user.params) };
			const request = place === 0 ? { request: api.request({ ...batch, users }) } : {};
			const fields = { ...preview, user, ...request };
			this.#results.set(itemIndex, { status: 'preview', message, requestIndex, fields });
		}
	}

	async #sendBatch(batch: Batch, { api }: Settings): Promise<void> {
		let failure: Extract<BatchResult, { status: 'failed' }> | undefined;
		for await (const result of sendBatch(batch, { api })) {
			this.#results.set(result.message.itemIndex, result);
			if (result.status === 'failed') {
				result.mayHaveBeenSent ||= this.#wasSentBefore(result.message);
				failure ??= result;
			} else if ('response' in result.fields) this.#hints.add(SAID_MORE);
			await this.#pause();
		}
		if (!failure || this.#n8n.continueOnFail()) return;
		const error = failure.error.withAdvice(this.#soFar());
		throw toNodeError(this.#n8n.getNode(), error, failure.message.itemIndex);
	}

	/** What ends the run, in the words by which n8n knows Stop. */
	stopError(): Error {
		return new Error(`The execution was canceled. ${this.#soFar()}`);
	}

	#wasSentBefore(message: Message | undefined): boolean {
		return message !== undefined && this.#earlier.sent.has(message.user.nonce);
	}

	/** For the next try of Retry On Fail. */
	remember(): void {
		if (this.#n8n.getNode().retryOnFail !== true) return;
		const sent = this.#begun().filter(({ itemIndex }) => {
			const result = this.#results.get(itemIndex);
			return result?.status !== 'failed' || result.mayHaveBeenSent;
		});
		const nonces = sent.map(({ user }) => user.nonce);
		const { startedAt, sent: sentBefore } = this.#earlier;
		const tries = { startedAt, sent: new Set([...sentBefore, ...nonces]) };
		triesOf.set(this.#firstItem, tries);
	}

	/** The messages of which a request was begun, in this try or an earlier one. */
	#begun(): Message[] {
		return this.#batches.flatMap(({ isStarted, messages }) =>
			messages.filter((message) => isStarted || this.#wasSentBefore(message)),
		);
	}

	#soFar(): string {
		const sent = this.#begun();
		const results = sent.flatMap(({ itemIndex }) => this.#results.get(itemIndex) ?? []);
		return progressOf(results, { all: this.#messages.length, open: sent.length - results.length });
	}

	/** Passes on what has no result: otherwise n8n would pass the input on, as if all was sent. */
	failOthers(error: unknown): void {
		const mayHaveBeenSent = this.#batches.some(({ isStarted }) => isStarted);
		const messages = [...this.#messages, ...this.#duplicates.keys()];
		const byItem = new Map(messages.map((message) => [message.itemIndex, message]));
		for (const itemIndex of this.#n8n.getInputData().keys()) {
			if (this.#results.has(itemIndex)) continue;
			const message = byItem.get(itemIndex);
			const mayBeSent = mayHaveBeenSent || this.#wasSentBefore(message);
			const failed = { status: 'failed', message, error, mayHaveBeenSent: mayBeSent } as const;
			this.#results.set(itemIndex, failed);
		}
	}

	async output(): Promise<INodeExecutionData[]> {
		// What was sent is passed on, even after Stop.
		const pause = breather(new AbortController().signal);
		const node = this.#n8n.getNode();
		const outputs: INodeExecutionData[] = [];
		for (const [itemIndex, { json: input }] of this.#n8n.getInputData().entries()) {
			await pause();
			const result = this.#results.get(itemIndex)!;
			outputs.push(outputItem(result, { node, itemIndex, input }));
		}
		const { route, api } = this.#settings ?? {};
		const sendTo = route?.to ?? 'everyone';
		const requests = sendTo === 'nobody' ? this.#batches.length : (api?.requests ?? 0);
		this.#hints.add(
			summaryOf([...this.#results.values()], { requests, sendTo }),
			undefined,
			'last',
		);
		this.#n8n.addExecutionHints(...this.#hints.all(outputs.length));
		return outputs;
	}
}

function tooMany(count: number, maxPerRun: number): InputError | undefined {
	if (count <= maxPerRun) return undefined;
	return new InputError(
		`There are ${count} notifications to send, and at most ${maxPerRun} may be sent in one run`,
		`Nothing was sent. To send this many, raise Options > Max per Run to ${count}.`,
	);
}
