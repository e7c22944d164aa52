import { asError, InputError } from './errors';

/** So many numbers of items still read as a list. */
const MAX_LISTED = 10;

/** An input item that failed its checks, before anything was sent for any item. */
export interface BadItem {
	itemIndex: number;
	error: unknown;
}

/**
 * What to throw where items failed their checks: one alone with its own error, several all at once, so
 * that they can be fixed together.
 */
export function badItemsError(bad: readonly BadItem[], itemCount: number): unknown {
	const [first] = bad;
	const error = asError(first?.error);
	// What all items fail with alike lies in a field or in the credential, and not in the items.
	const isNoItemsFault =
		bad.length === itemCount && bad.every((item) => asError(item.error).message === error.message);
	if (bad.length === 1 || isNoItemsFault) return first?.error;
	const description = error instanceof InputError ? error.description : undefined;
	return new InputError(
		`${bad.length} of ${itemCount} items cannot be used: items ${listOf(bad)}. Item ${first?.itemIndex}: ${error.message}`,
		description,
	);
}

function listOf(bad: readonly BadItem[]): string {
	const numbers = bad.map(({ itemIndex }) => String(itemIndex));
	if (numbers.length <= MAX_LISTED) {
		return `${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)}`;
	}
	return `${numbers.slice(0, MAX_LISTED).join(', ')} and ${numbers.length - MAX_LISTED} more`;
}
