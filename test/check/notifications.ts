import { randomUUID } from 'node:crypto';
import { isObject } from '../../nodes/shared/values';
import { type Assumptions, CannotCall, judged, NotTested, once, type Result } from './assumption';
import { checkIsService, type Reply, type Service, statusOf } from './service';
import { type CheckSettings, MAX_MESSAGES } from './settings';
import { fieldsIn, say } from './shown';

export const NOTIFICATIONS: Assumptions = {
	'Unknown template': {
		expected: 'It is refused with success: false and a reason, a text or an object (2.7, A).',
		otherwise: 'The node may take a message for sent that nobody gets.',
		async test({ notifications, settings }) {
			return judgedRefusal(await notifications.unknownTemplate(), settings);
		},
	},
	'Missing parameter': {
		expected: 'It is refused with success: false and a reason, a text or an object (2.7, A).',
		otherwise: 'If it is sent nevertheless, users get messages with gaps.',
		async test({ notifications, settings }) {
			return judgedRefusal(await notifications.missingParameter(), settings);
		},
	},
	'Accepted notification': {
		expected:
			'The response has success: true (2.7, A), id (a text) and message_ids (a list with one text) (2.7, B).',
		otherwise: 'The node takes a message for failed that was sent, or returns no IDs.',
		async test({ notifications, settings }) {
			const reply = await notifications.first();
			const seen = say`HTTP ${statusOf(reply)}; ${fieldsIn(reply.json, settings.secrets)}`;
			if (isRefused(reply)) throw new NotTested(say`the message was refused (${seen})`);
			const { id, message_ids: ids } = isObject(reply.json) ? reply.json : {};
			const hasIds = typeof id === 'string' && Array.isArray(ids) && ids.length === 1;
			return judged(isSuccess(reply) && hasIds && typeof ids[0] === 'string', seen);
		},
	},
	'The same nonce again': {
		expected: 'It is accepted (2.6: not known).',
		otherwise: 'The node takes a message for failed that was sent before.',
		async test({ notifications, settings }) {
			const reply = await notifications.repeated();
			return judged(isSuccess(reply), seenOf(reply, settings));
		},
	},
};

function judgedRefusal(reply: Reply, settings: CheckSettings): Result {
	const { success, reason } = isObject(reply.json) ? reply.json : {};
	const hasReason = typeof reason === 'string' || isObject(reason);
	// From 500 on, it is what another server has said.
	const isExpected = success === false && hasReason && statusOf(reply) < 500;
	return judged(isExpected, seenOf(reply, settings));
}

function seenOf(reply: Reply, { secrets }: CheckSettings): Result['seen'] {
	if (isSuccess(reply)) return say`it is accepted`;
	const reason = isObject(reply.json) ? reply.json['reason'] : undefined;
	return say`HTTP ${statusOf(reply)}; reason: ${fieldsIn(reason, secrets)}`;
}

/** Notifications to the user's own phone, in an order in which there are never too many. */
export class NotificationSteps {
	/** How many messages the phone may have got by now, at most. */
	possible = 0;
	readonly #nonce = `check-${randomUUID()}`;

	constructor(
		private readonly settings: CheckSettings,
		private readonly service: Service,
	) {}

	/** The first request, which sends nothing if the service knows its templates. @throws CannotCall */
	readonly unknownTemplate = once(async (): Promise<Reply> => {
		const reply = await this.#send({ template: 'chat_commerce_check_unknown' });
		checkIsService(reply);
		return reply;
	});

	/** The template without its first parameter. */
	readonly missingParameter = once(async (): Promise<Reply> => {
		await this.unknownTemplate();
		const [first, ...others] = Object.entries(this.settings.params);
		if (!first) throw new NotTested(say`the template has no parameters`);
		return await this.#send({ params: Object.fromEntries(others) });
	});

	/** A whole message. */
	readonly first = once(async (): Promise<Reply> => {
		// What sends nothing comes first: if it does send something, there is less to send afterwards.
		await this.missingParameter().catch((error: unknown) => {
			if (!(error instanceof NotTested) || error instanceof CannotCall) throw error;
		});
		return await this.#send({ nonce: this.#nonce });
	});

	/** The same message again, with the same nonce. */
	readonly repeated = once(async (): Promise<Reply> => {
		if (isSuccess(await this.first())) return await this.#send({ nonce: this.#nonce });
		throw new NotTested(say`no message was accepted`);
	});

	/** Never sends more than is allowed, even if each request that was not refused gave a message. @throws NotTested */
	async #send({
		template = this.settings.template,
		params = this.settings.params,
		nonce = `check-${randomUUID()}`,
	}): Promise<Reply> {
		const { accountId, flowId, phone, maySend } = this.settings;
		if ([accountId, flowId, this.settings.template, phone].includes('')) {
			throw new NotTested(say`it needs an Account ID, a Flow ID, a template and a phone`);
		}
		if (!maySend) throw new NotTested(say`sending was not confirmed`);
		if (this.possible === MAX_MESSAGES) {
			throw new NotTested(say`the phone may have got ${this.possible} messages already`);
		}
		this.possible += 1;
		const reply = await this.service.notify({ type: template, users: [{ phone, nonce, params }] });
		if (isRefused(reply)) this.possible -= 1;
		return reply;
	}
}

function isSuccess(reply: Reply): boolean {
	return statusOf(reply) < 400 && isObject(reply.json) && reply.json['success'] === true;
}

/** The service's own refusal, or that of its gateway: nobody was notified. */
function isRefused(reply: Reply): boolean {
	const status = statusOf(reply);
	const isOwn = isObject(reply.json) && reply.json['success'] === false;
	return isOwn || (status >= 400 && status < 500);
}
