import { randomUUID } from 'node:crypto';
import { CannotCall, NotTested, once } from './assumption';
import { isObject } from '../../nodes/shared/json';
import { runNode } from './nodes';
import { checkIsService, type Reply, type ServiceCalls, statusOf } from './serviceCalls';
import { type CheckSettings, VARIABLES } from './settings';
import { say, Shown } from './shown';

/** The most messages that the phone can get, whatever the service makes of the requests. */
export const MAX_MESSAGES = 3;
const UNKNOWN_TEMPLATE = 'chat_commerce_check_unknown';

interface User {
	phone: string;
	nonce: string;
	params: Record<string, unknown>;
}

/** What became of the first messages. */
export interface FirstMessages {
	/** Of the last request: with two users, or with one if two were not possible. */
	reply: Reply;
	users: User[];
	/** The request with two users. Undefined if too many messages had been sent for it. */
	ofTwo: Reply | undefined;
}

/** Notifications to the user's own phone, in an order in which there are never too many. */
export class NotificationSteps {
	/** How many messages the phone may have got by now, at most. */
	possible = 0;
	readonly #nonces = [`check-${randomUUID()}`, `check-${randomUUID()}`] as const;

	constructor(
		private readonly settings: CheckSettings,
		private readonly calls: ServiceCalls,
	) {}

	/** The first request, which sends nothing if the service knows its templates. @throws CannotCall */
	readonly unknownTemplate = once(async (): Promise<Reply> => {
		const reply = await this.#send([this.#user()], UNKNOWN_TEMPLATE);
		checkIsService(reply);
		if (statusOf(reply) === 403) {
			throw new CannotCall(say`the service does not let this token send notifications`);
		}
		if (reply.status === 429) throw new CannotCall(say`too many calls (HTTP 429)`);
		return reply;
	});

	/** The template without its first parameter. */
	readonly missingParameter = once(async (): Promise<Reply> => {
		await this.unknownTemplate();
		const [first, ...others] = Object.entries(this.settings.params);
		if (!first) throw new NotTested(say`the template has no parameters`);
		return await this.#send([{ ...this.#user(), params: Object.fromEntries(others) }]);
	});

	/** Two users in a request, and one if that is refused, or if two would be too many. */
	readonly first = once(async (): Promise<FirstMessages> => {
		// What sends nothing comes first: if it does send something, there is less to send afterwards.
		await this.unknownTemplate();
		await this.missingParameter().catch(ignoreNotTested);
		const [one, two] = this.#nonces.map((nonce) => this.#user(nonce)) as [User, User];
		let ofTwo: Reply | undefined;
		// One message must be left, for the same nonce again.
		if (this.possible + 2 < MAX_MESSAGES) {
			ofTwo = await this.#send([one, two]);
			if (isSuccess(ofTwo)) return { reply: ofTwo, users: [one, two], ofTwo };
		}
		// With a nonce of its own, because the service may have kept that of the request that it refused.
		const alone = ofTwo ? this.#user(`check-${randomUUID()}`) : one;
		return { reply: await this.#send([alone]), users: [alone], ofTwo };
	});

	/** The first of these messages again, with the same nonce. */
	readonly repeated = once(async (): Promise<Reply> => {
		const { reply, users } = await this.first();
		if (!isSuccess(reply)) throw new NotTested(say`no message was accepted`);
		return await this.#send(users.slice(0, 1));
	});

	/** What the node makes of that: whether Already Sent Words has the words of the refusal. */
	readonly statusOfNode = once(async (): Promise<unknown> => {
		const { users } = await this.first();
		const [{ nonce } = this.#user()] = users;
		this.#reserve(1);
		const { items } = await runNode(this.settings, this.calls.limits, {
			node: 'notifications',
			parameters: {
				templateId: { __rl: true, mode: 'id', value: this.settings.template },
				phone: this.settings.phone,
				sendTo: 'everyone',
				paramsMode: 'json',
				paramsJson: JSON.stringify(this.settings.params),
				sendOnce: 'nonce',
				nonce,
			},
		});
		return items[0]?.json['status'] ?? 'failed';
	});

	/** @throws NotTested that says what was not given */
	#checkIsConfirmed(): void {
		const { accountId, flowId, template, phone, maySend, baseUrls, region } = this.settings;
		const hasAddress = region !== 'other' || baseUrls.notifications !== '';
		const missing = [
			hasAddress ? '' : VARIABLES.notificationsUrl,
			accountId === '' ? VARIABLES.accountId : '',
			flowId === '' ? VARIABLES.flowId : '',
			template === '' ? VARIABLES.template : '',
			phone === '' ? VARIABLES.phone : '',
		].filter((name) => name !== '');
		if (missing.length > 0) throw new NotTested(whatIsMissing(missing));
		if (!maySend) throw new NotTested(say`sending was not confirmed`);
	}

	/** Never sends more than is allowed, even if each user of each request that was not refused got a message. */
	async #send(users: User[], type = this.settings.template): Promise<Reply> {
		this.#checkIsConfirmed();
		this.#reserve(users.length);
		const reply = await this.calls.notify({ type, users });
		// Of several users, some may have been notified although the request was refused.
		if (isRefused(reply)) this.possible -= users.length === 1 ? 1 : users.length - 1;
		return reply;
	}

	#reserve(count: number): void {
		if (this.possible + count > MAX_MESSAGES) {
			throw new NotTested(say`the phone may have got ${this.possible} messages already`);
		}
		this.possible += count;
	}

	#user(nonce = `check-${randomUUID()}`): User {
		const { phone, params } = this.settings;
		return { phone, nonce, params };
	}
}

function whatIsMissing(names: string[]): Shown {
	const known = Object.values(VARIABLES).filter((name) => names.includes(name));
	return say`not given: ${Shown.names(known, [])}`;
}

function ignoreNotTested(error: unknown): void {
	if (!(error instanceof NotTested) || error instanceof CannotCall) throw error;
}

export function isSuccess(reply: Reply): boolean {
	return statusOf(reply) < 400 && isObject(reply.json) && reply.json['success'] === true;
}

/** The service's own refusal, or that of its gateway: nobody was notified. */
export function isRefused(reply: Reply): boolean {
	const status = statusOf(reply);
	if (isObject(reply.json) && reply.json['success'] === false) return true;
	return status >= 400 && status < 500;
}
