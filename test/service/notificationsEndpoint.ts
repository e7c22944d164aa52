import type { ServerResponse } from 'node:http';
import { type Answer, json, refusedNotification, send } from './answers';
import { wait } from './faults';
import type { Ledger } from './ledger';
import type { RecordedRequest, Route } from './requests';

/** A request to the notifications endpoint, as a test looks at it. */
export interface NotificationsRequest {
	/** Counted from 0. */
	index: number;
	accountId: string;
	flowId: string;
	type: string;
	users: Array<{
		phone: string;
		nonce: string;
		params: Record<string, unknown>;
		labels?: object[];
	}>;
}

/** What the service does with a request, where a test decides it. */
export interface ChosenAnswer {
	/** By default 200. */
	status?: number;
	/** A text, or what is sent as JSON; by default `{ success: true }`. */
	body?: unknown;
	headers?: Record<string, string>;
	/** How many of the users are notified; by default all where the answer is a success, else none. */
	notifies?: number;
	/** The connection breaks instead of an answer. */
	breaks?: true;
	/** The answer comes so much later, and after this. The users are notified at once. */
	waitMs?: number;
	after?: Promise<unknown>;
}

/** What a test sees and decides of the notifications endpoint. */
export class NotificationsEndpoint {
	/** Chooses the answer to each request; where it chooses none, the service does what it always does. */
	answer: (request: NotificationsRequest) => ChosenAnswer | undefined = () => undefined;
	readonly requests: NotificationsRequest[] = [];
	/** The most requests that waited for their answers at the same time. */
	mostUnderWay = 0;
	#underWay = 0;

	record({ accountId = '', flowId = '' }: Route, { body }: RecordedRequest): NotificationsRequest {
		const { type, users } = body as Pick<NotificationsRequest, 'type' | 'users'>;
		const request = { index: this.requests.length, accountId, flowId, type, users };
		this.requests.push(request);
		return request;
	}

	async send(chosen: ChosenAnswer, { request, response, ledger }: SendContext): Promise<void> {
		this.#underWay += 1;
		this.mostUnderWay = Math.max(this.mostUnderWay, this.#underWay);
		notify(chosen, request, ledger);
		await delayOf(chosen);
		this.#underWay -= 1;
		if (chosen.breaks) response.destroy();
		else await send(response, answerOf(chosen));
	}

	reset(): void {
		this.answer = () => undefined;
		this.requests.length = 0;
		this.mostUnderWay = 0;
	}
}

interface SendContext {
	request: NotificationsRequest;
	response: ServerResponse;
	ledger: Ledger;
}

function notify(chosen: ChosenAnswer, request: NotificationsRequest, ledger: Ledger): void {
	const { accountId, flowId, type, users } = request;
	const count = chosen.notifies ?? (isSuccess(chosen) ? users.length : 0);
	for (const { labels = [], ...user } of users.slice(0, count)) {
		ledger.notify({ ...user, labels, type, accountId, flowId, time: Date.now() });
	}
}

const SUCCESS = { success: true };

function isSuccess({ status = 200, body = SUCCESS, breaks }: ChosenAnswer): boolean {
	return status === 200 && !breaks && (body as { success?: unknown }).success === true;
}

async function delayOf({ waitMs, after }: ChosenAnswer): Promise<void> {
	if (waitMs !== undefined) await wait(waitMs);
	await after;
}

function answerOf({ status = 200, body = SUCCESS, headers }: ChosenAnswer): Answer {
	const answer = json(status, body);
	return {
		status,
		headers: { ...answer.headers, ...headers },
		body: typeof body === 'string' ? body : answer.body,
	};
}

/** The answer by which the service refuses a notification. */
export function refusedAnswer(reason: unknown, status = 200): ChosenAnswer {
	return { status, body: refusedNotification(reason) };
}
