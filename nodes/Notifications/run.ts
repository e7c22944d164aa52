import type { Execution } from '../shared/context';
import type { Message, NotificationRequest, Outcome } from './message/message';

/** What a run knows so far. It is filled step by step, so that an error or Stop can say what was done. */
export interface Run extends Execution {
	/** By the index of the input item; complete at the end. */
	outcomes: Outcome[];
	toSend: Message[];
	/** Messages that are not sent, each with the message of the run that has the same nonce. */
	duplicates: Map<Message, Message>;
	requests: NotificationRequest[];
}
