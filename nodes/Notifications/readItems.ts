import { randomUUID } from 'node:crypto';
import { asError, InputError } from '../shared/errors';
import { badItemsError } from '../shared/nodeErrors';
import { asJson } from '../shared/text';
import type { ItemContext } from './fields/context';
import { readMessage } from './fields/readMessage';
import { MAX_TESTS } from './fields/sendTo';
import { countOfOtherRuns, countRun, nothingSent, ownerOfNonce } from './otherRuns';
import type { Message } from './message/message';
import { Nonces } from './message/nonce';
import type { Run, Setup } from './setup';

/** What to do if nothing is sent because of some items. */
const WAY_OUT =
	'Correct what is wrong, or set Settings > On Error to Continue, which sends to all others.';

/**
 * Reads the messages of all items, so that nothing is sent if one of the items cannot be used, or if there are more of
 * them than Max per Run. With Test Phone, only the items that are sent are read.
 * @returns the messages that are not sent, each with the earlier message that has the same nonce
 * @throws without Continue, an error that names all items that cannot be used; InputError for more than Max per Run. A
 * preview only warns of both.
 */
export async function readItems(run: Run, setup: Setup): Promise<ReadonlyMap<Message, Message>> {
	const { n8n, messages, results, toSend, yieldToEventLoop } = run;
	const { context, optOuts, recipients } = setup;
	const maxTests = recipients === 'testPhone' ? MAX_TESTS - countOfOtherRuns(run) : Infinity;
	const duplicates = new Map<Message, Message>();
	const nonces = new Nonces((message) => ownerOfNonce(run, message, recipients));
	const bad = new Map<number, unknown>();
	for (const [itemIndex, { json }] of n8n.getInputData().entries()) {
		await yieldToEventLoop();
		if (toSend.length >= maxTests) {
			const reason = `Send To is Test Phone: only the first ${MAX_TESTS} items are sent, all to the test phone`;
			results[itemIndex] = { status: 'skipped', reason };
			continue;
		}
		try {
			const message = readUnchanged({ ...context, itemIndex, json });
			messages[itemIndex] = message;
			const match = optOuts?.match(message.recipientKey);
			if (match) {
				const what = match === 'number' ? 'this phone' : 'digits that this phone ends with';
				const reason = `Options > Do Not Send To contains ${what}`;
				results[itemIndex] = { status: 'skipped', reason };
				continue;
			}
			const first = nonces.firstWithNonceOf(message);
			const sent = recipients === 'testPhone' ? toTestPhone(message, setup.testPhone) : message;
			messages[itemIndex] = sent;
			if (first) duplicates.set(sent, first);
			else toSend.push(sent);
		} catch (error) {
			bad.set(itemIndex, error);
			results[itemIndex] = { status: 'failed', error, mayHaveBeenSent: false };
		}
	}
	if (bad.size > 0 && !run.isContinuing) stopForBad(run, setup, bad);
	countRun(run, setup);
	return duplicates;
}

/**
 * Reads an item. Where n8n does not isolate expressions, `$json.orders.pop().id` changes the item, which n8n stores, so
 * that a Retry would send another message.
 * @throws InputError
 */
function readUnchanged(item: ItemContext): Message {
	const before = asJson(item.json);
	try {
		const message = readMessage(item);
		if (asJson(item.json) === before) return message;
		// A list that `.sort()` has sorted is the same when it is sorted again.
		if (asJson(readMessage(item).user) === asJson(message.user)) return message;
	} catch (error) {
		// What was taken out of a list may be why. A sorted one is as long as before.
		if (asJson(item.json).length === before.length) throw asError(error);
	}
	throw new InputError(
		'An expression changes the item, so that a Retry would send another message',
		'Write .toReversed() in place of .reverse(), .at(-1) in place of .pop(), and .slice() in place of .splice() and .shift().',
	);
}

/** Each test has a nonce of its own, so that it uses up none of those that users get, and an equal test arrives, too. */
function toTestPhone(message: Message, phone: string): Message {
	return {
		...message,
		isTest: true,
		isKnownAgain: false,
		user: { ...message.user, phone, nonce: randomUUID() },
	};
}

/** @throws the error of all items that cannot be used. A preview only warns of them. */
function stopForBad(run: Run, { recipients }: Setup, bad: ReadonlyMap<number, unknown>): void {
	const { n8n, toSend } = run;
	const { length: itemCount } = n8n.getInputData();
	const hasOthers = toSend.length > 0;
	const toOthers = ` to any of the ${itemCount} items. ${WAY_OUT}`;
	if (recipients === 'nobody') {
		run.obstacle = `Nothing would be sent${hasOthers ? toOthers : '.'}`;
		return;
	}
	const consequence = hasOthers ? `Nothing was sent${toOthers}` : nothingSent(run);
	throw badItemsError(n8n.getNode(), bad, itemCount, consequence);
}
