import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';
import { eventLoopYielder } from './abort';
import { FieldReader } from './fields/fieldReader';
import { counted } from './text';

/** What the input items of one execution of a node share. */
export interface Execution {
	n8n: IExecuteFunctions;
	/** Ends every wait when it is aborted. */
	signal: AbortSignal;
	/** Await it in each loop over items or rows, so that n8n can respond to users and notice Stop. */
	yieldToEventLoop(): Promise<void> | undefined;
	/** Whether the other items go on after one has failed, as with On Error > Continue. */
	isContinuing: boolean;
	/** Whether an AI agent has called the node as a tool (`analyticsTool`), so that the output goes into a model's context. */
	isToolCall: boolean;
	hints: Hints;
	fields: FieldReader;
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
	return {
		n8n,
		signal,
		yieldToEventLoop: eventLoopYielder(signal),
		isContinuing,
		isToolCall: node.type.endsWith('Tool'),
		hints: new Hints(),
		fields: new FieldReader(n8n),
		log(text) {
			n8n.logger.info(`${node.name}: ${text}`, { executionId: n8n.getExecutionId() });
			// n8n ignores this unless a user in the editor started the run.
			n8n.sendMessageToUI(text);
		},
	};
}

/** More would push the output of the node out of sight. */
const MAX_HINTS = 8;

export interface HintOptions {
	itemIndex?: number;
	/** The output may be wrong. Warnings are shown before all other hints. */
	warning?: boolean;
}

interface Hint {
	text: string;
	warning: boolean;
	items: Set<number>;
}

/** The hints of an execution, which the editor shows above its output. The same text for many items is shown once. */
export class Hints {
	readonly #byText = new Map<string, Hint>();

	add(text: string, { itemIndex, warning = false }: HintOptions = {}): void {
		const hint = this.#byText.get(text) ?? { text, warning, items: new Set() };
		if (itemIndex !== undefined) hint.items.add(itemIndex);
		this.#byText.set(text, hint);
	}

	/** @param itemCount how many input items there are: with a single one, hints do not name it */
	all(itemCount: number): NodeExecutionHint[] {
		const hints = [...this.#byText.values()];
		hints.sort((one, other) => Number(other.warning) - Number(one.warning));
		const hidden = hints.splice(MAX_HINTS).length;
		if (hidden > 0) {
			const text = `Not shown: ${counted(hidden, 'more hint')}.`;
			hints.push({ text, warning: false, items: new Set() });
		}
		return hints.map(({ text, items, warning }) => {
			const isAboutItems = itemCount > 1 && items.size > 0;
			return hintOf(isAboutItems ? `${itemsText(items)}: ${text}` : text, warning);
		});
	}
}

/** A hint above the output of the node. */
export function hintOf(message: string, warning: boolean): NodeExecutionHint {
	return { message, location: 'outputPane', ...(warning ? { type: 'warning' } : {}) };
}

function itemsText(items: Set<number>): string {
	const [first] = items;
	return items.size === 1 ? `Item ${first}` : `Item ${first} and ${items.size - 1} more`;
}
