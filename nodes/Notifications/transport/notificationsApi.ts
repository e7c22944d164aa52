import type { Advice } from '../../shared/client/refusal';
import type { ServiceClient } from '../../shared/client/serviceClient';
import { ServiceError } from '../../shared/errors';
import type { User } from '../message/message';
import {
	isEmptySuccess,
	mayBeAnswer,
	type NotificationAnswer,
	readAnswer,
} from './notificationAnswer';

export interface NotificationRequest {
	accountId: string;
	flowId: string;
	template: string;
	users: User[];
	/** Part of a request that was refused: trouble of the service has had its time to pass. */
	isPart?: boolean;
}

export interface NotificationsApiOptions {
	client: ServiceClient;
	/** Without a trailing slash, and without /notifications at its end. */
	baseUrl: string;
	/** Told once when the documented path is not known and the one without /notifications is. */
	onShortPath(baseUrl: string): void;
}

const ADVICE: Advice = {
	403: 'Check the API Token in the credential, and whether your account may send notifications from this flow.',
	404: 'Check Account ID and Flow ID, and the Notifications Base URL in the credential.',
	413: 'Lower Options > Batch Size.',
};

/** Statuses by which a server says that there is nothing at an address. */
const NOT_HERE = [301, 302, 303, 307, 308, 404, 405, 410];

/** The notification endpoint (section 4.6). */
export class NotificationsApi {
	readonly #options: NotificationsApiOptions;
	/** What stands before /accounts. */
	#root: string;
	/** The same without /notifications, as one example of the specification has it, until it was tried. */
	#shortRoot: string | undefined;
	#requests = 0;

	constructor(options: NotificationsApiOptions) {
		const { baseUrl } = options;
		this.#options = options;
		const isWhole = baseUrl.endsWith('/api/v1');
		this.#root = isWhole ? baseUrl : `${baseUrl}/notifications/api/v1`;
		this.#shortRoot = isWhole ? undefined : `${baseUrl}/api/v1`;
	}

	/** How many requests were made, not counting those that were repeated as they were. */
	get requests(): number {
		return this.#requests;
	}

	/** What `send` sends, without the token. */
	request({ accountId, flowId, template, users }: NotificationRequest, root = this.#root) {
		const account = encodeURIComponent(accountId);
		const flow = encodeURIComponent(flowId);
		return {
			method: 'POST' as const,
			url: `${root}/accounts/${account}/bots/${flow}/notifications`,
			body: { type: template, users },
		};
	}

	/**
	 * Creates notifications. Sent again automatically only where nobody can be notified twice: every user
	 * has a nonce, or the service surely did not get the request.
	 *
	 * @throws ServiceError where no answer of the notification service came
	 */
	async send(request: NotificationRequest): Promise<NotificationAnswer> {
		const root = this.#root;
		try {
			return await this.#post(request, root);
		} catch (error) {
			const isUnknownPath = error instanceof ServiceError && error.status === 404;
			if (!isUnknownPath) throw error;
			// Requests that were under way together find out together.
			return root === this.#root
				? await this.#tryShortPath(request, error)
				: await this.#post(request, this.#root);
		}
	}

	async #tryShortPath(
		request: NotificationRequest,
		unknownPath: ServiceError,
	): Promise<NotificationAnswer> {
		const shortRoot = this.#shortRoot;
		if (shortRoot === undefined) throw unknownPath;
		try {
			const answer = await this.#post(request, shortRoot);
			if (this.#root !== shortRoot) this.#options.onShortPath(shortRoot);
			this.#root = shortRoot;
			return answer;
		} catch (error) {
			const isNotHere = error instanceof ServiceError && NOT_HERE.includes(error.status ?? 0);
			if (!isNotHere) throw error;
			this.#shortRoot = undefined;
			throw unknownPath;
		}
	}

	async #post(request: NotificationRequest, root: string): Promise<NotificationAnswer> {
		const { users, isPart } = request;
		this.#requests += 1;
		const isSafeToRepeat = users.every(({ nonce }) => nonce !== '');
		let refused: NotificationAnswer | undefined;
		try {
			return await this.#options.client.json(
				{
					...this.request(request, root),
					repeat: isSafeToRepeat ? 'always' : 'ifNotReceived',
					isAnswer: mayBeAnswer,
					needsNoBody: isEmptySuccess,
					advice: ADVICE,
				},
				(given) => {
					refused = undefined;
					const answer = readAnswer(given, { users, advice: ADVICE });
					if (answer.isAccepted || given.status < 500 || isPart) return answer;
					// Its own trouble may pass: the client asks again, where that cannot send twice.
					refused = answer;
					throw answer.error;
				},
			);
		} catch (error) {
			if (refused && error instanceof ServiceError && error.status === statusOf(refused)) {
				return refused;
			}
			throw error;
		}
	}
}

function statusOf(answer: NotificationAnswer): number | undefined {
	return answer.isAccepted ? undefined : answer.error.status;
}
