import { badItemsError } from '../shared/nodeErrors';
import { readMessage } from './fields/readMessage';
import { countOfOtherRuns } from './limits';
import type { KnownMessage, Message } from './message/message';
import { nonceOfContent, Nonces } from './message/nonce';
import type { Run, Setup } from './setup';
import { WAYS_OUT } from './summary';

const MAX_TESTS = 3;

/** The messages of a run that are not skipped, in the order of their items. */
interface ReadMessages {
	toSend: Message[];
	/** Messages that are not sent, each with the earlier message that has the same nonce. */
	duplicates: ReadonlyMap<Message, Message>;
}

/**
 * Reads the messages of all items, so that nothing is sent if one of the items cannot be used. With Test Phone, only the
 * items that are sent are read.
 * @throws without Continue, an error that names all items that cannot be used. A preview only warns of them.
 */
export async function readItems(run: Run, setup: Setup): Promise<ReadMessages> {
	const { n8n, messages, results, yieldToEventLoop } = run;
	const { context, optOuts, recipients } = setup;
	const maxTests = recipients === 'testPhone' ? MAX_TESTS - countOfOtherRuns(run) : Infinity;
	const toSend: Message[] = [];
	const duplicates = new Map<Message, Message>();
	const nonces = new Nonces();
	const bad = new Map<number, unknown>();
	for (const [itemIndex, { json }] of n8n.getInputData().entries()) {
		await yieldToEventLoop();
		if (toSend.length >= maxTests) {
			const reason = `Send To is Test Phone: only the first ${MAX_TESTS} items are sent, all to the test phone`;
			results[itemIndex] = { status: 'skipped', reason };
			continue;
		}
		const known: KnownMessage = {};
		messages[itemIndex] = known;
		try {
			const message = readMessage(context, { itemIndex, json }, known);
			const match = optOuts?.match(message.recipientKey);
			if (match) {
				const what = match === 'number' ? 'this phone' : 'digits that this phone ends with';
				const reason = `Options > Do Not Send To contains ${what}`;
				messages[itemIndex] = message;
				results[itemIndex] = { status: 'skipped', reason };
				continue;
			}
			const first = nonces.firstWithNonceOf(message);
			const sent = recipients === 'testPhone' ? toTestPhone(message, run, setup) : message;
			messages[itemIndex] = sent;
			if (first) duplicates.set(sent, first);
			else toSend.push(sent);
		} catch (error) {
			bad.set(itemIndex, error);
			results[itemIndex] = { status: 'failed', error, mayHaveBeenSent: false };
		}
	}
	if (bad.size > 0) stopOrGoOn(run, setup, bad);
	return { toSend, duplicates };
}

/** A test has its own nonce, so that it uses up none of those that users get. */
function toTestPhone(message: Message, { n8n }: Run, { testPhone: phone }: Setup): Message {
	const { user, itemIndex } = message;
	const scope = `test ${n8n.getExecutionId()} ${itemIndex}`;
	const nonce = nonceOfContent({ ...message, ...user }, scope);
	return { ...message, isTest: true, user: { ...user, phone, nonce } };
}

/** @throws the error of all items that cannot be used, unless the others go on, or this is a preview, which warns of it */
function stopOrGoOn(run: Run, { recipients }: Setup, bad: ReadonlyMap<number, unknown>): void {
	const { n8n, isContinuing, hints } = run;
	if (isContinuing) return;
	const { length: itemCount } = n8n.getInputData();
	const consequence = `Nothing was sent${itemCount > 1 ? ` to any of the ${itemCount} items. ${WAYS_OUT}` : '.'}`;
	const error = badItemsError(n8n.getNode(), bad, itemCount, consequence);
	if (recipients !== 'nobody') throw error;
	const [first = 0] = bad.keys();
	hints.add(
		error.message,
		bad.size === 1 ? { itemIndex: first, warning: true } : { warning: true },
	);
	const because = bad.size === 1 ? `item ${first}` : `${bad.size} items`;
	run.obstacle =
		itemCount === 1
			? 'Nothing would be sent, because the item cannot be used.'
			: `Nothing would be sent to any of the ${itemCount} items, because ${because} cannot be used. ${WAYS_OUT}`;
}
