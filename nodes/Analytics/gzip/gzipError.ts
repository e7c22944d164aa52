/**
 * Why compressed data was refused.
 *
 * - `notGzip`: it does not begin as gzip does.
 * - `truncated`: it ends too early; the download was cut short.
 * - `corrupt`: it contradicts itself (deflate codes, CRC-32, length).
 * - `trailingData`: something stands behind the last member.
 * - `tooLarge`: it is larger than allowed when decompressed.
 */
export type GzipErrorReason = 'notGzip' | 'truncated' | 'corrupt' | 'trailingData' | 'tooLarge';

/** The data cannot be decompressed. The message is a sentence. */
export class GzipError extends Error {
	override readonly name = 'GzipError';
	readonly reason: GzipErrorReason;

	constructor(reason: GzipErrorReason, message: string) {
		super(message);
		this.reason = reason;
	}
}

export function truncated(): GzipError {
	return new GzipError('truncated', 'The compressed file ends too early.');
}

export function corrupt(): GzipError {
	return new GzipError('corrupt', 'The compressed file is damaged.');
}
