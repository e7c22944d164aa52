export type GzipErrorReason = 'notGzip' | 'truncated' | 'corrupt' | 'trailingData' | 'tooLarge';

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

export function trailingData(): GzipError {
	return new GzipError('trailingData', 'Something stands behind the end of the compressed file.');
}
