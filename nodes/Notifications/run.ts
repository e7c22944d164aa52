import type { Execution, Outcome } from '../shared/context';
import type { SendResult } from './api/notificationsApi';
import type { Message, NotificationRequest } from './message/message';

/** A message that did not fail. */
export interface Result {
	status: 'accepted' | 'alreadySent' | 'skipped' | 'preview';
	message: Message;
	/** Further fields of the output item. */
	fields: object;
}

export interface Failure {
	error: unknown;
	/** Undefined if the item could not be read. */
	message?: Message | undefined;
	mayHaveBeenSent: boolean;
}

/** What became of an input item. */
export type ItemOutcome = Outcome<Result, Failure>;

/** An execution, and what it has done so far, so that an error or Stop can say what was sent. */
export interface Run extends Execution {
	/** The message of each input item that could be read, by the index of the item. */
	messages: Message[];
	/** The outcome of each input item, by its index. At the end, every item has one. */
	outcomes: ItemOutcome[];
	/** All requests that are sent, or shown in a preview. */
	requests: NotificationRequest[];
	/** The result of each request that has come to its end. The others were not sent. */
	results: Map<NotificationRequest, SendResult>;
}

/** The status of an output item. */
export type Status = Result['status'] | 'failed';

export function statusOf(outcome: ItemOutcome): Status {
	return 'error' in outcome ? 'failed' : outcome.value.status;
}
