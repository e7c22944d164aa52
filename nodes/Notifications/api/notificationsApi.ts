import { credentialAdvice } from '../../shared/credential/advice';
import type { CredentialSettings } from '../../shared/credential/settings';
import { asError, ServiceError } from '../../shared/errors';
import type { Advice } from '../../shared/http/advice';
import { ServiceClient, type ServiceClientOptions } from '../../shared/http/client';
import type { Delivery } from '../../shared/http/delivery';
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
	credential: CredentialSettings;
}

/** What became of a request for notifications. */
export type SendResult = {
	/** How often it was sent. */
	tries: number;
} & (
	| { response: NotificationResponse }
	| { error: ServiceError; delivery: Delivery }
	/** Stop, or the failure of another request, ended it. */
	| { isEnded: true; delivery: Delivery }
);

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

	constructor({ context, signal, credential }: NotificationsApiOptions) {
		const { token, region, details } = credential;
		const timeoutMs = details.requestTimeout * 1000;
		const baseUrl = credential.notificationsBaseUrl();
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
	 * did not take the request. Never throws.
	 * @param mayStart ends the wait for its turn, though not a request that is under way
	 */
	async send(request: NotificationRequest, mayStart: AbortSignal): Promise<SendResult> {
		try {
			return await this.#send(request, mayStart);
		} catch (error) {
			// A bug, before anything was sent.
			return { error: this.#ownFailure(error, 'notSent'), delivery: 'notSent', tries: 0 };
		}
	}

	async #send(request: NotificationRequest, mayStart: AbortSignal): Promise<SendResult> {
		const closed = this.#tooMany.get(request.accountId);
		if (closed) return { error: closed, delivery: closed.delivery, tries: 0 };
		const repeat: RetryPolicy = request.hasNonces ? 'always' : 'ifNotReceived';
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
		};
		const result = await this.#client.tryJson(exchange, (json) =>
			this.#read(json, request, repeat),
		);
		if ('value' in result) return { response: result.value, tries: result.tries };
		const { error, delivery, tries } = result;
		if (error instanceof ServiceError) {
			if (error.kind === 'refused' && statusClassOf(error.status ?? 0) === 'pace') {
				this.#close(request, error);
			}
			return { error, delivery, tries };
		}
		if (mayStart.aborted) return { isEnded: true, delivery, tries };
		return { error: this.#ownFailure(error, delivery), delivery, tries };
	}

	/** An error of n8n's, or of ours. */
	#ownFailure(error: unknown, delivery: Delivery): ServiceError {
		const failed = 'n8n failed to send the request, or to read its response';
		const said = this.#client.shown(asError(error).message);
		return new ServiceError('noAnswer', failed, said, { delivery });
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

	#close({ accountId }: NotificationRequest, error: ServiceError): void {
		if (this.#tooMany.has(accountId)) return;
		// Later requests are not sent at all, whatever became of this one.
		this.#tooMany.set(accountId, error.with({ delivery: 'notSent' }).withAdvice(NOT_SENT));
	}

	/** All requests of an account take turns, and wait together when they were too many. */
	#limiterOf({ accountId }: NotificationRequest, signal: AbortSignal): Limiter {
		const limiter = limiterFor(`${this.#root} ${accountId}`, 'notifications');
		let isFirstTry = true;
		const acquire: Limiter['acquire'] = async (options): Promise<Call> => {
			const call = await limiter.acquire({ ...options, signal });
			const closed = this.#tooMany.get(accountId);
			// One that is sent again may already have notified its users, so it does not count as not sent.
			if (closed && isFirstTry) throw closed;
			isFirstTry = false;
			return call;
		};
		return { acquire };
	}
}
