import { CREDENTIAL } from '../../shared/credential/fields';
import {
	baseUrlOf,
	credentialAdvice,
	type CredentialSettings,
} from '../../shared/credential/settings';
import { ServiceError } from '../../shared/errors';
import {
	type RequestResult,
	ServiceClient,
	type ServiceClientOptions,
} from '../../shared/http/client';
import { limiterFor } from '../../shared/http/rateLimiter';
import type { Advice, ServiceRequest } from '../../shared/http/request';
import { statusClassOf } from '../../shared/status';
import type { Accepted, Message } from '../message/message';
import { mayHoldResponse, readResponse } from './response';

/** 40 requests a second, which a public client of the service keeps to. The documentation names no limit. */
const REQUESTS_IN_A_TENTH = 4;

const NOT_SENT = 'Not sent: the service had already refused an earlier request for this account.';

interface NotificationsApiOptions extends Pick<ServiceClientOptions, 'n8n' | 'signal'> {
	credential: CredentialSettings;
}

/** The notifications endpoint (section 4.6), with the settings of the credential. */
export class NotificationsApi {
	readonly #client: ServiceClient;
	/** The address up to and including `/api/v1`. */
	readonly #root: string;
	readonly #advice: Advice;
	/**
	 * By account, the error with which later requests fail at once, because "too many requests" has lasted for half an
	 * hour, or the service asks to wait for longer than that. Otherwise, each of them would wait for as long again.
	 */
	readonly #closed = new Map<string, ServiceError>();

	constructor({ n8n, signal, credential }: NotificationsApiOptions) {
		this.#client = new ServiceClient({
			n8n,
			signal,
			credentialName: CREDENTIAL,
			token: credential.apiToken,
			timeoutMs: credential.details.requestTimeout * 1000,
		});
		const baseUrl = baseUrlOf(credential, 'notifications');
		// One example of the documentation leaves `/notifications` out (section 4.6). A base URL that ends with
		// `/api/v1` has that form.
		this.#root = baseUrl.endsWith('/api/v1') ? baseUrl : `${baseUrl}/notifications/api/v1`;
		const advice = credentialAdvice(credential.region, 'notifications');
		this.#advice = {
			...advice,
			403: 'Check the API Token in the credential, and whether your account may send this template from this flow.',
			404: `Check Account ID, Flow ID and Template. ${advice.address}`,
			413: 'Send shorter parameters.',
			429: 'Try again later. Other programs may be sending from the same account.',
		};
	}

	/**
	 * Sends a notification. It is only sent again if its user cannot be notified twice by that: because the user has a
	 * nonce, or because the service certainly did not carry it out.
	 * @returns the result, or the error: a ServiceError, or the reason of `mayStart`
	 */
	async send(
		{ accountId, flowId, template, user }: Message,
		mayStart: AbortSignal,
	): Promise<RequestResult<Accepted>> {
		const closed = this.#closed.get(accountId);
		if (closed) return { error: closed, unclearTries: 0 };
		const account = encodeURIComponent(accountId);
		const flow = encodeURIComponent(flowId);
		const request: ServiceRequest = {
			method: 'POST',
			url: `${this.#root}/accounts/${account}/bots/${flow}/notifications`,
			body: { type: template, users: [user] },
			retryPolicy: user.nonce === '' ? 'ifNotDone' : 'always',
			advice: this.#advice,
			budget: {
				// All requests of an account take turns, and pause together after "too many requests".
				limiter: limiterFor(`${this.#root} ${accountId}`, 'notifications'),
				callsPerWindow: REQUESTS_IN_A_TENTH,
				urgency: 0,
			},
			mayStart,
			readsStatus: mayHoldResponse,
		};
		const sent = await this.#client.json(request, readResponse);
		if ('error' in sent && isTooMany(sent.error)) {
			this.#closed.set(accountId, sent.error.withAdvice(NOT_SENT));
		}
		return sent;
	}
}

function isTooMany(error: unknown): error is ServiceError {
	return error instanceof ServiceError && statusClassOf(error.status) === 'rateLimit';
}
