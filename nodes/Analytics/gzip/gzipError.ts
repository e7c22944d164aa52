/** Why a compressed file is no whole one, as a sentence. */
export class GzipError extends Error {
	override readonly name = 'GzipError';
}
