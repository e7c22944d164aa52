/** What became of a notification. */
export type Result = Accepted | Skipped | Preview | Failed;

export interface Accepted {
	status: 'accepted';
	notificationId: string | null;
	/** Separated by a comma and a blank. */
	messageIds: string | null;
	/** What the service said besides success and IDs, as JSON, such as a list of users who failed. */
	said: string | null;
}

export interface Skipped {
	status: 'skipped';
	reason: string;
}

export interface Preview {
	status: 'preview';
}

export interface Failed {
	status: 'failed';
	error: unknown;
	mayHaveBeenSent: boolean;
}
