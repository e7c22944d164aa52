import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Endpoint } from './requests';

/** A response of the simulated service, before it is sent. */
export interface Answer {
	status: number;
	headers?: Record<string, string>;
	body: string | Uint8Array | Readable;
}

/** A successful response of the analytics endpoints (section 2.2). */
export function envelope(data: unknown): Answer {
	return json(200, { data, message: 'OK', status: 200 });
}

export function json(status: number, body: unknown): Answer {
	const headers = { 'Content-Type': 'application/json' };
	return { status, headers, body: JSON.stringify(body) };
}

/** Thrown for a request that the service does not carry out. */
export class Refusal extends Error {
	constructor(
		readonly status: number,
		message: string,
	) {
		super(message);
	}
}

/** An error in the form that the endpoint has for errors; that of notifications has its own (section 2.7). */
export function refusal(
	endpoint: Endpoint,
	{ status, message }: { status: number; message: string },
): Answer {
	if (endpoint === 'notifications') return json(status, refusedNotification(message));
	return json(status, { data: null, message, status });
}

/** Section 2.7, and the two empty fields that refusals have besides. */
export function refusedNotification(reason: unknown): object {
	return { success: false, reason, id: '', message_ids: null };
}

/** The service reports the refusal of another server behind it as a 500 of its own, with this message. */
export function passedOn(status: number): Refusal {
	return new Refusal(500, `Request failed with status code ${status}`);
}

/** The gateway in front of the service refuses in a form of its own. */
export function gatewayRefusal(status: number, message: string): Answer {
	return json(status, { message });
}

/** Section 8.1 leaves open which headers a 429 has. These are the gateway's; without seconds, there are none. */
export function withRetryAfter(answer: Answer, seconds: number | undefined): Answer {
	if (seconds === undefined) return answer;
	const wait = String(seconds);
	const headers = { ...answer.headers, 'Retry-After': wait, 'RateLimit-Reset': wait };
	return { ...answer, headers };
}

export async function send(response: ServerResponse, answer: Answer): Promise<void> {
	const { status, headers, body } = answer;
	if (body instanceof Readable) {
		response.writeHead(status, headers);
		// It fails if the client closes the connection because it needs no more of the body, which is not an error.
		await pipeline(body, response).catch(() => {});
	} else {
		response.writeHead(status, { 'Content-Length': Buffer.byteLength(body), ...headers });
		response.end(body);
	}
}
