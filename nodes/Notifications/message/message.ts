import type { Label } from './labels';

/** Text, unless the user wants values as they are. */
export type Params = Record<string, unknown>;

/** One element of `users` (section 2.6). */
export interface User {
	/** E.164 */
	phone: string;
	/** Empty: none. */
	nonce: string;
	params: Params;
	labels: Label[];
}

/** What an input item becomes. */
export interface Message {
	itemIndex: number;
	accountId: string;
	flowId: string;
	/** Id of the template, sent as `type`. */
	template: string;
	user: User;
	/** Goes to the test phone instead of its own. */
	isTest?: boolean;
}
