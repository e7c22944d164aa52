import type { NodeExecutionHint } from 'n8n-workflow';

const MAX_HINTS = 8;

export interface HintOptions {
	itemIndex?: number;
	/** For what may make the output wrong; shown before all others. */
	warning?: boolean;
	/** What every run has to say; shown last, and always. */
	summary?: boolean;
}

interface Hint extends HintOptions {
	text: string;
	items: Set<number>;
}

/** The same words for many items are shown once. */
export class Hints {
	readonly #byText = new Map<string, Hint>();

	add(text: string, { itemIndex, ...options }: HintOptions = {}): void {
		const hint = this.#byText.get(text) ?? { ...options, text, items: new Set() };
		if (itemIndex !== undefined) hint.items.add(itemIndex);
		this.#byText.set(text, hint);
	}

	/** @param itemCount with a single input item, items are not numbered */
	all(itemCount: number): NodeExecutionHint[] {
		const hints = [...this.#byText.values()];
		const warnings = hints.filter(({ warning }) => warning);
		const others = hints.filter(({ warning, summary }) => !warning && !summary);
		const summaries = hints.filter(({ warning, summary }) => !warning && summary);
		const ranked = [...warnings, ...others];
		const shown = ranked.slice(0, MAX_HINTS - summaries.length);
		const more = ranked.length - shown.length;
		const rest: Hint = { text: `${more} more hints are not shown.`, items: new Set() };
		return [...shown, ...(more > 0 ? [rest] : []), ...summaries].map(
			({ text, items, warning }) => ({
				message: itemCount > 1 && items.size > 0 ? `${itemsText(items)}: ${text}` : text,
				location: 'outputPane',
				...(warning ? { type: 'warning' as const } : {}),
			}),
		);
	}
}

function itemsText(items: Set<number>): string {
	const [first] = items;
	return items.size === 1 ? `Item ${first}` : `Item ${first} and ${items.size - 1} more`;
}
