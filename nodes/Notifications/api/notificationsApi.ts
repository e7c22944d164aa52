import type { Connection } from '../../shared/credential/connection';
import { asError, ServiceError } from '../../shared/errors';
import { ServiceClient, type ServiceClientOptions } from '../../shared/http/client';
import { type Limiter, limiterFor } from '../../shared/http/rateLimiter';
import { addressAdvice, type Advice } from '../../shared/http/refusal';
import { retryDecision, type RetryPolicy } from '../../shared/http/retry';
import type { NotificationRequest } from '../message/message';
import { mayHoldResponse, type NotificationResponse, readResponse } from './response';

/** 40 a second, as a client of the service has it; its documentation names no limit. */
const REQUESTS_IN_A_TENTH = 4;

interface NotificationsApiOptions extends Pick<ServiceClientOptions, 'context' | 'signal'> {
	connection: Connection;
}

/** Section 4.6. */
export class NotificationsApi {
	readonly #client: ServiceClient;
	readonly #root: string;
	readonly #alreadySentWords: string[];
	readonly #advice: Advice;
	/** "Too many requests" that did not pass: every later request would wait as long. */
	#tooMany: ServiceError | undefined;

	constructor({ context, signal, connection }: NotificationsApiOptions) {
		const { token, region, details } = connection;
		const timeoutMs = details.requestTimeout * 1000;
		const baseUrl = connection.notificationsBaseUrl();
		this.#client = new ServiceClient({ context, signal, token, timeoutMs });
		this.#root = baseUrl.endsWith('/api/v1') ? baseUrl : `${baseUrl}/notifications/api/v1`;
		this.#alreadySentWords = details.alreadySentWords;
		const address = addressAdvice(region, 'Notifications Base URL');
		this.#advice = {
			address,
			403: 'Check the API Token in the credential, and whether your account may send this template from this flow.',
			404: `Check Account ID, Flow ID and Template. ${address}`,
			413: 'Lower Options > Users per Request, or send shorter parameters.',
			429: 'Try again later. Other programs may be sending from the same account.',
		};
	}

	/** As a preview shows it. */
	httpRequest({ accountId, flowId, template, messages }: NotificationRequest) {
		const account = encodeURIComponent(accountId);
		const flow = encodeURIComponent(flowId);
		return {
			method: 'POST' as const,
			url: `${this.#root}/accounts/${account}/bots/${flow}/notifications`,
			body: { type: template, users: messages.map(({ user }) => user) },
		};
	}

	/**
	 * Sends again only where that cannot notify twice: every user has a nonce, or the service surely
	 * did not take the request.
	 * @param mayStart ends the wait for its turn, though not a request that is under way
	 * @throws ServiceError; the reason of `mayStart`
	 */
	async send(request: NotificationRequest, mayStart: AbortSignal): Promise<NotificationResponse> {
		if (this.#tooMany) throw this.#tooMany;
		const { hasNonces, messages } = request;
		const repeat: RetryPolicy = hasNonces ? 'always' : 'ifNotReceived';
		const advice = this.#advice;
		const alreadySentWords = this.#alreadySentWords;
		const expected = { userCount: messages.length, hasNonces, alreadySentWords, advice };
		const limiter = this.#limiterOf(request, mayStart);
		const budget = { limiter, callsPerWindow: REQUESTS_IN_A_TENTH, urgency: 0 };
		const onRepeat = () => void (request.isInDoubt = true);
		const how = { repeat, onRepeat, budget, advice, readsStatus: mayHoldResponse };
		try {
			return await this.#client.json({ ...this.httpRequest(request), ...how }, (json) => {
				const response = readResponse(json, expected);
				if (response.status !== 'refused') return response;
				if (retryDecision(response.error, repeat) === 'giveUp') return response;
				throw response.error;
			});
		} catch (error) {
			if (!(error instanceof ServiceError)) throw this.#ownFailure(error, request, mayStart);
			if (retryDecision(error, repeat) === 'pause') {
				this.#tooMany ??= error.with({ mayBeDone: false }).withAdvice(NOT_SENT);
			}
			throw asError(error);
		}
	}

	/** An error of n8n's, or of ours. */
	#ownFailure(error: unknown, { isStarted }: NotificationRequest, mayStart: AbortSignal) {
		mayStart.throwIfAborted();
		const failed = 'n8n failed to send the request, or to read its response';
		const said = this.#client.shown(asError(error).message);
		return new ServiceError('noAnswer', failed, said, { mayBeDone: isStarted });
	}

	/** All requests of an account take turns, and wait together when they were too many. */
	#limiterOf(request: NotificationRequest, signal: AbortSignal): Limiter {
		const limiter = limiterFor(`${this.#root} ${request.accountId}`, 'notifications');
		return {
			async acquire(options) {
				const call = await limiter.acquire({ ...options, signal });
				request.isStarted = true;
				request.isInDoubt = true;
				return {
					...call,
					rateLimited(retryAfterMs) {
						request.isInDoubt = false;
						call.rateLimited(retryAfterMs);
					},
				};
			},
		};
	}
}

const NOT_SENT = 'This request was not sent, because an earlier one waited 30 minutes in vain.';
