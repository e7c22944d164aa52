/** Text, unless they come as JSON. */
export type Params = Record<string, unknown>;
export type Label = Record<string, string>;

export interface User {
	phone: string;
	nonce: string;
	params: Params;
	labels: Label[];
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
