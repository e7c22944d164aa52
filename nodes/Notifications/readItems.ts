import { InputError } from '../shared/errors';
import { badItemsError } from '../shared/nodeErrors';
import { readMessage } from './fields/message';
import { hintAtExclusions } from './fields/params';
import type { Message } from './message/message';
import { nonceOfContent, Nonces } from './message/nonce';
import type { Run } from './run';
import type { Settings } from './settings';

const MAX_TESTS = 3;

/**
 * Reads all items, so that nothing is sent if one of them is bad: without Continue, bad items are an
 * error of the run. A preview shows them. @throws n8n's error that names the bad items
 */
export async function readItems(run: Run, settings: Settings): Promise<void> {
	const { n8n, outcomes, yieldToEventLoop, isContinuing, hints } = run;
	const items = n8n.getInputData();
	const nonces = new Nonces();
	const bad = new Map<number, unknown>();
	for (const [itemIndex, { json }] of items.entries()) {
		await yieldToEventLoop();
		try {
			const message = readMessage(settings.context, { itemIndex, json });
			sort(run, settings, message, nonces);
		} catch (error) {
			bad.set(itemIndex, error);
			outcomes[itemIndex] = { status: 'failed', error, mayHaveBeenSent: false };
		}
	}
	hintAtExclusions(settings.context.exclusions, hints);
	hintAtContent(run, settings);
	if (bad.size === 0) return;
	const error = badItemsError(n8n.getNode(), bad, items.length);
	if (settings.recipients === 'nobody') {
		const [itemIndex = 0] = bad.keys();
		hints.add(error.message, bad.size === 1 ? { itemIndex, warning: true } : { warning: true });
	} else if (!isContinuing) throw error;
}

/** Decides whether a message is sent, and to whom. @throws InputError for a nonce of another message */
function sort(run: Run, settings: Settings, message: Message, nonces: Nonces): void {
	const { n8n, outcomes, toSend, duplicates } = run;
	const { recipients, testPhone, blocked } = settings;
	const skip = (reason: string) => {
		outcomes[message.itemIndex] = { status: 'skipped', message, more: { reason } };
	};
	if (blocked.has(message.recipientKey) || blocked.has(message.user.phone)) {
		skip('Options > Do Not Send To contains this phone');
		return;
	}
	const first = nonces.earlier(message);
	const isTest = recipients === 'testPhone';
	if (isTest && toSend.length >= MAX_TESTS) {
		skip(`Send To is Test Phone: only ${MAX_TESTS} items are sent, to it`);
		return;
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

function hintAtContent({ toSend, duplicates, hints }: Run, { recipients }: Settings): void {
	const { length: count } = [...toSend, ...duplicates.keys()].filter(
		({ contentWarnings }) => contentWarnings.length > 0,
	);
	if (count === 0) return;
	const have = count === 1 ? '1 item has' : `${count} items have`;
	const place =
		recipients === 'nobody'
			? '"warnings" in the output names them.'
			: 'To see which, choose Send To > Nobody (Preview).';
	const text = `${have} parameters that WhatsApp may reject or that read badly: empty, with line breaks, tabs or more than four spaces in a row, or with numbers such as 59.900000000000006. ${place}`;
	hints.add(text, { warning: true });
}

/** More than Max per Run are a warning in a preview. @throws InputError in a run that sends */
export function checkCount({ toSend, hints }: Run, { maxPerRun, recipients }: Settings): void {
	const { length: count } = toSend;
	if (count <= maxPerRun) return;
	const message = `There are ${count} notifications to send, and at most ${maxPerRun} may be sent in one run`;
	if (recipients === 'nobody') {
		hints.add(`${message}, so a run that sends is an error.`, { warning: true });
		return;
	}
	const advice = `To send this many, raise Options > Max per Run to ${count}.`;
	throw new InputError(message, `Nothing was sent. ${advice}`);
}
