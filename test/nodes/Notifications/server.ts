import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { closeServer, startServer } from '../../service/httpServer';

export interface Received {
	index: number;
	accountId: string;
	flowId: string;
	type: string;
	users: Array<{ phone: string; nonce: string; params: object; labels?: object[] }>;
}

/** What the server does with a request; without anything, it accepts all users. */
export interface Answer {
	status?: number;
	body?: unknown;
	headers?: Record<string, string>;
	/** How many of the users are notified; by default all where it accepts them, else none. */
	notifies?: number;
	breaks?: true;
	waitMs?: number;
	after?: Promise<unknown>;
}

/** The notifications endpoint, with an answer to each request as a test wants it. */
export async function startNotifications(): Promise<NotificationsServer> {
	const own = new NotificationsServer();
	const { server, url } = await startServer(async (...call) => await own.answerTo(...call), 0);
	const close = async () => await closeServer(server);
	return Object.assign(own, { notificationsUrl: url, close });
}

export class NotificationsServer {
	readonly token = 'token-of-the-tests';
	readonly accountId = 'account-1';
	readonly flowId = 'flow-1';
	readonly baseUrl = 'http://127.0.0.1:9';
	notificationsUrl = '';
	close = async () => {};

	answer: (request: Received) => Answer | undefined = () => undefined;
	requests: Received[] = [];
	/** Who got a notification, as often as that happened: each nonce once. */
	notified: string[] = [];
	readonly #nonces = new Set<string>();
	underWay = 0;
	mostUnderWay = 0;

	async answerTo(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const isKnown = request.headers.authorization === `Bearer ${this.token}`;
		const [, accountId = '', flowId = ''] =
			/\/api\/v1\/accounts\/([^/]+)\/bots\/([^/]+)\/notifications$/.exec(request.url ?? '') ?? [];
		const sent = JSON.parse(await text(request)) as Pick<Received, 'type' | 'users'>;
		if (!isKnown || accountId === '') throw new Error(`Not for ${request.url}`);
		const received = { index: this.requests.length, accountId, flowId, ...sent };
		this.requests.push(received);
		this.underWay += 1;
		this.mostUnderWay = Math.max(this.mostUnderWay, this.underWay);
		const { breaks, ...answer } = this.answer(received) ?? {};
		const { status = 200, body = { success: true }, headers = {}, waitMs, after } = answer;
		const isYes = status === 200 && !breaks && (body as { success?: unknown }).success === true;
		this.#notify(received.users.slice(0, answer.notifies ?? (isYes ? Infinity : 0)));
		if (waitMs !== undefined) await new Promise((resolve) => setTimeout(resolve, waitMs));
		await after;
		this.underWay -= 1;
		if (breaks) return void response.destroy();
		response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
		response.end(typeof body === 'string' ? body : JSON.stringify(body));
	}

	#notify(users: Received['users']): void {
		for (const { phone, nonce } of users) {
			if (nonce !== '' && this.#nonces.has(nonce)) continue;
			this.#nonces.add(nonce);
			this.notified.push(phone);
		}
	}
}

/** One for all tests of a file, as new for each of them. */
export function serverForEach(): NotificationsServer {
	let server: NotificationsServer;
	beforeEach(async () => {
		server = await startNotifications();
	});
	afterEach(async () => await server.close());
	return new Proxy({} as NotificationsServer, {
		get: (_, name) => Reflect.get(server, name) as unknown,
		set: (_, name, value) => Reflect.set(server, name, value),
	});
}

export const refusal = (reason: unknown, status = 200): Answer => ({
	status,
	body: { success: false, reason },
});
