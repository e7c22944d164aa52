import { credentialAdvice } from '../../shared/credential/advice';
import type { CredentialSettings } from '../../shared/credential/settings';
import { asError, ServiceError } from '../../shared/errors';
import type { Advice } from '../../shared/http/advice';
import { ServiceClient, type ServiceClientOptions } from '../../shared/http/client';
import type { JsonResponse } from '../../shared/http/json';
import { type Call, type Limiter, limiterFor } from '../../shared/http/rateLimiter';
import { retryDecision, type RetryPolicy } from '../../shared/http/retry';
import type { HttpRequest } from '../../shared/http/send';
import { statusClassOf } from '../../shared/http/status';
import type { NotificationRequest } from '../message/message';
import { mayHoldResponse, type NotificationResponse, readResponse } from './response';

/** 40 a second, as a client of the service has it; its documentation names no limit. */
const REQUESTS_IN_A_TENTH = 4;

const NOT_SENT =
	'This request was not sent, because the service had refused an earlier one of the same account so.';

interface NotificationsApiOptions extends Pick<ServiceClientOptions, 'context' | 'signal'> {
	connection: CredentialSettings;
}

/** The notifications endpoint (section 4.6), with the settings of the credential. */
export class NotificationsApi {
	readonly #client: ServiceClient;
	readonly #root: string;
	readonly #alreadySentWords: string[];
	readonly #advice: Advice;
	/**
	 * By account: set once "too many requests" has lasted for half an hour, or the service asks to wait
	 * for longer, so that later requests of the account fail at once.
	 */
	readonly #tooMany = new Map<string, ServiceError>();

	constructor({ context, signal, connection }: NotificationsApiOptions) {
		const { token, region, details } = connection;
		const timeoutMs = details.requestTimeout * 1000;
		const baseUrl = connection.notificationsBaseUrl();
		this.#client = new ServiceClient({ context, signal, token, timeoutMs });
		this.#root = baseUrl.endsWith('/api/v1') ? baseUrl : `${baseUrl}/notifications/api/v1`;
		this.#alreadySentWords = details.alreadySentWords;
		const advice = credentialAdvice(region, 'Notifications Base URL');
		this.#advice = {
			...advice,
			403: 'Check the API Token in the credential, and whether your account may send this template from this flow.',
			404: `Check Account ID, Flow ID and Template. ${advice.address}`,
			413: 'Lower Options > Users per Request, or send shorter parameters.',
			429: 'Try again later. Other programs may be sending from the same account.',
		};
	}

	/** As a preview shows it. */
	httpRequest({
		accountId,
		flowId,
		template,
		messages,
	}: NotificationRequest): Pick<HttpRequest, 'url' | 'body'> & { method: 'POST' } {
		const account = encodeURIComponent(accountId);
		const flow = encodeURIComponent(flowId);
		return {
			method: 'POST',
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
		const repeat: RetryPolicy = request.hasNonces ? 'always' : 'ifNotReceived';
		try {
			this.#checkIsOpen(request);
			const exchange = {
				...this.httpRequest(request),
				repeat,
				advice: this.#advice,
				budget: {
					limiter: this.#limiterOf(request, mayStart),
					callsPerWindow: REQUESTS_IN_A_TENTH,
					urgency: 0,
				},
				readsStatus: mayHoldResponse,
				onRepeat(mayBeDone: boolean) {
					request.isInDoubt = mayBeDone;
				},
			};
			return await this.#client.json(exchange, (json) => this.#read(json, request, repeat));
		} catch (error) {
			if (!(error instanceof ServiceError)) throw this.#ownFailure(error, request, mayStart);
			if (error.kind === 'refused' && statusClassOf(error.status ?? 0) === 'pace') {
				this.#close(request, error);
			}
			throw error;
		}
	}

	/** @throws ServiceError for a refusal that is worth another try, and for what is no response of the service */
	#read(
		json: JsonResponse,
		{ hasNonces, messages }: NotificationRequest,
		repeat: RetryPolicy,
	): NotificationResponse {
		const response = readResponse(json, {
			userCount: messages.length,
			hasNonces,
			alreadySentWords: this.#alreadySentWords,
			advice: this.#advice,
		});
		if (response.status !== 'refused') return response;
		if (retryDecision(response.error, repeat) === 'giveUp') return response;
		throw response.error;
	}

	/** @throws ServiceError if an earlier request of the account waited in vain */
	#checkIsOpen({ accountId }: NotificationRequest): void {
		const error = this.#tooMany.get(accountId);
		if (error) throw error;
	}

	#close({ accountId }: NotificationRequest, error: ServiceError): void {
		if (this.#tooMany.has(accountId)) return;
		// Later requests are not sent at all, whatever became of this one.
		this.#tooMany.set(accountId, error.with({ mayBeDone: false }).withAdvice(NOT_SENT));
	}

	/** An error of n8n's, or of ours. @throws the reason of `mayStart` */
	#ownFailure(error: unknown, request: NotificationRequest, mayStart: AbortSignal): ServiceError {
		mayStart.throwIfAborted();
		const failed = 'n8n failed to send the request, or to read its response';
		const said = this.#client.shown(asError(error).message);
		return new ServiceError('noAnswer', failed, said, { mayBeDone: request.isStarted });
	}

	/** All requests of an account take turns, and wait together when they were too many. */
	#limiterOf(request: NotificationRequest, signal: AbortSignal): Limiter {
		const limiter = limiterFor(`${this.#root} ${request.accountId}`, 'notifications');
		const acquire: Limiter['acquire'] = async (options): Promise<Call> => {
			const call = await limiter.acquire({ ...options, signal });
			// One that is sent again may already have notified its users, so it does not count as not sent.
			if (!request.isStarted) this.#checkIsOpen(request);
			request.isStarted = true;
			request.isInDoubt = true;
			return call;
		};
		return { acquire };
	}
}
