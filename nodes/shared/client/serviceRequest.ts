import type { IHttpRequestMethods } from 'n8n-workflow';
import type { CallLimiter } from './callLimiter';
import type { Advice } from './refusal';
import type { BodyStream } from './responseBody';

/** A place in the calls per minute: which budget, and how urgent this call is in it. */
export interface CallBudget {
	limiter: CallLimiter;
	callsPerMinute: number;
	urgency: number;
	spare?: number;
}

export interface ServiceRequest {
	method: Extract<IHttpRequestMethods, 'GET' | 'POST'>;
	url: string;
	body?: object;
	/** More headers, which go along to where the request is redirected. */
	headers?: Readonly<Record<string, string>>;
	/**
	 * When the request may be sent again automatically: `always` where twice is as good as once,
	 * `ifNotReceived` where only a request that the service surely did not carry out may be
	 * repeated, `never` where the caller has a rhythm of its own.
	 */
	repeat: 'always' | 'ifNotReceived' | 'never';
	/** Called before the request is sent again though the service may have carried it out. */
	onRepeat?(): void;
	/** What to do about a refusal of this request. */
	advice?: Advice;
	budget?: CallBudget | undefined;
	/** Ends the request, and the waiting for a turn or for another try. */
	deadline?: AbortSignal | undefined;
	/** Which HTTP statuses besides 2xx are answers that the caller reads itself. */
	isAnswer?(status: number): boolean;
	/** Which HTTP statuses say all there is to say, so that a body may be absent. */
	needsNoBody?(status: number): boolean;
}

export interface JsonAnswer {
	status: number;
	/** Parsed, with the token taken out of its values; null if there is none. */
	body: unknown;
	/** Milliseconds that the service asked to wait (Retry-After). */
	retryAfterMs?: number | undefined;
}

/** A file that is being sent. It must be read to its end, or closed, so that the connection is freed. */
export interface OpenFile {
	chunks: AsyncGenerator<Uint8Array>;
	/** A Node stream of what was made of the chunks, for n8n's `prepareBinaryData`. */
	toStream(bytes: AsyncIterable<Uint8Array>): BodyStream;
	close(): Promise<void>;
}

export interface Download extends OpenFile {
	/** True once the chunks themselves have ended in an error, so that fetching them again may help. */
	isBrokenOff(): boolean;
	/**
	 * The file from its beginning, if the service sent that when it was asked to continue. It is for
	 * whoever takes it to close.
	 */
	takeFresh(): Download | undefined;
}
