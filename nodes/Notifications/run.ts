import type { Execution } from '../shared/context';
import type { Delivery } from '../shared/http/delivery';
import type { Message, NotificationRequest, Outcome } from './message/message';

interface Sent {
	/** How often the request was sent. */
	tries: number;
	delivery: Delivery;
}

/** What a run knows so far. It is filled step by step, so that an error or Stop can say what was done. */
export interface Run extends Execution {
	/** By the index of the input item; complete at the end. */
	outcomes: Outcome[];
	toSend: Message[];
	/** Messages that are not sent, each with the message of the run that has the same nonce. */
	duplicates: Map<Message, Message>;
	requests: NotificationRequest[];
	/** What is known of each request that has come to its end; those that are not here were not sent. */
	sent: Map<NotificationRequest, Sent>;
}
