/** Text, unless they come as JSON or with a type of their own. */
export type Params = Record<string, unknown>;
export type Label = Record<string, string>;

/** Section 2.6. */
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
	user: User;
	/** Whom the phone reaches, however it is written. */
	person: string;
	isTest?: boolean;
}

/** What came of an input item; without a message if the item could not be read. */
export type Outcome =
	| { status: 'accepted' | 'alreadySent' | 'skipped' | 'preview'; message: Message; more: object }
	| Failed;

export interface Failed {
	status: 'failed';
	message?: Message | undefined;
	error: unknown;
	mayHaveBeenSent: boolean;
}
