import { asError, ServiceError } from '../shared/errors';
import { shownText } from '../shared/text';
import type { Message } from './message/message';
import type { ItemOutcome, Run } from './run';

/** Messages that are not sent, each with the earlier message that has the same nonce. */
export type Duplicates = ReadonlyMap<Message, Message>;

/** Gives each duplicate an outcome, which depends on that of the message with the same nonce. */
export async function answerDuplicates(
	{ outcomes, yieldToEventLoop }: Run,
	duplicates: Duplicates,
): Promise<void> {
	for (const [message, first] of duplicates) {
		await yieldToEventLoop();
		const outcome = outcomes[first.itemIndex]!;
		outcomes[message.itemIndex] = outcomeOfDuplicate(message, first, outcome);
	}
}

/** The service sends a nonce once, so a duplicate fares no better than the first message. */
function outcomeOfDuplicate(message: Message, first: Message, outcome: ItemOutcome): ItemOutcome {
	const { itemIndex } = first;
	if ('value' in outcome) {
		const reason = `Item ${itemIndex} has the same nonce, and the service sends each nonce once`;
		return { value: { status: 'skipped', message, fields: { reason } } };
	}
	const { error, mayHaveBeenSent } = outcome;
	const { message: said } = asError(error);
	const kind = error instanceof ServiceError ? error.kind : 'refused';
	const failed = new ServiceError(
		kind,
		`Not sent, because item ${itemIndex} with the same nonce failed`,
		`That item says: ${shownText(said)}`,
	);
	return { error: failed, message, mayHaveBeenSent };
}
