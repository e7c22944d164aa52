import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ServiceOptions } from './options';
import type { EnvelopeReading } from './readings';
import type { Endpoint } from './requests';

/** What a handler wants to be sent. */
export interface Answer {
	status: number;
	headers?: Record<string, string>;
	body: string | Uint8Array | Readable;
}

/** 2.2: the envelope of a success. */
export function envelope(data: unknown, reading: EnvelopeReading = {}): Answer {
	const { httpStatus = 200, ...fields } = reading;
	return json(httpStatus, { data, message: 'OK', status: 200, ...fields });
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

/** An error in the shape that the switches ask for; that of notifications is their own (section 2.7). */
export function refusal(
	endpoint: Endpoint,
	{ errorsInside200, errorBody }: ServiceOptions,
	{ status, message }: { status: number; message: string },
): Answer {
	const httpStatus = errorsInside200 ? 200 : status;
	if (endpoint === 'notifications') {
		const reason = { error: `ERROR_${status}`, description: message };
		return json(httpStatus, { success: false, reason });
	}
	if (errorsInside200 || errorBody === 'envelope') {
		return json(httpStatus, { data: null, message, status });
	}
	if (errorBody === 'json') return json(status, { error: message });
	if (errorBody === 'empty') return { status, body: '' };
	const html = `<html><body><h1>${status}</h1><p>${message}</p></body></html>`;
	const headers = { 'Content-Type': `text/${errorBody === 'html' ? 'html' : 'plain'}` };
	return { status, headers, body: errorBody === 'html' ? html : message };
}

/** A 429, or another status that says to come later (section 8.1 leaves its headers open). */
export function withRetryAfter(answer: Answer, seconds: number | undefined): Answer {
	if (seconds === undefined) return answer;
	return { ...answer, headers: { ...answer.headers, 'Retry-After': String(seconds) } };
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
