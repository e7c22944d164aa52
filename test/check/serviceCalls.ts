import type { IncomingHttpHeaders } from 'node:http';
import { EnvHttpProxyAgent, request } from 'undici';
import { CannotCall, NotTested } from './assumption';
import { isObject } from '../../nodes/shared/json';
import { Pace } from './pace';
import type { CheckSettings } from './settings';
import { say, type Shown } from './shown';

/** What a test of the check makes shorter. */
export interface Limits {
	/** For which the calls are counted. */
	minuteMs: number;
	/** How long to wait for an answer: who sits in front of it takes a longer silence for the end. */
	answerMs: number;
	/** How long a job may take. */
	jobMs: number;
	/** How long to wait until the status of a job is asked for again; the last of them from then on. */
	pollMs: number[];
	/** How long a run of a node may take. */
	nodeMs: number;
}

export const LIMITS: Limits = {
	// A little more than a minute, for clocks that differ.
	minuteMs: 60_250,
	answerMs: 30_000,
	jobMs: 600_000,
	pollMs: [2_000, 4_000, 8_000, 15_000],
	nodeMs: 180_000,
};

/** A response, whatever it says. */
export interface Reply {
	status: number;
	headers: IncomingHttpHeaders;
	bytes: Buffer;
	/** Undefined if the body is not JSON. */
	json: unknown;
}

interface Call {
	method: 'GET' | 'POST';
	url: string;
	body?: object;
	/** By default the user's; none if it is empty. */
	token?: string;
}

/** Notifications have no limit that we know of. */
interface PacedCall extends Call {
	pace: Pace;
}

const MAX_BYTES = 50 * 2 ** 20;
const MAX_TOO_MANY = 3;

/** A refusal because of too many calls, and how many calls the service had accepted in the minute before. */
export interface TooMany {
	reply: Reply;
	accepted: number;
}

/** Plain requests to the service, for what the nodes do not tell of a response. */
export class ServiceCalls {
	readonly queries: Pace;
	readonly bulk: Pace;
	readonly tooMany: TooMany[] = [];
	/** Proxies of the environment are used, as n8n does. An idle connection ends at once, so that nothing keeps running. */
	readonly #agent = new EnvHttpProxyAgent({ keepAliveTimeout: 1, keepAliveMaxTimeout: 1 });

	constructor(
		private readonly settings: CheckSettings,
		readonly limits: Limits,
	) {
		const { callsPerMinute } = settings;
		this.queries = new Pace(callsPerMinute, limits.minuteMs);
		this.bulk = new Pace(callsPerMinute, limits.minuteMs);
	}

	async query(body: object, token?: string): Promise<Reply> {
		const url = this.settings.analyticsUrl('/querying');
		const call = { method: 'POST', url, body, pace: this.queries } as const;
		return await this.#send(token === undefined ? call : { ...call, token });
	}

	async startJob(body: object): Promise<Reply> {
		const url = this.settings.analyticsUrl('/querying?bulkCopy=true');
		return await this.#send({ method: 'POST', url, body, pace: this.bulk });
	}

	async jobStatus(jobId: string): Promise<Reply> {
		const url = this.settings.analyticsUrl(`/bulk-copy/jobs/${encodeURIComponent(jobId)}`);
		return await this.#send({ method: 'GET', url, pace: this.bulk });
	}

	async download(jobId: string): Promise<Reply> {
		const path = `/bulk-copy/jobs/download-file/${encodeURIComponent(jobId)}` as const;
		const url = this.settings.analyticsUrl(path);
		const reply = await this.#send({ method: 'GET', url, pace: this.bulk });
		const { location } = reply.headers;
		const isElsewhere = reply.status >= 300 && reply.status < 400 && location !== undefined;
		if (!isElsewhere) return reply;
		// Files may be in a storage of another host, which must not get the token.
		return await this.#once({ method: 'GET', url: new URL(location, url).href, token: '' });
	}

	/** It is never sent again. */
	async notify(body: object): Promise<Reply> {
		const { accountId, flowId, notificationsUrl } = this.settings;
		const path = `accounts/${encodeURIComponent(accountId)}/bots/${encodeURIComponent(flowId)}`;
		const url = `${notificationsUrl()}/notifications/api/v1/${path}/notifications`;
		return await this.#once({ method: 'POST', url, body });
	}

	async close(): Promise<void> {
		await this.#agent.destroy();
	}

