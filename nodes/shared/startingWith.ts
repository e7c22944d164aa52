/** What was read of a stream to look at it, and then the rest of it, which is closed in every case. */
export async function* startingWith(
	first: IteratorResult<Uint8Array, unknown>,
	rest: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
	try {
		if (!first.done) yield first.value;
		yield* rest;
	} finally {
		await rest.return(undefined);
	}
}
