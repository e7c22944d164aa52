import { cancellableSleep } from '../../shared/async';
import { asError, ServiceError } from '../../shared/errors';
import type { ServiceClient } from '../../shared/http/client';
import { concernOf, nextStep, type Repeat } from '../../shared/http/retry';
import type { User } from '../message/message';
import type { NotificationRefusal, NotificationResponse } from './response';
import { ADVICE, mayHoldResponse, readResponse } from './response';

export interface NotificationRequest {
	accountId: string;
	flowId: string;
	template: string;
	users: User[];
	/** All users have one, or none has. */
	hasNonces: boolean;
}

export interface NotificationsApiOptions {
	client: ServiceClient;
	baseUrl: string;
	intervalMs: number;
	signal: AbortSignal;
	alreadySentWords: string[];
}

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

	/** Waits for Batch Interval. */
	async ready(): Promise<void> {
		const { intervalMs, signal } = this.#options;
		signal.throwIfAborted();
		const isWaiting = this.#requests > 0 && !this.#tooMany && intervalMs > 0;
		if (isWaiting) await cancellableSleep(intervalMs, signal);
	}

	/**
	 * Sent again only with nonces, so that nobody is notified twice. Throws on Stop only.
	 * @param refusedWhole the refusal of a larger request that had these users
	 */
	async send(
		request: NotificationRequest,
		refusedWhole?: ServiceError,
	): Promise<NotificationResponse> {
		if (this.#tooMany) return failed(this.#tooMany);
		const { client, signal, alreadySentWords } = this.#options;
		const { hasNonces } = request;
		// If the whole was sent again in vain, its parts are sent once.
		const wasRepeated = refusedWhole !== undefined && nextStep(refusedWhole, 'always') === 'again';
		const repeat: Repeat = hasNonces && !wasRepeated ? 'always' : 'ifNotReceived';
		const about = { advice: ADVICE, repeat, isResponse: mayHoldResponse };
		let refusal: NotificationRefusal | undefined;
		this.#requests += 1;
		try {
			return await client.json({ ...this.request(request), ...about }, (json) => {
				const response = readResponse(json, { hasNonces, alreadySentWords });
				const isFinal = 'fields' in response || nextStep(response.error, repeat) === 'giveUp';
				if (isFinal) return response;
				refusal = response;
				throw response.error;
			});
		} catch (caught) {
			signal.throwIfAborted();
			const error = caught instanceof ServiceError ? caught : notSentByN8n(asError(caught));
			const step = nextStep(error, repeat);
			if (step === 'pause') this.#tooMany = error.with({ mayBeDone: false }).withAdvice(NOT_SENT);
			if (step === 'again' && refusal && refusal.error.status === error.status) return refusal;
			// After a pause in vain, other users would wait as long.
			const isAboutUsers = step !== 'pause' && concernOf(error.status ?? 0) === 'content';
			return failed(error, isAboutUsers);
		}
	}
}

const NOT_SENT = 'This request was not sent, because an earlier one waited 30 minutes in vain.';

function failed(error: ServiceError, isAboutUsers = false): NotificationRefusal {
	return { error, isKnownNonce: false, isAboutUsers };
}

function notSentByN8n({ message }: Error): ServiceError {
	const about = { message: 'n8n could not send the request', description: message };
	return new ServiceError({ kind: 'noAnswer', ...about });
}