	/** After "too many calls", it waits as the service says, and calls again. */
	async #send(call: PacedCall): Promise<Reply> {
		for (let tries = 1; ; tries += 1) {
			const reply = await call.pace.during(1, async () => {
				const received = await this.#once(call);
				if (received.status === 429) this.#noteTooMany(received, call.pace);
				return received;
			});
			if (reply.status !== 429) return reply;
			if (tries === MAX_TOO_MANY) {
				throw new NotTested(say`the service kept refusing calls as too many (HTTP 429)`);
			}
		}
	}

	#noteTooMany(reply: Reply, pace: Pace): void {
		const seconds = Number(reply.headers['retry-after']);
		const waitMs = seconds >= 0 ? seconds * 1000 : this.limits.minuteMs;
		this.tooMany.push({ reply, accepted: pace.refused(waitMs) });
	}

	/** @throws CannotCall if there is no answer */
	async #once({ method, url, body, token = this.settings.token }: Call): Promise<Reply> {
		const { answerMs } = this.limits;
		// For the whole answer: with a server that sends a byte now and then, any other time-out would never end.
		const signal = AbortSignal.timeout(answerMs);
		try {
			const response = await request(url, {
				method,
				dispatcher: this.#agent,
				signal,
				headers: {
					'content-type': 'application/json',
					...(token === '' ? {} : { authorization: `Bearer ${token}` }),
				},
				body: body ? JSON.stringify(body) : null,
			});
			const bytes = await bytesOf(response.body);
			const { statusCode: status, headers } = response;
			return { status, headers, bytes, json: parsed(bytes) };
		} catch (error) {
			if (error instanceof NotTested) throw error;
			throw new CannotCall(signal.aborted ? tooLate(answerMs) : noConnection(error));
		}
	}
}

async function bytesOf(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of body) {
		size += chunk.length;
		if (size > MAX_BYTES) throw new NotTested(say`the response is larger than 50 MB`);
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}

function parsed(bytes: Buffer): unknown {
	try {
		return JSON.parse(bytes.toString('utf8')) as unknown;
	} catch {
		return undefined;
	}
}

function tooLate(answerMs: number): Shown {
	return say`the service did not answer within ${Math.ceil(answerMs / 1000)} seconds`;
}

/** The codes of Node.js. */
const FAILURES = [
	{
		codes: /ENOTFOUND|EAI_/,
		sentence: say`the host of the service was not found: check the address, and your network`,
	},
	{
		codes: /ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EADDRNOTAVAIL|CONNECT_TIMEOUT/,
		sentence: say`the host of the service could not be reached: check the address, and your network`,
	},
	{
		codes: /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|EPROTO|ERR_SSL/,
		sentence: say`no secure connection to the service could be made`,
	},
];

function noConnection(error: unknown): Shown {
	const codes: string[] = [];
	for (let next = error; isObject(next); next = next['cause']) codes.push(String(next['code']));
	const failure = FAILURES.find((known) => codes.some((code) => known.codes.test(code)));
	return failure?.sentence ?? say`the connection to the service broke off`;
}

const PASSED_ON = /^Request failed with status code (\d{3})$/;

/** The status that counts: in an envelope, or in the words by which the service passes on another server's refusal. */
export function statusOf({ status, json }: Reply): number {
	if (!isObject(json)) return status;
	const own = Number(json['status']);
	const said = own >= 400 && own < 600 ? Math.max(own, status) : status;
	const text = json['message'] ?? json['reason'];
	const [, passedOn] = typeof text === 'string' ? (PASSED_ON.exec(text.trim()) ?? []) : [];
	return said >= 500 && passedOn !== undefined ? Number(passedOn) : said;
}

export function isToken(reply: Reply): boolean {
	return statusOf(reply) === 401;
}

/** @throws CannotCall if no answer to anything can be expected of this server */
export function checkIsService(reply: Reply): void {
	const status = statusOf(reply);
	if (status === 401) throw new CannotCall(say`the service refused the API token`);
	if (status === 404) throw new CannotCall(say`the service is not at this address (HTTP 404)`);
	if (status >= 500) throw new CannotCall(say`the service is not available (HTTP ${status})`);
	if (status >= 300 && status < 400) {
		throw new CannotCall(say`the address leads to another one (HTTP ${status})`);
	}
	if (reply.json === undefined) {
		throw new CannotCall(say`something else than the service answered (HTTP ${status}, not JSON)`);
	}
}
