import type { NodeExecutionHint } from 'n8n-workflow';

const MAX_HINTS = 5;

/** Collects the hints of all items; the same words for many items are shown once. */
export class Hints {
	readonly #itemsByMessage = new Map<string, number[]>();

	add(message: string, itemIndex: number): void {
		const items = this.#itemsByMessage.get(message) ?? [];
		items.push(itemIndex);
		this.#itemsByMessage.set(message, items);
	}

	/** @param itemCount input items of the node: with one alone, items are not numbered */
	all(itemCount: number): NodeExecutionHint[] {
		const entries = [...this.#itemsByMessage];
		const hints = entries.slice(0, MAX_HINTS).map(([message, items]) => ({
			message: itemCount > 1 ? `${itemsText(items)}: ${message}` : message,
			location: 'outputPane' as const,
		}));
		const more = entries.length - hints.length;
		if (more > 0) {
			hints.push({ message: `${more} more hints are not shown.`, location: 'outputPane' });
		}
		return hints;
	}
}

function itemsText(items: number[]): string {
	const [first] = items;
	return items.length === 1 ? `Item ${first}` : `Item ${first} and ${items.length - 1} more`;
}
