import type { IncomingHttpHeaders } from 'node:http';
import { EnvHttpProxyAgent, request } from 'undici';
import { analyticsUrl, baseUrlOf } from '../../nodes/shared/credential/settings';
import { type CallMode, limiterFor } from '../../nodes/shared/http/rateLimiter';
import { meantStatus } from '../../nodes/shared/http/refusal';
import { retryAfterOf } from '../../nodes/shared/http/retry';
import { isObject } from '../../nodes/shared/values';
import { isRedirect } from '../../nodes/shared/status';
import { CannotCall, NotTested } from './assumption';
import { ANSWER_SECONDS, type CheckSettings } from './settings';
import { say } from './shown';

/** A response, whatever it says. */
export interface Reply {
	status: number;
	headers: IncomingHttpHeaders;
	bytes: Buffer;
	/** Undefined if the body is not JSON. */
	json: unknown;
}

const MAX_TRIES = 3;

/** Plain requests to the service, for what the nodes do not tell of a response. */
export class Service {
	/** Whether a call was refused, as there were too many. */
	hadTooMany = false;
	/** Proxies of the environment are used, as n8n does. An idle connection ends at once, so that nothing keeps running. */
	readonly #agent = new EnvHttpProxyAgent({ keepAliveTimeout: 1, keepAliveMaxTimeout: 1 });

	constructor(private readonly settings: CheckSettings) {}

	async query(body: object): Promise<Reply> {
		return await this.#analytics('synchronous', '/querying', body);
	}

	async startJob(body: object): Promise<Reply> {
		return await this.#analytics('bulk', '/querying?bulkCopy=true', body);
	}

	async jobStatus(jobId: string): Promise<Reply> {
		return await this.#analytics('bulk', `/bulk-copy/jobs/${encodeURIComponent(jobId)}`);
	}

	async download(jobId: string): Promise<Reply> {
		const path = `/bulk-copy/jobs/download-file/${encodeURIComponent(jobId)}` as const;
		const reply = await this.#analytics('bulk', path);
		const { location } = reply.headers;
		if (!isRedirect(reply.status) || location === undefined) return reply;
		// Files may be in a storage of another host, which must not get the token.
		const { href } = new URL(location, analyticsUrl(this.settings, path));
		return await this.#once(href);
	}

	/** It is never sent again. */
	async notify(body: object): Promise<Reply> {
		const { accountId, flowId, apiToken: token } = this.settings;
		const path = `accounts/${encodeURIComponent(accountId)}/bots/${encodeURIComponent(flowId)}`;
		const baseUrl = baseUrlOf(this.settings, 'notifications');
		const url = `${baseUrl}/notifications/api/v1/${path}/notifications`;
		return await this.#once(url, { body, token });
	}

	async close(): Promise<void> {
		await this.#agent.destroy();
	}

	/** After "too many calls", it waits as the service says, and calls again. */
	async #analytics(mode: CallMode, path: `/${string}`, body?: object): Promise<Reply> {
		const url = analyticsUrl(this.settings, path);
		const { apiToken: token, details } = this.settings;
		// That of the nodes, so that all calls together keep within the limit.
		const limiter = limiterFor(`${baseUrlOf(this.settings, 'analytics')} ${token}`, mode);
		const signal = new AbortController().signal;
		for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
			const callsPerWindow = details.callsPerMinute;
			const turn = await limiter.acquire({ callsPerWindow, urgency: 0, signal });
			const reply = await this.#once(url, { body, token }).finally(() => turn.end());
			if (reply.status !== 429) {
				turn.succeeded();
				return reply;
			}
			this.hadTooMany = true;
			turn.rateLimited(retryAfterOf(reply.headers));
		}
		throw new NotTested(say`the service kept refusing calls as too many (HTTP 429)`);
	}

	/** @throws CannotCall if there is no answer */
	async #once(
		url: string,
		sent: { body?: object | undefined; token?: string } = {},
	): Promise<Reply> {
		const { body, token } = sent;
		// For the whole answer: with a server that sends a byte now and then, any other time-out would never end.
		const signal = AbortSignal.timeout(ANSWER_SECONDS * 1000);
		const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
		try {
			const response = await request(url, {
				method: body ? 'POST' : 'GET',
				dispatcher: this.#agent,
				signal,
				headers: { 'content-type': 'application/json', ...authorization },
				body: body ? JSON.stringify(body) : null,
			});
			const bytes = Buffer.from(await response.body.arrayBuffer());
			const { statusCode: status, headers } = response;
			return { status, headers, bytes, json: parsed(bytes) };
		} catch {
			throw new CannotCall(
				signal.aborted
					? say`the service did not answer within ${ANSWER_SECONDS} seconds`
					: say`the connection to the service failed: check the address, and your network`,
			);
		}
	}
}

function parsed(bytes: Buffer): unknown {
	try {
		return JSON.parse(bytes.toString('utf8')) as unknown;
	} catch {
		return undefined;
	}
}

/** The status that counts: that of the response, or in the words in which the service passes on another refusal. */
export function statusOf({ status, json }: Reply): number {
	const own = isObject(json) ? Number(json['status']) : NaN;
	const said = own >= 400 ? Math.max(own, status) : status;
	return meantStatus({ status: said, body: json });
}

/** @throws CannotCall if no answer to anything can be expected: of this server, or with this token */
export function checkIsService(reply: Reply): void {
	const status = statusOf(reply);
	const isClosed = [401, 403, 404, 429].includes(status) || status >= 500 || isRedirect(status);
	if (!isClosed && reply.json !== undefined) return;
	throw new CannotCall(say`nothing can be called at this address with this token (HTTP ${status})`);
}
