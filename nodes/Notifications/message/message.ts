/** Text, unless they come as JSON or with a type of their own. */
export type Params = Record<string, unknown>;
export type Label = Record<string, string>;

/** The stored values of Send Once. */
export type SendOnce = 'perDay' | 'ever' | 'perId' | 'nonce' | 'always';

/** An element of `users` in a request (section 2.6). */
export interface User {
	phone: string;
	nonce: string;
	params: Params;
	/** Left out where there are none. */
	labels?: Label[];
}

export interface Message {
	itemIndex: number;
	accountId: string;
	flowId: string;
	/** Sent as `type`. */
	template: string;
	/** That of the item, in E.164. A test is sent to another one, which is `user.phone`. */
	phone: string;
	user: User;
	/** Whom the phone reaches, however it is written. */
	recipientKey: string;
	sendOnce: SendOnce;
	isTest?: true;
	/** What WhatsApp may reject, or what reads badly, in the parameters. */
	contentWarnings: string[];
	/** What does not agree with the templates of the credential. */
	templateWarnings: string[];
}

/** The messages that are sent together: one, unless Users per Request allows more. */
export interface NotificationRequest {
	accountId: string;
	flowId: string;
	template: string;
	messages: Message[];
	/** Of all its users, or of none. */
	hasNonces: boolean;
}

/** What came of an input item. */
export type Outcome =
	| {
			status: 'accepted' | 'alreadySent' | 'skipped' | 'preview';
			message: Message;
			/** Further fields of the output item. */
			more: object;
	  }
	| Failed;

export interface Failed {
	status: 'failed';
	/** None where the item could not be read. */
	message?: Message | undefined;
	error: unknown;
	mayHaveBeenSent: boolean;
}

/** In the order of their first messages, each with at most `size`. */
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
