/** The values for the variables of a template. They are text, unless they come as JSON or with their own type. */
export type Params = Record<string, unknown>;
export type Label = Record<string, string>;

/** The stored values of Send Once. */
export type SendOnce = 'perDay' | 'ever' | 'perId' | 'nonce' | 'always';

/** An element of `users` in a request (section 2.6). */
export interface User {
	phone: string;
	nonce: string;
	params: Params;
	/** Left out if there are none. */
	labels?: Label[];
}

/** What an input item becomes: one template message to one user. */
export interface Message {
	itemIndex: number;
	accountId: string;
	flowId: string;
	/** The name of the template, which is sent as `type`. */
	template: string;
	/** The phone of the item, in E.164. A test is sent to another one, which is `user.phone`. */
	phone: string;
	user: User;
	/** The same for all ways to write a phone that reach the same user. */
	recipientKey: string;
	sendOnce: SendOnce;
	isTest?: true;
	/** What WhatsApp may reject in the parameters, or what reads badly. */
	contentWarnings: string[];
	/** What does not agree with the templates of the credential. */
	templateWarnings: string[];
}

/** The messages that are sent together: a single one, unless Users per Request allows more. */
export interface NotificationRequest {
	accountId: string;
	flowId: string;
	template: string;
	messages: Message[];
	/** Whether its users have nonces. Either all of them do, or none. */
	hasNonces: boolean;
}

/**
 * Puts messages together to requests, in the order of their first messages.
 * @param size how many messages a request has at most
 */
export async function toRequests(
	messages: readonly Message[],
	size: number,
	yieldToEventLoop: () => Promise<void> | undefined,
): Promise<NotificationRequest[]> {
	const requests: NotificationRequest[] = [];
	const open = new Map<string, NotificationRequest>();
	for (const message of messages) {
		await yieldToEventLoop();
		const { accountId, flowId, template, user } = message;
		const to = { accountId, flowId, template, hasNonces: user.nonce !== '' };
		const key = JSON.stringify(to);
		let request = open.get(key);
		if (!request || request.messages.length >= size) {
			request = { ...to, messages: [] };
			requests.push(request);
			open.set(key, request);
		}
		request.messages.push(message);
	}
	return requests;
}
