import { cancellableSleep } from '../../shared/async';
import { asError, ServiceError } from '../../shared/errors';
import type { ServiceClient } from '../../shared/http/client';
import { nextStep, type Repeat } from '../../shared/http/retry';
import type { User } from '../message/message';
import { mayHoldResponse, readResponse } from './response';
import type { NotificationRefusal, NotificationResponse } from './response';

export interface NotificationRequest {
	accountId: string;
	flowId: string;
	template: string;
	users: User[];
	hasNonces: boolean;
}

export interface NotificationsApiOptions {
	client: ServiceClient;
	baseUrl: string;
	intervalMs: number;
	signal: AbortSignal;
	alreadySentWords: string[];
}

const ADVICE = {
	403: 'Check the API Token in the credential, and whether your account may send this template from this flow.',
	404: 'Check Account ID, Flow ID and Template. If your service has no /notifications in its path, enter the Notifications Base URL in the credential up to /api/v1.',
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

	request({ accountId, flowId, template, users }: Omit<NotificationRequest, 'hasNonces'>) {
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

	/**
	 * Sent again only with nonces, so that nobody is notified twice.
	 * @param refusedWhole the refusal of a larger request that had these users
	 */
	async send(
		request: NotificationRequest,
		refusedWhole?: ServiceError,
	): Promise<NotificationResponse> {
		const { client, alreadySentWords } = this.#options;
		const { hasNonces } = request;
		// If the whole was sent again in vain, its parts are sent once.
		const wasRepeated = refusedWhole !== undefined && nextStep(refusedWhole, 'always') === 'again';
		const repeat: Repeat = hasNonces && !wasRepeated ? 'always' : 'ifNotReceived';
		const about = { advice: ADVICE, repeat, isResponse: mayHoldResponse };
		let refused: NotificationRefusal | undefined;
		this.#requests += 1;
		try {
			return await client.json({ ...this.request(request), ...about }, (json) => {
				const response = readResponse(json, { hasNonces, alreadySentWords, advice: ADVICE });
				if (response.isAccepted || nextStep(response.error, repeat) === 'giveUp') return response;
				refused = response;
				throw response.error;
			});
		} catch (error) {
			if (!(error instanceof ServiceError)) throw asError(error);
			const step = nextStep(error, repeat);
			if (step === 'pause') this.#tooMany = error.with({ mayBeDone: false }).withAdvice(NOT_SENT);
			if (step === 'again' && refused && refused.error.status === error.status) return refused;
			throw asError(error);
		}
	}
}

const NOT_SENT = 'This request was not sent, because an earlier one waited 30 minutes in vain.';
