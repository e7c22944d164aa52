import type { Execution } from '../shared/context';
import type { Message, NotificationRequest } from './message/message';
import type { Result } from './message/result';

/** An execution, and what it has done so far, so that an error or Stop can say what was sent. */
export interface Run extends Execution {
	/** The message of each input item that could be read, by the index of the item. */
	messages: Message[];
	/** The result of each input item, by its index. At the end, every item has one. */
	results: Result[];
	/** All requests that are sent, or shown in a preview. */
	requests: NotificationRequest[];
	/** How many of them were sent. */
	sentCount: number;
	/** In a preview: why a run would send nothing at all, and what to do about it. Empty if it would send. */
	obstacle: string;
}
