/** The values for the variables of a template. They are text, unless they come as JSON or with their own type. */
export type Params = Record<string, unknown>;
export type Label = Record<string, string>;

/** An element of `users` in a request (section 2.6). */
export interface User {
	phone: string;
	/** Empty if it is sent in every run. */
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
	/** What the customer reads. */
	text: string;
	user: User;
	/** The same for all ways to write a phone that reach the same user. */
	recipientKey: string;
	isTest?: true;
	/** Whether a later run makes the same nonce, so that the service does not send the message again. */
	isKnownAgain: boolean;
	/** What WhatsApp may reject or what reads badly, and what does not agree with the templates of the credential. */
	warnings: string[];
}

/** What became of a notification. */
export type Result =
	Accepted | Failed | { status: 'skipped'; reason: string } | { status: 'preview' };

export interface Accepted {
	status: 'accepted';
	notificationId: string | null;
	/** Separated by a comma and a blank. */
	messageIds: string | null;
	/** What the service said besides success and IDs, as JSON, such as a list of users who failed. */
	said: string | null;
}

export interface Failed {
	status: 'failed';
	error: unknown;
	mayHaveBeenSent: boolean;
}
