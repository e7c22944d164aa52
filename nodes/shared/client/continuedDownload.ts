import { cancellableSleep } from '../cancellableSleep';
import { asError, ServiceError } from '../errors';
import type { FileIdentity, Part, RestOfFile } from './byteRange';
import { backoffMs } from './retryTiming';
import type { Download, OpenFile } from './serviceRequest';

/** In a row; each of them has the tries of the client itself. */
const MAX_TRIES_WITHOUT_BYTES = 3;
/** Enough to tell what kind of file it is. */
const START_BYTES = 16;

/** What was sent when the rest of a file was asked for. */
export type RestAnswer =
	| (Part & { chunks: AsyncGenerator<Uint8Array> })
	/** There is no more of it. */
	| 'whole'
	/** The file from its beginning: it is another one by now, or is only sent whole. */
	| { fresh: Download };

export interface ContinuedDownloadOptions {
	/** Undefined if the rest of this file cannot be asked for. */
	identity: FileIdentity | undefined;
	/** Whether a file that begins like this holds what verifies it: without that, no part is trusted. */
	isVerified(start: Uint8Array): boolean;
	/** How long a download that breaks off is continued, in milliseconds from its beginning. */
	maxMs: number;
	/** @returns undefined if the answer is no rest of this file */
	askForRest(rest: RestOfFile): Promise<RestAnswer | undefined>;
	signal: AbortSignal;
}

interface OpenPart {
	chunks: AsyncGenerator<Uint8Array>;
	/** Infinity for the first answer, which is the whole file. */
	end: number;
}

/**
 * A download as one stream of bytes that continues where its connection broke off, unnoticed by
 * whoever reads it. Where that is not possible, the stream ends in the error of the break.
 */
export class ContinuedDownload implements Download {
	readonly chunks: AsyncGenerator<Uint8Array>;
	readonly toStream: Download['toStream'];
	readonly #first: OpenFile;
	readonly #options: ContinuedDownloadOptions;
	readonly #giveUpAt: number;
	#identity: FileIdentity | undefined;
	#start: Uint8Array = new Uint8Array();
	/** Bytes that were passed on. */
	#at = 0;
	#isBrokenOff = false;
	#fresh: Download | undefined;

	constructor(first: OpenFile, options: ContinuedDownloadOptions) {
		this.#first = first;
		this.#options = options;
		this.#identity = options.identity;
		this.#giveUpAt = performance.now() + options.maxMs;
		this.toStream = first.toStream;
		this.chunks = this.#read();
	}

	isBrokenOff(): boolean {
		return this.#isBrokenOff;
	}

	takeFresh(): Download | undefined {
		const fresh = this.#fresh;
		this.#fresh = undefined;
		return fresh;
	}

	async close(): Promise<void> {
		await this.chunks.return(undefined);
		await this.#first.close();
		await this.takeFresh()?.close();
	}

	async *#read(): AsyncGenerator<Uint8Array> {
		let part: OpenPart = { chunks: this.#first.chunks, end: Infinity };
		for (let tries = 0; ;) {
			const from = this.#at;
			const broken = yield* this.#bytesOf(part);
			// That the first answer is whole is for the HTTP client and the reader of the file to tell.
			const isLast = part.end === Infinity || part.end === this.#identity?.length;
			if (!broken && isLast) return;

			if (this.#at > from) tries = 0;
			let rest: OpenPart | 'whole' | 'noAnswer' = 'noAnswer';
			while (rest === 'noAnswer') rest = await this.#rest(broken ?? endedEarly(), tries++);
			if (rest === 'whole') return;
			part = rest;
		}
	}

	/** @returns why the bytes do not reach `end`; undefined if they do */
	async *#bytesOf({ chunks, end }: OpenPart): AsyncGenerator<Uint8Array, ServiceError | undefined> {
		try {
			for await (const chunk of chunks) {
				if (this.#at + chunk.length > end) {
					this.#identity = undefined;
					return tooManyBytes();
				}
				if (this.#start.length < START_BYTES) {
					this.#start = Buffer.concat([this.#start, chunk.subarray(0, START_BYTES)]);
				}
				this.#at += chunk.length;
				yield chunk;
			}
		} catch (error) {
			this.#options.signal.throwIfAborted();
			if (error instanceof ServiceError) return error;
			throw this.#brokenOff(asError(error));
		}
		return end === Infinity || this.#at === end ? undefined : endedEarly();
	}

	/** @throws what the bytes ended with, if this download cannot be continued */
	async #rest(broken: ServiceError, tries: number): Promise<OpenPart | 'whole' | 'noAnswer'> {
		const { isVerified, askForRest, maxMs, signal } = this.#options;
		const identity = this.#identity;
		if (!identity || !isVerified(this.#start)) throw this.#brokenOff(broken);
		if (this.#at === identity.length) return 'whole';
		if (performance.now() > this.#giveUpAt) throw tookTooLong(broken, maxMs);
		if (tries >= MAX_TRIES_WITHOUT_BYTES) throw this.#brokenOff(broken);
		await cancellableSleep(
			backoffMs(tries, () => Math.random()),
			signal,
		);

		let answer: RestAnswer | undefined;
		try {
			answer = await askForRest({ identity, from: this.#at });
		} catch (error) {
			signal.throwIfAborted();
			if (!(error instanceof ServiceError)) throw asError(error);
			if (error.kind === 'noAnswer' || error.kind === 'notSent') return 'noAnswer';
			throw this.#brokenOff(broken);
		}
		if (answer === 'whole') return answer;
		if (!answer || 'fresh' in answer) {
			this.#fresh = answer?.fresh;
			throw this.#brokenOff(broken);
		}
		this.#identity = { ...identity, length: answer.length };
		return answer;
	}

	#brokenOff(error: Error): Error {
		this.#isBrokenOff = true;
		return error;
	}
}

function endedEarly(): ServiceError {
	return new ServiceError({
		kind: 'noAnswer',
		message: 'The service sent only a part of the file',
		description: 'Try again. If it happens every time, ask whoever runs the service.',
	});
}

function tooManyBytes(): ServiceError {
	return new ServiceError({
		kind: 'noAnswer',
		message: 'The service sent another part of the file than it was asked for',
		description: 'Try again. If it happens every time, ask whoever runs the service.',
	});
}

/** Fetching it again would take as long. */
function tookTooLong(broken: ServiceError, maxMs: number): ServiceError {
	return broken.withMessage(
		`The connection kept breaking off, and the file was not complete after ${Math.round(maxMs / 1000)} seconds`,
		'Run it over a better connection, or raise Options > Max Wait of Run.',
	);
}
