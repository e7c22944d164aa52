import { pieces } from './cuts';

/** Bytes in chunks of equal length, as they might come from a network. */
export async function* asChunks(bytes: Uint8Array, size = 1 << 16): AsyncGenerator<Uint8Array> {
	yield* pieces(bytes, [size]);
}
