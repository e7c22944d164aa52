import { cancellableSleep } from '../../shared/async';
import { asError, ServiceError } from '../../shared/errors';
import type { ServiceClient } from '../../shared/http/client';
import type { Advice } from '../../shared/http/refusal';
import type { User } from '../message/message';
import { isEmptySuccess, mayBeAnswer, type NotificationAnswer, readAnswer } from './answer';

export interface NotificationRequest {
	accountId: string;
	flowId: string;
	template: string;
	users: User[];
	/** Whether a request before may have notified them. */
	mayBeDone?: boolean;
	/** Whether trouble of the service was waited for before, in vain. */
	wasWaited?: boolean;
}

export interface NotificationsApiOptions {
	client: ServiceClient;
	baseUrl: string;
	intervalMs: number;
	signal: AbortSignal;
	/** When only the path without /notifications is known. */
	onShortPath(baseUrl: string): void;
}

const ADVICE: Advice = {
	403: 'Check the API Token in the credential, and whether your account may send notifications from this flow.',
	404: 'Check Account ID and Flow ID, and the Notifications Base URL in the credential.',
	405: 'Check the Notifications Base URL in the credential.',
	413: 'Lower Options > Batch Size.',
	429: 'Raise Options > Batch Interval, or try again later.',
};

export class NotificationsApi {
	readonly #options: NotificationsApiOptions;
	/** One example of the specification lacks /notifications before the path. */
	#roots: [root: string, shortRoot?: string];
	#isFirst = true;
	/** "Too many" that did not pass: all that follows would wait as long. */
	#tooMany: ServiceError | undefined;

	constructor(options: NotificationsApiOptions) {
		const { baseUrl } = options;
		this.#options = options;
		const isWhole = baseUrl.endsWith('/api/v1');
		this.#roots = isWhole ? [baseUrl] : [`${baseUrl}/notifications/api/v1`, `${baseUrl}/api/v1`];
	}

	request({ accountId, flowId, template, users }: NotificationRequest, root = this.#roots[0]) {
		const account = encodeURIComponent(accountId);
		const flow = encodeURIComponent(flowId);
		return {
			method: 'POST' as const,
			url: `${root}/accounts/${account}/bots/${flow}/notifications`,
			body: { type: template, users },
		};
	}

	/** 4.6: sent again only with nonces, or where the service surely did not get the request. */
	async send(request: NotificationRequest): Promise<NotificationAnswer> {
		const { intervalMs, signal, onShortPath } = this.#options;
		if (this.#tooMany) throw this.#tooMany;
		if (!this.#isFirst && intervalMs > 0) await cancellableSleep(intervalMs, signal);
		this.#isFirst = false;
		const [root, shortRoot] = this.#roots;
		try {
			return await this.#post(request, root);
		} catch (error) {
			if (shortRoot === undefined || !hasStatus(error, 404)) throw asError(error);
			const mayBeDone = request.mayBeDone || error.mayBeDone;
			const answer = await this.#post({ ...request, mayBeDone }, shortRoot).catch((other) => {
				throw asError(other instanceof ServiceError ? notFound(error, other) : other);
			});
			this.#roots = [shortRoot];
			onShortPath(shortRoot);
			return answer;
		}
	}

	async #post(request: NotificationRequest, root: string): Promise<NotificationAnswer> {
		const { users, wasWaited } = request;
		const isSafeToRepeat = users.every(({ nonce }) => nonce !== '');
		const about = { advice: ADVICE, repeat: isSafeToRepeat ? 'always' : 'ifNotReceived' } as const;
		const letter = { ...about, isAnswer: mayBeAnswer, needsNoBody: isEmptySuccess };
		let refused: Extract<NotificationAnswer, { isAccepted: false }> | undefined;
		try {
			return await this.#options.client.json(
				{ ...this.request(request, root), ...letter },
				(given) => {
					refused = undefined;
					const mayBeDone = given.mayBeDone || request.mayBeDone;
					const answer = readAnswer({ ...given, mayBeDone }, { users, ...about });
					if (answer.isAccepted || given.status < 500 || wasWaited) return answer;
					// It may pass: the client asks again, where that cannot send twice.
					refused = answer;
					throw answer.error;
				},
			);
		} catch (error) {
			if (refused && hasStatus(error, refused.error.status)) return refused;
			const why = 'This request was not sent, because an earlier one waited 30 minutes in vain.';
			if (hasStatus(error, 429)) this.#tooMany = error.with({ mayBeDone: false }).withAdvice(why);
			throw asError(error);
		}
	}
}

/** Only an answer in the form of section 2.7 shows that the other path is the right one. */
function notFound(error: ServiceError, { mayBeDone, kind, message }: ServiceError): ServiceError {
	const isDone = error.mayBeDone || mayBeDone || kind === 'noAnswer';
	const advice = `Without /notifications in the path: ${message}.`;
	return error.with({ mayBeDone: isDone }).withAdvice(advice);
}

function hasStatus(error: unknown, status: number | undefined): error is ServiceError {
	return error instanceof ServiceError && error.status === status;
}
