import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';
import { eventLoopYielder } from './abort';
import { ParamReader } from './params/paramReader';

/** What the input items of one execution of a node share. */
export interface Execution {
	n8n: IExecuteFunctions;
	/** Ends every wait when it is aborted. */
	signal: AbortSignal;
	/** Await it in each loop over items or rows, so that n8n can respond to users and notice Stop. */
	yieldToEventLoop(): Promise<void> | undefined;
	/**
	 * Whether the other items go on after one has failed. This is so with On Error > Continue, and in
	 * every call by an AI agent, because some agents do not tell their model about a thrown error.
	 */
	isContinuing: boolean;
	/** Whether an AI agent has called the node as a tool (`analyticsTool`), so that the output goes into a model's context. */
	isToolCall: boolean;
	hints: Hints;
	parameters: ParamReader;
	/** Writes a step to n8n's log, and in a manual run to the browser's console as well. */
	log(text: string): void;
}

/** What became of an item: its result, or the error that ended it. */
export type Outcome<T> = { value: T } | { error: unknown };

/** Turns an error into a value. */
export async function outcomeOf<T>(work: () => Promise<T>): Promise<Outcome<T>> {
	try {
		return { value: await work() };
	} catch (error) {
		return { error };
	}
}

export function executionOf(
	n8n: IExecuteFunctions,
	signal: AbortSignal,
	isContinuing: boolean,
): Execution {
	const node = n8n.getNode();
	const isToolCall = node.type.endsWith('Tool');
	return {
		n8n,
		signal,
		yieldToEventLoop: eventLoopYielder(signal),
		isContinuing: isContinuing || isToolCall,
		isToolCall,
		hints: new Hints(),
		parameters: new ParamReader(n8n),
		log(text) {
			n8n.logger.info(`${node.name}: ${text}`, { executionId: n8n.getExecutionId() });
			// n8n ignores this unless a user in the editor started the run.
			n8n.sendMessageToUI(text);
		},
	};
}

/** More would push the output of the node out of sight. */
const MAX_HINTS = 8;
const MAX_SUMMARIES = 3;

export interface HintOptions {
	itemIndex?: number;
	/** The output may be wrong. Warnings are shown before all other hints. */
	warning?: boolean;
	/** Every run says this. Summaries are shown last, and the first three of them are never left out. */
	summary?: boolean;
}

interface Hint extends HintOptions {
	text: string;
	items: Set<number>;
}

/** The hints of an execution, which the editor shows above its output. The same text for many items is shown once. */
export class Hints {
	readonly #byText = new Map<string, Hint>();

	add(text: string, { itemIndex, ...options }: HintOptions = {}): void {
		const hint = this.#byText.get(text) ?? { ...options, text, items: new Set() };
		if (itemIndex !== undefined) hint.items.add(itemIndex);
		this.#byText.set(text, hint);
	}

	/**
	 * Warnings come first, then the other hints, then the summaries.
	 * @param itemCount how many input items there are: with a single one, hints do not name it
	 */
	all(itemCount: number): NodeExecutionHint[] {
		const hints = [...this.#byText.values()];
		const warnings = hints.filter(({ warning, summary }) => warning && !summary);
		const others = hints.filter(({ warning, summary }) => !warning && !summary);
		const summaries = hints.filter(({ summary }) => summary);

		const ranked = [...warnings, ...others];
		const last = summaries.slice(0, MAX_SUMMARIES);
		const shown = ranked.slice(0, MAX_HINTS - last.length);
		const hidden = hints.length - shown.length - last.length;
		if (hidden > 0) shown.push({ text: hiddenText(hidden), items: new Set() });
		return [...shown, ...last].map(({ text, items, warning }) => {
			const isAboutItems = itemCount > 1 && items.size > 0;
			return {
				message: isAboutItems ? `${itemsText(items)}: ${text}` : text,
				location: 'outputPane',
				...(warning ? { type: 'warning' } : {}),
			};
		});
	}
}

function hiddenText(count: number): string {
	return count === 1 ? '1 more hint is not shown.' : `${count} more hints are not shown.`;
}

function itemsText(items: Set<number>): string {
	const [first] = items;
	return items.size === 1 ? `Item ${first}` : `Item ${first} and ${items.size - 1} more`;
}
