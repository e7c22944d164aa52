import { asError, InputError } from '../../shared/errors';

/** An input item that cannot be sent. */
export interface BadItem {
	itemIndex: number;
	error: unknown;
}

const MAX_NUMBERS = 5;
const MAX_OTHERS = 3;
const MAX_CHARACTERS = 100;

/** One error for all items that cannot be sent, so that they need not be mended one run at a time. */
export function badItemsError(bad: BadItem[], itemCount: number): unknown {
	const [first, ...others] = bad;
	if (!first || others.length === 0) return first?.error;
	const { message, description } = wordsOf(first.error);
	const told = new Set([message]);
	const different: string[] = [];
	for (const { itemIndex, error } of others) {
		const next = wordsOf(error).message;
		if (different.length === MAX_OTHERS || told.has(next)) continue;
		told.add(next);
		different.push(`Item ${itemIndex}: ${next.slice(0, MAX_CHARACTERS)}.`);
	}
	return new InputError(
		`${bad.length} of ${itemCount} items cannot be sent: ${message}`,
		[description, `Nothing was sent. These are items ${numbers(bad)}.`, ...different]
			.filter(Boolean)
			.join(' '),
	);
}

function numbers(bad: BadItem[]): string {
	const shown = bad.slice(0, MAX_NUMBERS).map(({ itemIndex }) => itemIndex);
	const more = bad.length - shown.length;
	return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function wordsOf(error: unknown): { message: string; description: string } {
	const { message, description } = asError(error) as Error & { description?: unknown };
	return { message, description: typeof description === 'string' ? description : '' };
}
