import type { User } from './message';

/**
 * What became of a notification.  The output item has its
 * properties as fields, so they are flat: only the preview has lists and objects, since people read it.
 */
export type Result = Accepted | NotSentAgain | Preview | Failed;

export interface Accepted {
	status: 'accepted';
	notificationId: string | null;
	/** Separated by a comma and a blank. */
	messageIds: string | null;
	/** What else the service said besides success, as JSON. */
	response: string | null;
	/** Whether that is more than IDs, such as a list of users who failed. */
	saysMore: boolean;
}

export interface NotSentAgain {
	status: 'alreadySent' | 'skipped';
	reason: string;
}

export interface Preview {
	status: 'preview';
	reason: string;
	/** The text of the message, if the credential has that of the template. */
	preview: string | null;
	warnings: string[] | null;
	user: User;
	request: object;
}

export interface Failed {
	status: 'failed';
	error: unknown;
	mayHaveBeenSent: boolean;
}
