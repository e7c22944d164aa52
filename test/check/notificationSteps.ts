import { randomUUID } from 'node:crypto';
import { CannotCall, NotTested, once } from './assumption';
import { isObject } from '../../nodes/shared/json';
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

/** Notifications to the user's own phone, in an order in which there are never too many. */
export class NotificationSteps {
	/** How many messages the phone may have got by now, at most. */
	possible = 0;
	readonly #nonce = `check-${randomUUID()}`;

	constructor(
		private readonly settings: CheckSettings,
		private readonly calls: ServiceCalls,
	) {}

	/** The first request, which sends nothing if the service knows its templates. @throws CannotCall */
	readonly unknownTemplate = once(async (): Promise<Reply> => {
		const reply = await this.#send(this.#user(), UNKNOWN_TEMPLATE);
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
		return await this.#send({ ...this.#user(), params: Object.fromEntries(others) });
	});

	/** A whole message. */
	readonly first = once(async (): Promise<Reply> => {
		// What sends nothing comes first: if it does send something, there is less to send afterwards.
		await this.unknownTemplate();
		await this.missingParameter().catch(ignoreNotTested);
		return await this.#send(this.#user(this.#nonce));
	});

	/** The same message again, with the same nonce. */
	readonly repeated = once(async (): Promise<Reply> => {
		if (!isSuccess(await this.first())) throw new NotTested(say`no message was accepted`);
		return await this.#send(this.#user(this.#nonce));
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

	/** Never sends more than is allowed, even if each request that was not refused gave a message. */
	async #send(user: User, type = this.settings.template): Promise<Reply> {
		this.#checkIsConfirmed();
		if (this.possible === MAX_MESSAGES) {
			throw new NotTested(say`the phone may have got ${this.possible} messages already`);
		}
		this.possible += 1;
		const reply = await this.calls.notify({ type, users: [user] });
		if (isRefused(reply)) this.possible -= 1;
		return reply;
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
