/** V8 makes a shorter slice a string of its own, and a longer one a view of what it was cut from. */
const MIN_VIEW = 13;

/**
 * The same text as a string that keeps nothing else in memory. A field would otherwise keep the
 * whole piece of the file that it stood in, as long as anyone keeps the field.
 *
 * Two parts put together are a rope, which the search makes one string of, copied. Of the ways that
 * V8 leaves to copy a string this is the fastest by a third.
 */
export function ownString(text: string): string {
	if (text.length < MIN_VIEW) return text;
	const rope = text.slice(0, MIN_VIEW - 1) + text.slice(MIN_VIEW - 1);
	// V8 would leave out a search whose result nobody asks for.
	return rope.indexOf('\0') < 0 ? rope : text;
}
