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
	413: 'Lower Options > Batch Size.',
	429: 'Raise Options > Batch Interval, or try again later.',
};

/** By which a server says that there is nothing at an address. */
const NOT_HERE = [301, 302, 303, 307, 308, 404, 405, 410];

export class NotificationsApi {
	readonly #options: NotificationsApiOptions;
	/** One example of the specification lacks /notifications before the path. */
	#roots: [root: string, shortRoot?: string];
	#isFirst = true;

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
		if (!this.#isFirst && intervalMs > 0) await cancellableSleep(intervalMs, signal);
		this.#isFirst = false;
		const [root, shortRoot] = this.#roots;
		try {
			return await this.#post(request, root);
		} catch (error) {
			if (shortRoot === undefined || !hasStatus(error, [404])) throw asError(error);
			const answer = await this.#post(request, shortRoot).catch((other: unknown) => {
				throw asError(hasStatus(other, NOT_HERE) ? error : other);
			});
			this.#roots = [shortRoot];
			onShortPath(shortRoot);
			return answer;
		}
	}

	async #post(request: NotificationRequest, root: string): Promise<NotificationAnswer> {
		const { users } = request;
		const isSafeToRepeat = users.every(({ nonce }) => nonce !== '');
		const about = { advice: ADVICE, repeat: isSafeToRepeat ? 'always' : 'ifNotReceived' } as const;
		const letter = { ...about, isAnswer: mayBeAnswer, needsNoBody: isEmptySuccess };
		let refused: Extract<NotificationAnswer, { isAccepted: false }> | undefined;
		try {
			return await this.#options.client.json(
				{ ...this.request(request, root), ...letter },
				(given) => {
					refused = undefined;
					const answer = readAnswer(given, { users, ...about });
					if (answer.isAccepted || given.status < 500) return answer;
					// It may pass: the client asks again, where that cannot send twice.
					refused = answer;
					throw answer.error;
				},
			);
		} catch (error) {
			if (refused && hasStatus(error, [refused.error.status])) return refused;
			throw asError(error);
		}
	}
}

function hasStatus(error: unknown, statuses: Array<number | undefined>): boolean {
	return error instanceof ServiceError && statuses.includes(error.status);
}
