import { ServiceError } from '../../shared/errors';
import { asJson, shownText } from '../../shared/shownText';
import { type Advice, refusalOf } from '../../shared/client/refusal';
import type { ServiceClient } from '../../shared/client/serviceClient';
import type { JsonAnswer } from '../../shared/client/serviceRequest';
import type { User } from '../message/message';
import { type FailureReason, notificationAnswerSchema } from './schemas';

export interface NotificationRequest {
	accountId: string;
	flowId: string;
	template: string;
	users: User[];
}

export interface NotificationsApiOptions {
	client: ServiceClient;
	/** Without a trailing slash, and without /notifications at its end. */
	baseUrl: string;
}

const ADVICE: Advice = {
	403: 'Check the API Token in the credential, and whether your account may send notifications from this flow.',
	404: 'Check Account ID and Flow ID, and the Notifications Base URL in the credential.',
	413: 'Lower Options > Batch Size.',
};

/** The notification endpoint (section 4.6). */
export class NotificationsApi {
	readonly #options: NotificationsApiOptions;

	constructor(options: NotificationsApiOptions) {
		this.#options = options;
	}

	/** What `send` sends, without the token. */
	request({ accountId, flowId, template, users }: NotificationRequest) {
		const account = encodeURIComponent(accountId);
		const flow = encodeURIComponent(flowId);
		return {
			method: 'POST' as const,
			url: `${this.#options.baseUrl}/notifications/api/v1/accounts/${account}/bots/${flow}/notifications`,
			body: { type: template, users },
		};
	}

	/**
	 * Creates notifications. Sent again automatically only where nobody can be notified twice: every user
	 * has a nonce, or the service surely did not get the request.
	 *
	 * @throws ServiceError; `refused` with the service's reason (section 2.7)
	 */
	async send(request: NotificationRequest): Promise<void> {
		const isSafeToRepeat = request.users.every(({ nonce }) => nonce !== '');
		await this.#options.client.json(
			{
				...this.request(request),
				repeat: isSafeToRepeat ? 'always' : 'ifNotReceived',
				isAnswer: saysWhy,
				advice: ADVICE,
			},
			assertAccepted,
		);
	}
}

function assertAccepted({ status, body }: JsonAnswer): void {
	const answer = notificationAnswerSchema.safeParse(body);
	if (!answer.success && status >= 400) {
		throw refusalOf({ status, text: asJson(body), advice: ADVICE });
	}
	if (!answer.success) {
		throw new ServiceError({
			kind: 'badAnswer',
			message: 'The response did not come from the notification service',
			description: `The response: ${shownText(body)}. Check the base URL in the credential.`,
		});
	}
	if (!answer.data.success) throw refusedFor(answer.data.reason, status);
	if (status >= 400) throw refusalOf({ status, text: '', advice: ADVICE });
}

/** The statuses that may carry a reason in the form of section 2.7; the others have words of their own. */
function saysWhy(status: number): boolean {
	return status >= 400 && status < 500 && ![401, 403, 404, 408, 413, 429].includes(status);
}

function refusedFor(reason: FailureReason, status: number): ServiceError {
	const said =
		typeof reason === 'string'
			? reason
			: [reason?.error, reason?.description]
					.filter((part) => part !== null && part !== undefined)
					.join(': ');
	return new ServiceError({
		kind: 'refused',
		status,
		message: 'The service refused the notification',
		description: `It said: ${shownText(said)}`,
	});
}
