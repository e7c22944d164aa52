import type { NodeExecutionHint } from 'n8n-workflow';

const MAX_HINTS = 8;

interface Hint {
	message: string;
	items: Set<number>;
	rank: (typeof RANKS)[number];
}

/** Last is what every run has to say. */
const RANKS = ['warning', 'usual', 'last'] as const;

/** The same words for many items are shown once. */
export class Hints {
	readonly #byMessage = new Map<string, Hint>();

	add(message: string, itemIndex?: number, rank: Hint['rank'] = 'usual'): void {
		const hint = this.#byMessage.get(message) ?? { message, items: new Set(), rank };
		if (itemIndex !== undefined) hint.items.add(itemIndex);
		this.#byMessage.set(message, hint);
	}

	/** For what may make the output wrong; shown before all others. */
	warn(message: string, itemIndex?: number): void {
		this.add(message, itemIndex, 'warning');
	}

	/** @param itemCount with a single input item, items are not numbered */
	all(itemCount: number): NodeExecutionHint[] {
		const hints = [...this.#byMessage.values()].sort(
			(one, other) => RANKS.indexOf(one.rank) - RANKS.indexOf(other.rank),
		);
		const shown = hints.slice(0, MAX_HINTS).map(({ message, items, rank }) => ({
			message: itemCount > 1 && items.size > 0 ? `${itemsText(items)}: ${message}` : message,
			location: 'outputPane' as const,
			...(rank === 'warning' ? { type: 'warning' as const } : {}),
		}));
		const more = hints.length - shown.length;
		const rest = { message: `${more} more hints are not shown.`, location: 'outputPane' as const };
		return more > 0 ? [...shown, rest] : shown;
	}
}

function itemsText(items: Set<number>): string {
	const [first] = items;
	return items.size === 1 ? `Item ${first}` : `Item ${first} and ${items.size - 1} more`;
}
