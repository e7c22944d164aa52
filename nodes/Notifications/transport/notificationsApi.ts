import { cancellableSleep } from '../../shared/async';
import { asError, ServiceError } from '../../shared/errors';
import type { ServiceClient } from '../../shared/http/client';
import type { User } from '../message/message';
import { mayHoldResponse } from './refusals';
import { type NotificationResponse, readResponse } from './response';

export interface NotificationRequest {
	accountId: string;
	flowId: string;
	template: string;
	users: User[];
	/** Whether these users were in a request that was tried again in vain; this one is tried once. */
	isPartOfFailed?: boolean;
}

export interface NotificationsApiOptions {
	client: ServiceClient;
	baseUrl: string;
	intervalMs: number;
	signal: AbortSignal;
	alreadySentWords: string[];
}

const ADVICE = {
	403: 'Check the API Token in the credential, and whether your account may send notifications from this flow.',
	404: 'Check Account ID and Flow ID. If they are right, check the Notifications Base URL in the credential: if your service has no /notifications in its path, enter the address up to /api/v1.',
	405: 'Check the Notifications Base URL in the credential.',
	413: 'Lower Options > Batch Size.',
	429: 'Raise Options > Batch Interval, or try again later.',
};

/** Section 4.6. */
export class NotificationsApi {
	readonly #options: NotificationsApiOptions;
	readonly #root: string;
	#requests = 0;
	/** "Too many requests" that did not pass: every later request would wait as long. */
	#tooMany: ServiceError | undefined;

	constructor(options: NotificationsApiOptions) {
		const { baseUrl } = options;
		this.#options = options;
		this.#root = baseUrl.endsWith('/api/v1') ? baseUrl : `${baseUrl}/notifications/api/v1`;
	}

	/** Without those that are sent again because the service did not respond. */
	get requests(): number {
		return this.#requests;
	}

	request({ accountId, flowId, template, users }: NotificationRequest) {
		const account = encodeURIComponent(accountId);
		const flow = encodeURIComponent(flowId);
		return {
			method: 'POST' as const,
			url: `${this.#root}/accounts/${account}/bots/${flow}/notifications`,
			body: { type: template, users },
		};
	}

	/** Waits for Batch Interval. @throws ServiceError where no later request can be sent */
	async ready(): Promise<void> {
		const { intervalMs, signal } = this.#options;
		signal.throwIfAborted();
		if (this.#tooMany) throw this.#tooMany;
		if (this.#requests > 0 && intervalMs > 0) await cancellableSleep(intervalMs, signal);
	}

	/** Sent again only with nonces, or where the service surely did not get the request. */
	async send(request: NotificationRequest): Promise<NotificationResponse> {
		const { client, alreadySentWords } = this.#options;
		const { users, isPartOfFailed } = request;
		const hasNonces = users.every(({ nonce }) => nonce !== '');
		const about = { advice: ADVICE, repeat: hasNonces ? 'always' : 'ifNotReceived' } as const;
		let refused: (NotificationResponse & { isAccepted: false }) | undefined;
		this.#requests += 1;
		try {
			return await client.json(
				{ ...this.request(request), ...about, isAnswer: mayHoldResponse },
				(json) => {
					const response = readResponse(json, { ...about, alreadySentWords });
					if (response.isAccepted || json.status < 500 || isPartOfFailed) return response;
					// It may pass, so the client tries again where nobody is notified twice.
					refused = response;
					throw response.error;
				},
			);
		} catch (error) {
			const { status } = error instanceof ServiceError ? error : {};
			if (refused && status === refused.error.status) return refused;
			const why = 'This request was not sent, because an earlier one waited 30 minutes in vain.';
			if (hasStatus(error, 429)) this.#tooMany = error.with({ mayBeDone: false }).withAdvice(why);
			throw asError(error);
		}
	}
}

function hasStatus(error: unknown, status: number): error is ServiceError {
	return error instanceof ServiceError && error.status === status;
}
