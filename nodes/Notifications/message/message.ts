import type { Label } from './labels';

/** One element of `users` (section 2.6). */
export interface User {
	/** E.164 */
	phone: string;
	/** Empty: none. */
	nonce: string;
	params: Record<string, string>;
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
}
