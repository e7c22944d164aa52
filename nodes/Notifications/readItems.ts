import { InputError } from '../shared/errors';
import type { Hints } from '../shared/hints';
import { badItemsError } from '../shared/nodeErrors';
import { sentence } from '../shared/text';
import { hintAtExclusions } from './fields/params';
import { readMessage } from './fields/readMessage';
import type { Message } from './message/message';
import { nonceOfContent, Nonces } from './message/nonce';
import type { Run } from './run';
import type { Setup } from './setup';

const MAX_TESTS = 3;

/** The messages of a run that are not skipped, in the order of their items. */
interface ReadMessages {
	toSend: Message[];
	/** Messages that are not sent, each with the earlier message that has the same nonce. */
	duplicates: ReadonlyMap<Message, Message>;
}

/**
 * Reads the messages of all items, so that nothing is sent if one of the items cannot be used.
 * @throws without Continue, an error that names all items that cannot be used. A preview only warns of them.
 */
export async function readItems(run: Run, setup: Setup): Promise<ReadMessages> {
	const { n8n, results, yieldToEventLoop, isContinuing, hints } = run;
	const items = n8n.getInputData();
	const sorter = new MessageSorter(run, setup);
	const bad = new Map<number, unknown>();
	for (const [itemIndex, { json }] of items.entries()) {
		await yieldToEventLoop();
		try {
			sorter.add(readMessage(setup.context, { itemIndex, json }));
		} catch (error) {
			bad.set(itemIndex, error);
			results[itemIndex] = { status: 'failed', error, mayHaveBeenSent: false };
		}
	}
	hintAtExclusions(setup.context.exclusions, hints);
	hintAtContent(sorter, setup, hints);
	if (bad.size === 0) return sorter;

	const error = badItemsError(n8n.getNode(), bad, items.length);
	if (setup.recipients === 'nobody') {
		const [itemIndex = 0] = bad.keys();
		hints.add(error.message, bad.size === 1 ? { itemIndex, warning: true } : { warning: true });
	} else if (!isContinuing) throw error;
	return sorter;
}

/** Decides about each message whether it is sent, and to which phone. */
class MessageSorter implements ReadMessages {
	readonly toSend: Message[] = [];
	readonly duplicates = new Map<Message, Message>();
	readonly #run: Run;
	readonly #setup: Setup;
	readonly #nonces = new Nonces();

	constructor(run: Run, setup: Setup) {
		this.#run = run;
		this.#setup = setup;
	}

	/** @throws InputError if another message has the same nonce, but not the same user and template */
	add(message: Message): void {
		const { optOuts, recipients } = this.#setup;
		const match = optOuts.match(message.recipientKey);
		if (match) {
			const what = match === 'number' ? 'this phone' : 'digits that this phone ends with';
			this.#skip(message, `Options > Do Not Send To contains ${what}`);
			return;
		}
		const first = this.#nonces.firstWithNonceOf(message);
		const isTest = recipients === 'testPhone';
		if (isTest && this.toSend.length >= MAX_TESTS) {
			this.#skip(message, `Send To is Test Phone: only ${MAX_TESTS} items are sent, to it`);
			return;
		}
		const sent = isTest ? this.#toTestPhone(message) : message;
		this.#run.messages[message.itemIndex] = sent;
		if (first) this.duplicates.set(sent, first);
		else this.toSend.push(sent);
	}

	#skip(message: Message, reason: string): void {
		this.#run.messages[message.itemIndex] = message;
		this.#run.results[message.itemIndex] = { status: 'skipped', reason };
	}

	/** A test has its own nonce, so that it uses up none of those that users get. */
	#toTestPhone(message: Message): Message {
		const { user, itemIndex } = message;
		const { testPhone: phone } = this.#setup;
		const scope = `test ${this.#run.n8n.getExecutionId()} ${itemIndex}`;
		const nonce = nonceOfContent({ ...message, ...user }, scope);
		return { ...message, isTest: true, user: { ...user, phone, nonce } };
	}
}

function hintAtContent(
	{ toSend, duplicates }: ReadMessages,
	{ recipients }: Setup,
	hints: Hints,
): void {
	const withWarnings = [...toSend, ...duplicates.keys()].filter(
		({ contentWarnings }) => contentWarnings.length > 0,
	);
	const { length: count } = withWarnings;
	if (count === 0) return;
	const have = count === 1 ? '1 item has' : `${count} items have`;
	const example = sentence(withWarnings[0]!.contentWarnings[0]!);
	const place =
		recipients === 'nobody'
			? '"warnings" in the output names all.'
			: 'To see all, choose Send To > Nobody (Preview).';
	const text = `${have} parameters that WhatsApp may reject or that read badly, such as: ${example} ${place}`;
	hints.add(text, { warning: true });
}

/** Compares a number of messages with Max per Run. A preview only warns. @throws InputError in a run that sends */
export function checkCount(count: number, { maxPerRun, recipients }: Setup, hints: Hints): void {
	if (count <= maxPerRun) return;
	const message = `There are ${count} notifications to send, and at most ${maxPerRun} may be sent in one run`;
	if (recipients === 'nobody') {
		hints.add(`${message}, so a run that sends is an error.`, { warning: true });
		return;
	}
	const advice = `To send this many, raise Options > Max per Run to ${count}.`;
	throw new InputError(message, `Nothing was sent. ${advice}`);
}
