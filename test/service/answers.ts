import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Endpoint } from './requests';

export interface Answer {
	status: number;
	headers?: Record<string, string>;
	body: string | Uint8Array | Readable;
}

export function envelope(data: unknown): Answer {
	return json(200, { data, message: 'OK', status: 200 });
}

export function json(status: number, body: unknown): Answer {
	const headers = { 'Content-Type': 'application/json' };
	return { status, headers, body: JSON.stringify(body) };
}

/** A request that is not carried out, where it is thrown. */
export class Refusal extends Error {
	constructor(
		readonly status: number,
		message: string,
	) {
		super(message);
	}
}

/** An error of the service; that of notifications has a shape of its own (section 2.7). */
export function refusal(
	endpoint: Endpoint,
	{ status, message }: { status: number; message: string },
): Answer {
	if (endpoint !== 'notifications') return json(status, { data: null, message, status });
	return json(status, refused(message));
}

/** 2.7, with the fields that refusals have today. */
export function refused(reason: unknown) {
	return { success: false, reason, id: '', message_ids: null };
}

/** How the service passes on the refusal of another server behind it. */
export function passedOn(status: number): Refusal {
	return new Refusal(500, `Request failed with status code ${status}`);
}

/** The gateway in front of the service refuses in words of its own. */
export function gatewayRefusal(status: number, message: string): Answer {
	return json(status, { message });
}

/** A 429, or another status that says to come later (section 8.1 leaves its headers open). */
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
		// A client that has had enough is no fault of the service.
		await pipeline(body, response).catch(() => {});
	} else {
		response.writeHead(status, { 'Content-Length': Buffer.byteLength(body), ...headers });
		response.end(body);
	}
}
